"""Lists of numbers as bytes, in SQLite's variable-length integers: <https://www.sqlite.org/fileformat2.html#varint>."""

from __future__ import annotations

from collections.abc import Iterable


def pack(numbers: Iterable[int]) -> bytes:
    """Numbers from 0 to 2^56 - 1, one after the other."""
    packed = bytearray()
    for number in numbers:
        if number > 0x7F:
            septets = -(-number.bit_length() // 7)
            packed += bytes(number >> 7 * n & 0x7F | 0x80 for n in range(septets - 1, 0, -1))
        packed.append(number & 0x7F)
    return bytes(packed)


def unpack(packed: bytes) -> list[int]:
    """What `pack` was given."""
    numbers = []
    number = 0
    for byte in packed:
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            numbers.append(number)
            number = 0
    return numbers
