import { randomKey } from "./random-key.ts";

/** A part of a multipart form. */
export interface Part {
  name: string;
  value: string | Blob;
  /** The media type of a text, or of a file that has none itself. */
  type?: string | undefined;
}

/**
 * Writes a multipart form whose texts have media types. `FormData` gives a part a media type only
 * with the name of a file.
 * @returns a file whose `type` has the boundary
 */
export function multipartForm(parts: Part[]): Blob {
  const boundary = `form-${randomKey()}`;
  const pieces = parts.flatMap((part) => [
    `--${boundary}\r\n${headersOf(part)}\r\n`,
    part.value,
    "\r\n",
  ]);
  const type = `multipart/form-data; boundary=${boundary}`;
  return new Blob([...pieces, `--${boundary}--\r\n`], { type });
}

/** Writes the headers of a part, each with an end of line. */
function headersOf({ name, value, type }: Part): string {
  const disposition = `Content-Disposition: form-data; name="${quoted(name)}"`;
  if (typeof value === "string") {
    const typeLine = type ? `Content-Type: ${type}\r\n` : "";
    return `${disposition}\r\n${typeLine}`;
  }
  const { name: file = "blob" }: Blob & { name?: string } = value;
  const typeOfFile = value.type || type || "application/octet-stream";
  return `${disposition}; filename="${quoted(file)}"\r\nContent-Type: ${typeOfFile}\r\n`;
}

/** Escapes a name in a header of a part as browsers do. */
const quoted = (name: string): string =>
  name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
