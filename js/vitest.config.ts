import { defineConfig } from "vitest/config";

// How long a test takes says something of the machine, not of the code.
export default defineConfig({ test: { testTimeout: 120_000 }, define: { __FTS_DATABASE__: '"0123456789abcdef"' } });
