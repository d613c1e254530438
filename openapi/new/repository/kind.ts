import { requireEmpty } from "./empty-folder.ts";

/** The options of `npm run new -- contract`. */
export const contractHelp = `
npm run new -- contract --name "Library API" --out DIR

Writes a repository for another API into the empty folder DIR: a contract with six operations, its docs, its client, a server
of one resource, and the same tools and checks. All is made of the files of this repository, without those of its API.

  --name NAME      the title of the API, with letters: its client is called library-client
  --out DIR        the folder, which is made when it is missing`;

/** Writes a repository for another API. */
export const contractKind = {
  options: ["name" as const, "out" as const],
  write: async ({ name = "", out }: { name?: string; out?: string }) => {
    const { readNames } = await import("./names.ts");
    const names = readNames(name);
    const folder = requireEmpty(out);
    // Loaded only here, as loading takes seconds.
    const { addRepository } = await import("./write.ts");
    return addRepository(names, folder);
  },
  next: "In the folder, run: npm ci, npm run docs, npm test.",
};
