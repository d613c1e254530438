import type { Contract } from "../../model/contract.ts";
import { errorsIn } from "../../model/errors.ts";
import { table } from "./table.ts";

/** Every error code with its status, its message and what it means, from all responses and their examples. */
export function errorCodesTable(contract: Contract): string {
  const codes = new Map<string, { status: number; message: string; meanings: Set<string> }>();
  for (const { code, status, message, meaning } of errorsIn(contract)) {
    const entry = codes.get(code) ?? { status, message, meanings: new Set() };
    entry.meanings.add(meaning);
    codes.set(code, entry);
  }
  const rows = [...codes]
    .sort(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, message, meanings }]) => [
      `\`${code}\``,
      status,
      message,
      [...meanings].join(" "),
    ]);
  return table(["Code", "Status", "Message", "Meaning"], rows);
}
