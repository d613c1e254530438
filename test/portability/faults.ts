import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { CommandFailed } from "./command.ts";
import type { Tool, Trial } from "./tool.ts";

const folder = fileURLToPath(new URL("faults/", import.meta.url));

/** A small contract that shows a fault of a tool. */
interface Fault {
  "x-fault": {
    /** One line for people. */
    shows: string;
    /** What the tool prints for it, or writes into a file; one of these where it is several tools. */
    text: string | string[];
  };
}

/** Gives what a file of `faults/` shows, when the tool still prints or writes it for that file; otherwise nothing. */
export async function proves(file: string, tool: Tool, trial: Trial): Promise<string | undefined> {
  const { "x-fault": fault, ...contract } = parse(readFileSync(folder + file, "utf8")) as Fault;
  const place = join(trial.folder, `fault-${file}`);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const json = join(place, "fault.json");
  writeFileSync(json, JSON.stringify(contract));
  const work = tool.generate ?? tool.check;
  const printed = await work?.({ ...trial, folder: place, contract: json, contract30: json }).then(
    String,
    outputOf,
  );
  const found = [printed ?? "", ...texts(place, json)].map(inOneLine);
  const shown = [fault.text].flat().some((text) => found.some((one) => one.includes(inOneLine(text))));
  return shown ? fault.shows : undefined;
}

const inOneLine = (text: string) => text.replace(/\s+/g, " ");
const outputOf = (error: unknown) => (error instanceof CommandFailed ? error.output : String(error));

/** The content of every file that was generated. */
const texts = (place: string, except: string) =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => file !== except)
    .map((file) => readFileSync(file, "utf8"));
