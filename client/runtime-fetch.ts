import type { Fetch } from "./options.ts";

/**
 * Sends a request by the current fetch of the runtime. A signal that this fetch refuses is left out,
 * as the call ends in time without it: Node 24 takes only signals of its own, and jsdom replaces
 * AbortController.
 */
export const runtimeFetch: Fetch = (url, init) =>
  globalThis.fetch(
    url,
    isTaken(init.signal) ? init : { ...init, signal: null },
  );

/** The class of a signal → true when the fetch of the runtime takes the signal. */
const taken = new WeakMap<object, boolean>();

function isTaken(signal: AbortSignal): boolean {
  const kind = signal.constructor;
  const known = taken.get(kind) ?? isTakenByRequest(signal);
  taken.set(kind, known);
  return known;
}

/** Returns true also without a `Request`: then the fetch is not the runtime's own either. */
function isTakenByRequest(signal: AbortSignal): boolean {
  if (typeof Request === "undefined") return true;
  try {
    return Boolean(new Request("http://localhost", { signal }));
  } catch {
    return false;
  }
}
