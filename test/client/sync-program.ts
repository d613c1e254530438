import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "../../client/index.ts";
import type { Json } from "../support/at.ts";
import { temporaryFolder } from "../support/folder.ts";
import { start } from "../support/process.ts";
import type { TestServer } from "../support/server.ts";

interface SyncOptions {
  scopes?: Parameters<TestServer["key"]>[0];
  /** Milliseconds between two rounds. */
  interval?: string;
  /** The address that the program calls, when it is not the server. */
  address?: string;
}

/** Creates a function that starts the example sync-contacts in a workspace of its own. */
export const syncOf =
  (server: TestServer) =>
  async (
    workspace: string,
    people: object[] | undefined,
    { scopes = ["*"], interval = "20", address }: SyncOptions = {},
  ) => {
    const file = join(temporaryFolder(), "people.json");
    // In one step, so that the program never reads half of the file.
    const write = (content: object[]) => {
      writeFileSync(`${file}.edited`, JSON.stringify(content));
      renameSync(`${file}.edited`, file);
    };
    const apiKey = await server.key(["*"], workspace);
    const { contacts } = createClient({
      apiKey,
      baseUrl: server.address,
      language: "en",
    });
    if (people) write(people);
    const env = {
      CONTACTS_API_KEY: await server.key(scopes, workspace),
      CONTACTS_BASE_URL: address ?? server.address,
      INTERVAL: interval,
    };
    const startAgain = () =>
      start("client/examples/sync-contacts.ts", [file], env);
    const program = startAgain();
    const read = (): Json[] => JSON.parse(readFileSync(file, "utf8"));
    const agreed = (): string[] =>
      Object.keys(JSON.parse(readFileSync(`${file}.agreed`, "utf8")).contacts);
    const names = async () =>
      (await contacts.list().toArray()).map(({ name }) => name).toSorted();
    return { file, contacts, program, startAgain, write, read, agreed, names };
  };
