let hasWarned = false;

/**
 * Reads an option from the environment, where the runtime has one: from its variable, or until 2.0 from the former one, with
 * one warning in a process. Other programs have variables of the former names: a key has to begin as ours do, and whoever
 * has set CONTACTS_API_KEY has an address of the new name too, as the key must reach no other program's.
 */
export function readVariable(name: "apiKey" | "baseUrl"): {
  value?: string | undefined;
  /** The variable that has the value, or that may be set. */
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
