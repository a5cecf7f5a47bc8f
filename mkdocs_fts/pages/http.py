"""Fetches the published form from a web server. Chunks never change, so that those fetched once are kept on disk."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import threading
from pathlib import Path
from urllib.parse import unquote, urlsplit

import requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

from mkdocs_fts import __version__
from mkdocs_fts.errors import IndexNotReadable
from mkdocs_fts.pages import manifest
from mkdocs_fts.pages.manifest import Manifest
from mkdocs_fts.pages.transport import unpack

TIMEOUT = (10, 30)
"""Seconds to wait for a connection, and for the next bytes."""
LATER = "try again later, or publish the site again"


class Address:
    """A published site. `address` is that of its base, of its folder `fts` or of the manifest; `cache` a folder."""

    far = True

    def __init__(self, address: str, cache: Path) -> None:
        self.name, login = _apart(address)
        self._session = _session()
        self._session.auth = login
        self._folders = _candidates(self.name)
        self._cache_root = cache
        self._lock = threading.Lock()

    def manifest(self) -> Manifest:
        with self._lock:
            answers = []
            for folder in self._folders:
                answers.append(self._get(folder + manifest.NAME, no_cache=True))
                if answers[-1].status_code != requests.codes.not_found:
                    break
            else:
                answers.reverse()  # the likelier place is the one to name
            found = manifest.parse(_content(answers[-1]), answers[-1].url)
            # Where a redirect led to is where the chunks are, but another host gets no password.
            folder = answers[-1].url.partition("?")[0].removesuffix(manifest.NAME)
            if urlsplit(folder).hostname != urlsplit(self.name).hostname:
                self._session.auth = None
            self._folders = [folder]
            self._cache = _Cache(self._cache_root, folder)
            self._cache.forget_others(found["db"])
            return found

    def chunk(self, db: str, name: str, length: int) -> bytes:
        kept = self._cache.read(db, name, length)
        if kept is not None:
            return kept
        address = f"{self._folders[0]}{db}/{name}"
        packed = _content(self._get(address))
        try:
            content = unpack(packed, length)
        except ValueError as error:
            raise IndexNotReadable(f"{address} cannot be read: {error}; {LATER}") from error
        self._cache.write(db, name, packed)
        return content

    @property
    def base(self) -> str:
        """The address of the site that the index is of."""
        return self._folders[0].removesuffix("fts/")

    def stored(self) -> None:
        return None  # there are files that no manifest names

    def close(self) -> None:
        self._session.close()

    def _get(self, address: str, *, no_cache: bool = False) -> requests.Response:
        headers = {"Cache-Control": "no-cache"} if no_cache else {}
        try:
            return self._session.get(address, headers=headers, timeout=TIMEOUT)
        except (requests.RequestException, UnicodeError) as error:
            raise IndexNotReadable(f"{address} cannot be fetched: {_reason(error)}") from error


class _Cache:
    """The chunks of one address on disk, as they were fetched. Does without where nothing can be written."""

    def __init__(self, root: Path, address: str) -> None:
        # By address, so that no site can plant chunks for another.
        self._folder = root / hashlib.sha256(address.encode()).hexdigest()[:16]

    def read(self, db: str, name: str, length: int) -> bytes | None:
        """A chunk; None where it is not kept, or damaged."""
        try:
            return unpack((self._folder / db / name).read_bytes(), length)
        except (OSError, ValueError):
            return None

    def write(self, db: str, name: str, packed: bytes) -> None:
        path = self._folder / db / name
        draft = path.with_name(f".{name}.{os.getpid()}.{threading.get_ident()}")
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(packed)
            draft.replace(path)

    def forget_others(self, db: str) -> None:
        """Remove the chunks of databases that were published before."""
        with contextlib.suppress(OSError):
            for folder in self._folder.iterdir():
                if folder.name != db:
                    shutil.rmtree(folder, ignore_errors=True)


def _session() -> requests.Session:
    session = requests.Session()
    session.headers["User-Agent"] = f"mkdocs-fts/{__version__}"
    retry = Retry(total=2, connect=1, backoff_factor=0.3, status_forcelist=[502, 503, 504], raise_on_status=False)
    for scheme in ("http://", "https://"):
        session.mount(scheme, HTTPAdapter(max_retries=retry, pool_maxsize=16))
    return session


def _candidates(address: str) -> list[str]:
    """The folders where the manifest may be, the likelier first."""
    folder = address.partition("#")[0].partition("?")[0].removesuffix(manifest.NAME).rstrip("/") + "/"
    inside = f"{folder}fts/"
    return [folder, inside] if folder.endswith("/fts/") else [inside, folder]


def _content(response: requests.Response) -> bytes:
    if not response.ok:
        mend = LATER
        if response.status_code == requests.codes.not_found:
            mend = "name the address of a site that was built with the plugin `fts`"
        elif response.status_code in (requests.codes.unauthorized, requests.codes.forbidden):
            mend = "the site asks for a login: `https://name:password@…`, or an entry in ~/.netrc"
        status = f"{response.status_code} {response.reason or ''}".strip()
        raise IndexNotReadable(f"{response.url} cannot be fetched: status {status}; {mend}")
    return response.content


def _reason(error: BaseException) -> str:
    """The innermost reason of a failed request, in a few words."""
    if isinstance(error, requests.Timeout):
        return "no answer in time; check the address and the network"
    inner: BaseException = error
    while following := _cause(inner):
        inner = following
    text = getattr(inner, "strerror", None) or str(inner)
    return f"{' '.join(str(text).split())}; check the address and the network"


def _cause(error: BaseException) -> BaseException | None:
    candidates = [getattr(error, "reason", None), error.__cause__, error.__context__, *error.args]
    return next((each for each in candidates if isinstance(each, BaseException)), None)


def _apart(address: str) -> tuple[str, tuple[str, str] | None]:
    """An address without name and password, and these."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return address, None  # which the first request will say
    login, at, host = parts.netloc.rpartition("@")
    if not at:
        return address, None
    name, _, password = login.partition(":")
    return parts._replace(netloc=host).geturl(), (unquote(name), unquote(password))
