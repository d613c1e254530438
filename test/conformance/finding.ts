import type { ResponseError } from "../support/response-errors.ts";

/** The promises that the harness holds a server to, besides what a response looks like. */
export type Law =
  | ResponseError["law"]
  | "fault of the server"
  | "refused"
  | "accepted"
  | "wrong refusal"
  | "key"
  | "scope"
  | "stranger"
  | "page"
  | "etag"
  | "filter"
  | "order"
  | "walk"
  | "echo"
  | "unsent"
  | "element"
  | "location"
  | "repeat"
  | "event"
  | "head"
  | "gone"
  | "deprecation"
  | "window";

/** Something that is not as the contract says. */
export class Finding extends Error {
  override readonly name = "Finding";
  readonly law: Law;

  constructor(law: Law, detail: string) {
    super(`${law}: ${detail}`);
    this.law = law;
  }
}

/** @throws Finding unless it is so */
export function must(law: Law, isSo: boolean, detail: () => string): void {
  if (!isSo) throw new Finding(law, detail());
}
