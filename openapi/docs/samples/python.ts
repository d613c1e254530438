import type { SampleCall } from "./call.ts";
import { addressOf } from "./address.ts";

/** The call in Python, with its standard library only. */
export function pythonSample(call: SampleCall): string {
  const { method, body, credential } = call;
  const lines = [
    "import json",
    "import os",
    "from urllib.request import Request, urlopen",
    "",
    "request = Request(",
    `    "${addressOf(call)}",`,
    `    method="${method}",`,
    "    headers={",
    `        "Authorization": "Bearer " + os.environ["${credential}"],`,
    ...(body === undefined ? [] : ['        "Content-Type": "application/json",']),
    "    },",
    ...(body === undefined ? [] : [`    data=json.dumps(${literal(body, "    ")}).encode(),`]),
    ")",
    "with urlopen(request, timeout=30) as response:",
    "    print(json.load(response))",
  ];
  return lines.join("\n");
}

/** A value of JSON as Python writes it. */
function literal(value: unknown, indent: string): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const deeper = `${indent}    `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, deeper))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${literal(item, deeper)}`);
  return items.length === 0
    ? `${open}${close}`
    : `${open}\n${items.map((item) => `${deeper}${item},\n`).join("")}${indent}${close}`;
}
