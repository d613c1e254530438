/** What the doctor found out about one thing. */
export interface Check {
  name: string;
  /** A server may not start, or not do its work, with a fault; a warning is something to know. */
  state: "ok" | "warning" | "fault";
  found: string;
  /** What to do, unless all is well. */
  remedy?: string;
}

export const ok = (name: string, found: string): Check => ({ name, state: "ok", found });

/** A fault when `isFault`, else a warning. */
export const not = (name: string, isFault: boolean, found: string, remedy: string): Check => ({
  name,
  state: isFault ? "fault" : "warning",
  found,
  remedy,
});
