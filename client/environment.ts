let hasWarned = false;

/**
 * Reads an option from the environment, if the runtime has one. Until 2.0 it also reads the old
 * name of the variable, with one warning in a process. Other programs use the old names too: so an
 * old API_KEY must begin like our keys, and an old BASE_URL counts only for the key of an old
 * API_KEY, as no other key must reach the server of another program.
 * @param hasKey true for the address of a key that does not come from the environment
 */
export function readVariable(
  name: "apiKey" | "baseUrl",
  hasKey = false,
): {
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
  if (value || hasKey || env["CONTACTS_API_KEY"] || !old || !isOurs)
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
