/** Takes the place of `search.ts` in the scripts for pages opened from disk: the page itself answers. */
import { type Connect, createClient } from "../client.ts";
import { openIndex } from "../engine/open.ts";
import { loadPacked } from "../pages/packed.ts";
import type * as online from "../search.ts";
import { Session } from "../session.ts";
import { sqlJs } from "../sqljs.ts";
import type { EngineChoice } from "../types.ts";

export const createSearch = ({
  base,
  engine = "auto",
}: online.SearchConfig & { base: string | URL }): ReturnType<typeof online.createSearch> =>
  createClient(base, engine, startHere);

const startHere: Connect = (_folder, { reply }) => {
  let ended = false;
  const session = new Session(open, (each) => {
    if (!ended) reply(each);
  });
  return {
    send: (request) => void session.handle(request),
    end() {
      ended = true;
      // An engine that failed may also fail here.
      session.close().catch(() => {});
    },
  };
};

async function open(base: URL, choice: EngineChoice) {
  const files = await loadPacked(base);
  return openIndex(base, choice, files, async () => {
    const wasm = await files.fetch(new URL("sql-wasm.wasm", base));
    return sqlJs({ wasmBinary: wasm.buffer as ArrayBuffer });
  });
}
