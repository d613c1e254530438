#!/usr/bin/env node
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

const commands = ["lint", "diff", "generate", "docs", "mock", "conformance"];
const [command, ...args] = process.argv.slice(2);
const isKnown = command !== undefined && commands.includes(command);
const isHelp = command === undefined || command === "--help";
const help = `contract-tools COMMAND FILE [options]

  lint FILE                        names what is wrong with a contract of OpenAPI
  diff BEFORE AFTER                says what a change breaks
  generate FILE --out DIR          writes bundles, types and a client
  docs FILE --out DIR              writes the docs
  mock FILE                        serves the examples
  conformance --url URL FILE       compares a server with its contract

contract-tools COMMAND --help has the options of a command.`;

if (isHelp) console.log(help);
else if (!isKnown) {
  console.error(`There is no command ${command}.\n\n${help}`);
  process.exitCode = 1;
} else if (args.every((each) => each.startsWith("-") && each !== "--help")) {
  console.error(`Give a contract: contract-tools ${command} FILE`);
  process.exitCode = 1;
} else {
  const file = fileURLToPath(
    new URL(`openapi/${command}/main.ts`, import.meta.url),
  );
  process.argv.splice(1, 2, file);
  register();
  await import(file);
}
