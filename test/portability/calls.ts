import { randomUUID } from "node:crypto";
import { command } from "./command.ts";
import type { Trial } from "./tool.ts";

/** The calls of each program in `callers/`: what it prints behind the name of a call, as JSON. */
const expected = {
  // One element is good, and one has no name.
  batch: ["created", "failed", "missing_parameter"],
  missing: [404, "not_found"],
  // `tags` together with `add_tags`.
  invalid: [422, "validation_error"],
  // The phone before a change to null and after it.
  clear: ["+54 11 5555-0101", ""],
};

/**
 * Runs a program of `callers/` against the server, and compares what it prints. Its page of events
 * has one of a type that no client knows: it prints all types, and the email in the first
 * `contact.created`.
 * @throws Error that names the calls that went wrong
 */
export async function makeCalls(
  { folder, world }: Trial,
  [program = "", ...args]: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const { data } = world.sent.events as {
    data: { type: string; data: { email?: string } }[];
  };
  const first = data.find(({ type }) => type === "contact.created");
  const all: Record<string, unknown> = {
    ...expected,
    events: [data.map(({ type }) => type), first?.data.email],
  };
  const id = world.env["CONTACT_ID"] ?? "";
  const printed = await command(program, args, {
    cwd: folder,
    env: {
      ...world.env,
      EMAIL: `${randomUUID()}@example.com`,
      MISSING_ID: id.slice(0, -1) + (id.endsWith("0") ? "1" : "0"),
      ...env,
    },
    timeout: 120,
  });
  const lines = printed.split("\n");
  const faults = Object.entries(all).flatMap(([call, values]) => {
    const line = lines.find((each) => each.startsWith(`${call} `));
    const answer = line?.slice(call.length + 1) ?? "nothing";
    return isSame(answer, values) ? [] : `${call}: it printed ${answer}`;
  });
  if (faults.length > 0) throw new Error(faults.join("; "));
}

const isSame = (answer: string, values: unknown): boolean => {
  try {
    return JSON.stringify(JSON.parse(answer)) === JSON.stringify(values);
  } catch {
    return false;
  }
};
