import type { Payload } from "../generated/calls.ts";
import type { MethodInput } from "./check.ts";

/** A body in the media type of its operation. */
export interface Encoded {
  text?: string | undefined;
  /** A form with files. Fetch writes its header. */
  form?: Payload;
  headers?: Record<string, string>;
}

export type EncodeBody = (operation: string, input: MethodInput) => Encoded;
