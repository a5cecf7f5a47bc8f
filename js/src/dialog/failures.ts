import type { Failure } from "./state.ts";

const FAILURES: readonly unknown[] = ["network", "damaged", "format", "engine"] satisfies Failure[];

/** By its code and not by its class: `search.js` is a module of its own, with a class of its own. */
export function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code;
}

/** What a search was rejected with, in the dialog's terms. */
export function failureOf(error: unknown): Failure {
  const code = codeOf(error);
  const failure = FAILURES.includes(code) ? (code as Failure) : "unknown";
  // These are no matter of the network: the site's author may be able to mend them.
  if (failure === "engine" || failure === "unknown") console.error(error);
  return failure;
}
