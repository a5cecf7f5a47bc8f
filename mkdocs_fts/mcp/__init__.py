"""An MCP server over an index, for agents. Needs the extra `mkdocs-fts[mcp]`."""
