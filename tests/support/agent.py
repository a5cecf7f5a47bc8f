"""A real client of the MCP server, which runs in a process of its own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client, StdioServerParameters, stdio_client
from mcp_types import CallToolResult, TextContent, Tool

COMMAND = [sys.executable, "-c", "from mkdocs_fts.cli import main; main()", "mcp"]


@dataclass
class Agent:
    """Calls tools, as an agent's program does."""

    client: Client
    _portal: BlockingPortal

    def tools(self) -> dict[str, Tool]:
        return {tool.name: tool for tool in self._portal.call(self.client.list_tools).tools}

    def call(self, name: str, **arguments: Any) -> tuple[str, Any]:
        """What a tool answers: text and structured content."""
        result = self._call(name, arguments)
        assert not result.is_error, result
        return _text(result), result.structured_content

    def failure(self, name: str, **arguments: Any) -> str:
        """What a tool says is wrong."""
        result = self._call(name, arguments)
        assert result.is_error, result
        assert result.structured_content is None
        return _text(result)

    def _call(self, name: str, arguments: dict[str, Any]) -> CallToolResult:
        return self._portal.call(self.client.call_tool, name, arguments)


def _text(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


@contextmanager
def agent(where: Path | str, errors: Path, *, mode: str = "auto") -> Iterator[Agent]:
    """An agent over the index at `where`. The server's standard error goes to the file `errors`."""
    parameters = StdioServerParameters(command=COMMAND[0], args=[*COMMAND[1:], "--in", str(where)])
    with errors.open("w") as log, start_blocking_portal() as portal:
        client = Client(stdio_client(parameters, errlog=log), mode=mode, read_timeout_seconds=30)
        with portal.wrap_async_context_manager(client) as connected:
            yield Agent(connected, portal)
