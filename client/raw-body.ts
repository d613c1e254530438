import type { Payload } from "../generated/calls.ts";
import { checkInput } from "./check.ts";
import { encodeBody, withAccept } from "./encode-body.ts";
import type { EncodeBody, Encoded } from "./encoded.ts";
import { mistake } from "./json-value.ts";

/** Matches the media types that `encodeBody` writes. */
const writtenByFields =
  /[/+]json\b|^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i;

/**
 * Writes the body of a call in the media type of its operation: JSON and forms as `encodeBody` does,
 * and a text or a file as it is.
 * @throws TypeError with the name of the argument
 * @public generated code of other contracts uses it
 */
export const encodeAnyBody: EncodeBody = (operation, input) => {
  const [, mediaType = "application/json"] =
    / type:(\S+)/.exec(operation) ?? [];
  const { body, method } = input;
  if (body === undefined || writtenByFields.test(mediaType))
    return encodeBody(operation, input);
  checkInput({ ...input, body: undefined });
  return withAccept(operation, raw(body, mediaType, method));
};

/**
 * Returns a text or a file as it is. The file's own media type is used when the operation has a
 * range such as `image/*`, or when the file's type only adds a parameter, such as a boundary.
 */
function raw(body: unknown, mediaType: string, method: string): Encoded {
  const isFile = body instanceof Blob;
  if (typeof body !== "string" && !isFile)
    throw mistake(`body of ${method} must be a text or a Blob.`);
  const typeOfFile = (isFile && body.type) || "application/octet-stream";
  const isOfFile =
    mediaType.includes("*") ||
    typeOfFile.startsWith(`${mediaType.toLowerCase()};`);
  const headers = { "Content-Type": isOfFile ? typeOfFile : mediaType };
  // TypeScript cannot see that `Payload` includes files for a contract with such a body.
  return isFile
    ? { form: body as unknown as Payload, headers }
    : { text: body, headers };
}
