import type { Payload } from "../generated/calls.ts";
import type { MethodInput } from "./check.ts";

/** A body in the media type of its operation. */
export interface Encoded {
  text?: string | undefined;
  /** A form with files, or a file. Fetch writes the header of a `FormData`. */
  form?: Payload;
  headers?: Record<string, string>;
}

/** Writes the body of a call. `operation` is its line in the table of methods. */
export type EncodeBody = (operation: string, input: MethodInput) => Encoded;
