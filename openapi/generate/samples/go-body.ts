import { compactJson } from "../../model/json.ts";
import { formFields, isJsonField } from "./form-fields.ts";
import type { SampleCall } from "./sample-call.ts";

/** A file of a form. */
interface FileField {
  /** The variable that holds its bytes. */
  variable: string;
  name: string;
}

/** Returns the files of a form. */
export function goFiles(call: SampleCall): FileField[] {
  const files = formFields(call).filter(([name]) =>
    call.fileFields.includes(name),
  );
  return files.map(([, name], index) => ({
    variable: files.length === 1 ? "file" : `file${index + 1}`,
    name,
  }));
}

/** Writes a multipart form as an expression of Go: texts, and variables with the bytes of files. */
function multipartOf(call: SampleCall): string {
  const files = goFiles(call);
  const terms: string[] = [];
  let text = "";
  for (const [name, value] of formFields(call)) {
    text += `--sample\r\nContent-Disposition: form-data; name="${name}"`;
    const file = call.fileFields.includes(name) ? files.shift() : undefined;
    if (!file) {
      const type = isJsonField(call, name)
        ? "\r\nContent-Type: application/json"
        : "";
      text += `${type}\r\n\r\n${value}\r\n`;
      continue;
    }
    text += `; filename="${file.name}"\r\n\r\n`;
    terms.push(JSON.stringify(text), `string(${file.variable})`);
    text = "\r\n";
  }
  terms.push(JSON.stringify(`${text}--sample--\r\n`));
  return terms.join(" + ");
}

/** Returns the body as a text in Go, and its media type. */
export function goBody(call: SampleCall): { code: string; mediaType: string } {
  const { bodyKind, media } = call;
  if (bodyKind === "text" || bodyKind === "file")
    return { code: JSON.stringify(call.body), mediaType: media };
  if (bodyKind === "urlencoded") {
    const form = new URLSearchParams(formFields(call));
    return {
      code: JSON.stringify(String(form)),
      mediaType: "application/x-www-form-urlencoded",
    };
  }
  if (bodyKind === "multipart") {
    return {
      code: multipartOf(call),
      mediaType: "multipart/form-data; boundary=sample",
    };
  }
  // JSON can write the character that would end Go's raw text as an escape.
  const json = compactJson(call.body, { maxLength: 60 })
    .replaceAll("`", "\\u0060")
    .replaceAll("\n", "\n\t");
  return { code: `\`${json}\``, mediaType: media };
}
