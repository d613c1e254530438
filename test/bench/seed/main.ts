import { parseArgs } from "node:util";
import { count } from "./count.ts";
import { seed, workspace } from "./seed.ts";
import { showProgress } from "./progress.ts";
import { sizesFor } from "./sizes.ts";

const usage = `npm run bench -- seed --database URL [options]   fills a PostgreSQL database for measurements

  --contacts N  contacts of the workspace ${workspace} (default 1000000)
  --messages N  messages (default twice the contacts)
  --events N    events of the feed (default three times the contacts)
  --replace     deletes what the database has

A second workspace has a tenth of that. It prints a key of the workspace ${workspace} for everything.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      database: { type: "string" },
      contacts: { type: "string", default: "1000000" },
      messages: { type: "string" },
      events: { type: "string" },
      replace: { type: "boolean", default: false },
    },
  });
  if (values.database === undefined) {
    console.log(usage);
    return;
  }
  const sizes = sizesFor(count("contacts", values.contacts), {
    ...(values.messages !== undefined && { messages: count("messages", values.messages) }),
    ...(values.events !== undefined && { events: count("events", values.events) }),
  });
  console.log(await seed(values.database, sizes, showProgress(), { replace: values.replace }));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
