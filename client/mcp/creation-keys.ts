import { randomKey } from "../random-key.ts";

/** The maximum of keys that are kept. */
const maxKeys = 100;

/**
 * The idempotency keys of creations. After a failure the key is kept for the next call of the same
 * tool with the same arguments, as the creation may have happened: then it happens only once.
 */
export interface CreationKeys {
  /** Returns the kept key of such a call, and removes it. Otherwise returns a new key. */
  take: (tool: string, input: object) => string;
  /** Keeps the key for the next such call. */
  keep: (tool: string, input: object, key: string) => void;
}

/** Creates the keys of an MCP server. */
export function createCreationKeys(): CreationKeys {
  const kept = new Map<string, string>();
  const callOf = (tool: string, input: object) => JSON.stringify([tool, input]);
  return {
    take(tool, input) {
      const call = callOf(tool, input);
      const key = kept.get(call) ?? randomKey();
      kept.delete(call);
      return key;
    },
    keep(tool, input, key) {
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size >= maxKeys) kept.delete(oldest);
      kept.set(callOf(tool, input), key);
    },
  };
}
