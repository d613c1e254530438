import { consumers } from "./consumers.ts";
import { generatedClients } from "./generated-clients.ts";
import { languages } from "./languages.ts";
import { packages } from "./packages.ts";
import { sampleTools } from "./samples.ts";
import { schemathesis } from "./schemathesis.ts";
import type { Check } from "./tool.ts";
import { validators } from "./validators.ts";

/**
 * Every row. Not in the table: ogen (Go) and vacuum, as the Go module proxy refuses their modules,
 * and vacuum's package of npm downloads a program at its installation. The slow ones first, as two
 * are tried at a time.
 */
export const tools: Record<string, Check> = {
  ...generatedClients,
  ...Object.fromEntries(
    Object.entries(languages).map(([name, { check }]) => [name, check]),
  ),
  ...packages,
  ...sampleTools,
  ...consumers,
  Schemathesis: schemathesis,
  ...validators,
};
