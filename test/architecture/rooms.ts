import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** A room of a folder, which is a folder or a file in it, and the rooms that its files import. */
export interface Room {
  name: string;
  uses: string[];
  /** 0 when it uses none; else one more than the highest that it uses. */
  floor: number;
}

/** The files that a file imports, for their types too. */
export const importsOf = (file: string): string[] =>
  [
    ...readFileSync(file, "utf8").matchAll(
      /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g,
    ),
  ].map(([, path = ""]) => join(dirname(file), path));

/**
 * The rooms of a folder by their floors, the highest first.
 * @throws Error when rooms use each other in a circle
 */
export function roomsOf(folder: string): Room[] {
  const uses = new Map<string, Set<string>>();
  const roomOf = (file: string) =>
    relative(folder, file)
      .split("/")[0]
      ?.replace(/\.[jt]s$/, "") ?? "";
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.[jt]s$/.test(name))
    .map((name) => join(folder, name));
  for (const file of files) {
    const room = roomOf(file);
    const imports = importsOf(file).filter(
      (path) => path.startsWith(`${folder}/`) && roomOf(path) !== room,
    );
    uses.set(
      room,
      new Set([...(uses.get(room) ?? []), ...imports.map(roomOf)]),
    );
  }
  const floorOf = (name: string, above: string[] = []): number => {
    if (above.includes(name))
      throw new Error(`A circle of rooms: ${[...above, name].join(" → ")}`);
    return (
      Math.max(
        -1,
        ...[...(uses.get(name) ?? [])].map((used) =>
          floorOf(used, [...above, name]),
        ),
      ) + 1
    );
  };
  return [...uses]
    .map(([name, used]) => ({
      name,
      uses: [...used].sort(),
      floor: floorOf(name),
    }))
    .sort((a, b) => b.floor - a.floor || (a.name < b.name ? -1 : 1));
}

/** The rooms as text: a line for each, with its floor and the rooms that it uses. */
export function picture(rooms: Room[]): string {
  const width = Math.max(...rooms.map(({ name }) => name.length));
  const lines = rooms.map(({ name, floor, uses }) =>
    `${String(floor).padStart(2)}  ${name.padEnd(width)}  ${uses.length > 0 ? "→ " : ""}${uses.join(" ")}`.trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}

/** The place of the picture in a document: a block of this language. */
export const block = /(?<=```rooms\n)[^]*?(?=```)/;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const document = "server/README.md";
  writeFileSync(
    document,
    readFileSync(document, "utf8").replace(block, picture(roomsOf("server"))),
  );
}
