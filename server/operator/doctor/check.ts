/** What the doctor found out about one thing. */
export interface Check {
  name: string;
  /** A server may not start, or not do its work, with an error; a warning is something to know. */
  state: "ok" | "warning" | "error";
  found: string;
  /** What to do, unless all is well. */
  hint?: string;
}

export const ok = (name: string, found: string): Check => ({ name, state: "ok", found });

/** An error when `isError`, else a warning. */
export const not = (name: string, isError: boolean, found: string, hint: string): Check => ({
  name,
  state: isError ? "error" : "warning",
  found,
  hint,
});
