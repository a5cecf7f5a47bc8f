import fc from "fast-check";
import { expect, test } from "vitest";
import { Cursor } from "../src/engine/reader/bytes.ts";
import { packNumbers } from "./support/heads.ts";

const number = fc.oneof(fc.nat(300), fc.maxSafeNat());

test("numbers come back, one by one and many at once", () => {
  fc.assert(
    fc.property(fc.array(number), fc.array(number), (first, second) => {
      const packed = packNumbers([...first, ...second]);
      const [single, many] = [new Cursor(packed), new Cursor(packed)];
      for (const part of [first, second]) {
        expect(part.map(() => single.varint())).toEqual(part);
        expect([...many.varints(part.length)]).toEqual(part);
        expect(many.at).toBe(single.at);
      }
    }),
  );
});

test("where the bytes end before so many numbers have come, the rest are 0", () => {
  expect([...new Cursor(packNumbers([300, 7])).varints(4)]).toEqual([300, 7, 0, 0]);
});
