import type { Tool } from "./tool.ts";
import { csharpTools } from "./tools/csharp.ts";
import { goTools } from "./tools/go.ts";
import { javaTools } from "./tools/java.ts";
import { kotlinTools } from "./tools/kotlin.ts";
import { pythonTools } from "./tools/python.ts";
import { readerTools } from "./tools/readers.ts";
import { rustTools } from "./tools/rust.ts";
import { schemathesisTools } from "./tools/schemathesis.ts";
import { scriptTools } from "./tools/scripts.ts";
import { typescriptTools } from "./tools/typescript.ts";

/** Every row of the table. The slow ones first, as two are tried at a time. */
export const tools: Tool[] = [
  ...rustTools,
  ...schemathesisTools,
  ...goTools,
  ...kotlinTools,
  ...javaTools,
  ...typescriptTools,
  ...pythonTools,
  ...scriptTools,
  ...csharpTools,
  ...readerTools,
];
