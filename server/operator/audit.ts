import { listAudit } from "../auth/audit.ts";
import { readArguments } from "./arguments.ts";
import type { Command } from "./command.ts";
import { readDuration } from "./time.ts";

/** Shows the audit log. */
export const audit: Command = {
  usage: "[--since 30d] [--workspace NAME]",
  summary: "show who ran which command, of the last 30 days or longer",
  prepare: (args) => {
    const options = { since: "optional", workspace: "optional" } as const;
    const { since = "30d", workspace } = readArguments(args, options).values;
    const seconds = readDuration("--since", since);
    return async (store) => ({ entries: await listAudit(store, { seconds, workspace }) });
  },
};
