#!/usr/bin/env node
import { fileURLToPath } from "node:url";

/** Command → its arguments, and the exit code of a wrong command line. */
const commands = new Map([
  ["lint", { args: "FILE", failure: 2 }],
  ["diff", { args: "BEFORE AFTER", failure: 2 }],
  ["generate", { args: "FILE --out DIR", failure: 1 }],
  ["docs", { args: "FILE --out DIR", failure: 1 }],
  ["mock", { args: "FILE", failure: 1 }],
  ["conformance", { args: "--url URL FILE", failure: 2 }],
]);
const [command, ...args] = process.argv.slice(2);
const usage = command === undefined ? undefined : commands.get(command);
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
else if (!usage) {
  console.error(`There is no command ${command}.\n\n${help}`);
  process.exitCode = 1;
} else if (args.every((each) => each.startsWith("-") && each !== "--help")) {
  console.error(`Give a contract: contract-tools ${command} ${usage.args}`);
  process.exitCode = usage.failure;
} else {
  const file = fileURLToPath(
    new URL(`openapi/${command}/main.js`, import.meta.url),
  );
  process.argv.splice(1, 2, file);
  await import(file);
}
