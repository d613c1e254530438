let hasWarned = false;

/**
 * Reads an option from the environment, if the runtime has one. Until 2.0 it also reads the old
 * name of the variable, with one warning in a process. Other programs use the old names too: so an
 * old API_KEY must begin like our keys, and an old BASE_URL does not count beside CONTACTS_API_KEY,
 * as the key must not reach the server of another program.
 */
export function readVariable(name: "apiKey" | "baseUrl"): {
  value?: string | undefined;
  /** The variable with the value, or the one to set. */
  variable: string;
} {
  const { process } = globalThis as { process?: Process };
  const env = process?.env ?? {};
  const former = name === "apiKey" ? "API_KEY" : "BASE_URL";
  const variable = `CONTACTS_${former}`;
  const value = env[variable];
  const old = env[former];
  const isOurs = name === "baseUrl" || old?.startsWith("contacts_live_");
  if (value || env["CONTACTS_API_KEY"] || !old || !isOurs)
    return { value, variable };
  if (!hasWarned)
    process?.emitWarning?.(
      "contacts-client reads API_KEY and BASE_URL until 2.0. Rename them to CONTACTS_API_KEY and CONTACTS_BASE_URL.",
      "DeprecationWarning",
    );
  hasWarned = true;
  return { value: old, variable: former };
}

/** The part of Node's `process` that other runtimes may have too. */
interface Process {
  env?: Record<string, string | undefined>;
  emitWarning?: (message: string, type: string) => void;
}
