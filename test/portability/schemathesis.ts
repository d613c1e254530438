import type { Scope } from "../../server/auth/keys.ts";
import { command, firstCause } from "./command.ts";
import { copyProgram } from "./copy-program.ts";
import { python, pythonBin } from "./install.ts";
import { needing, type Check } from "./tool.ts";

/**
 * Keys of a workspace of their own, where they disturb nobody; many, as each has a window of its
 * own, and a refused request finds less. One in five lacks most scopes.
 */
const scopes: Scope[][] = [
  ["*"],
  ["*"],
  ["*"],
  ["*"],
  ["contacts:read", "events:read"],
];

/**
 * The check that we do not follow: what the schema allows is to be accepted. The server refuses
 * more, as the descriptions say and no schema can: a cursor of another list, an Idempotency-Key of
 * another body, the id of a contact that is not there, a host that is not public.
 */
const excluded = "positive_data_acceptance";

/**
 * Returns the lines of each failure: the operation, the response, and the command that repeats it.
 */
const failuresIn = (output: string) =>
  /=+ FAILURES =+\n([^]*?)\n=+ SUMMARY =+/.exec(output)?.[1] ??
  firstCause(output);

/** Makes requests from the contract, good and bad, and holds every response against it. */
const run: Check = async ({ folder, contract, world }) => {
  copyProgram("schemathesis_keys.py", folder);
  const keys: string[] = [];
  for (const expected of [...scopes, ...scopes])
    keys.push(await world.makeKey(expected, "schemathesis"));
  const options = [
    "--url",
    world.address,
    "--checks",
    "all",
    "--continue-on-failure",
    "--exclude-checks",
    excluded,
    "--max-time",
    "75",
    "--workers",
    "1",
    "--generation-database",
    "none",
    "--no-color",
    // Always the same requests, so that a fault is not found one day and missed the next.
    "--seed",
    "7",
  ];
  return command(pythonBin("schemathesis"), ["run", contract, ...options], {
    cwd: folder,
    env: {
      SCHEMATHESIS_HOOKS: "schemathesis_keys",
      PYTHONPATH: ".",
      API_KEYS: keys.join(","),
    },
    causeIn: failuresIn,
  });
};

export const schemathesis = needing(run, python);
