import { command, firstCause } from "../command.ts";
import { python, pythonBin } from "../installs.ts";
import { copyProgram } from "../program.ts";
import type { Tool } from "../tool.ts";

/** Keys of a workspace of their own, where they disturb nobody; many, as each has a window of its own, and a refused request finds less. One in five lacks most scopes. */
const scopes = ["*", "*", "*", "*", "contacts:read,events:read"];

/**
 * The check that we do not follow: what the schema allows is to be accepted. The server refuses more, as the descriptions
 * say and no schema can: a cursor of another list, an Idempotency-Key of another body, the id of a contact that is not
 * there, a host that is not public.
 */
const excluded = "positive_data_acceptance";

/** What it prints of each failure: the operation, the response, and the command that shows it again. */
const failuresIn = (output: string) =>
  /=+ FAILURES =+\n([^]*?)\n=+ SUMMARY =+/.exec(output)?.[1] ?? firstCause(output);

/** Makes requests from the contract, good and bad, and holds every response against it. */
export const schemathesisTools: Tool[] = [
  {
    name: "Schemathesis",
    needs: ["python3"],
    install: python,
    check: async ({ folder, contract, world }) => {
      copyProgram("schemathesis", folder);
      const keys: string[] = [];
      for (const wanted of [...scopes, ...scopes]) keys.push(await world.makeKey(wanted, "schemathesis"));
      return command(
        pythonBin("schemathesis"),
        [
          ...["run", contract, "--url", world.address, "--checks", "all", "--continue-on-failure"],
          ...["--exclude-checks", excluded],
          ...["--max-time", "75", "--workers", "1", "--generation-database", "none", "--no-color"],
          // Always the same requests, so that a fault is not found one day and missed the next.
          ...["--seed", "7"],
        ],
        {
          cwd: folder,
          env: { SCHEMATHESIS_HOOKS: "keys", PYTHONPATH: ".", API_KEYS: keys.join(",") },
          causeIn: failuresIn,
        },
      );
    },
  },
];
