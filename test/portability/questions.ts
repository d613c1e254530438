import { firstCause } from "./command.ts";
import { created, type World } from "./world.ts";

/** A question about a generated client, which has a program in `programs/`. */
const questions = [
  "list",
  "create",
  "conflict",
  "contact",
  "events",
  "webhooks",
] as const;
type Question = (typeof questions)[number];

type Json =
  null | boolean | number | string | Json[] | { [field: string]: Json };

/**
 * Holds what a program printed, a line for each question, `QUESTION ok JSON` or `QUESTION failed
 * CAUSE`, against what was sent. It prints what its client decoded and encoded again, so a
 * difference is a loss.
 * @param unasked questions that the client has nothing for
 * @throws Error that names the first loss of each question
 */
export function checkAnswers(
  printed: string,
  world: World,
  unasked: Question[] = [],
): void {
  const faults = questions.flatMap((question) => {
    if (unasked.includes(question)) return [];
    const line = printed
      .split("\n")
      .find((each) => each.startsWith(`${question} `));
    if (line === undefined)
      return `${question}: the program ended before: ${firstCause(printed)}`;
    const [, answer = "", body = ""] = /^\w+ (\w+) (.*)/.exec(line) ?? [];
    const fault =
      answer === "ok"
        ? faultOf(question, JSON.parse(body) as Json, world)
        : body;
    return fault === undefined ? [] : `${question}: ${fault}`;
  });
  if (faults.length > 0) throw new Error(faults.join("; "));
}

function faultOf(
  question: Question,
  value: Json,
  { sent, env }: World,
): string | undefined {
  switch (question) {
    // Two pages, the second by the cursor of the first.
    case "list":
    // An event of each type, and one of a type that the client does not know among them.
    case "events":
    case "webhooks": {
      const body = sent[question] as Json;
      const invented = loss(value, body);
      return loss(body, value) ?? (invented && `never sent: ${invented}`);
    }
    // A field that the client does not know may be left out. What it knows has to be there.
    case "contact":
      return loss({ data: { ...sent.contact.data, shoe_size: null } }, value);
    case "create":
      return loss({ data: { ...created, city: "" } }, value);
    case "conflict":
      return loss(
        { error: { code: "conflict", contact_id: env["CONTACT_ID"] ?? "" } },
        value,
      );
  }
}

/** The first leaf of a body that another one lacks, or has with another value. */
function loss(body: Json, other: Json): string | undefined {
  const others = new Map(leavesOf(other));
  const [lost] = leavesOf(body).filter(
    ([path, leaf]) => others.get(path) !== leaf,
  );
  return lost && `${lost[0]}: ${others.get(lost[0])}, not ${lost[1]}`;
}

/**
 * The leaves of a body, each with its path: null and {} count as left out, and a timestamp may be
 * written in any way.
 */
function leavesOf(value: Json, path = ""): [path: string, leaf: string][] {
  if (value === null) return [];
  if (typeof value !== "object" || (Array.isArray(value) && value.length === 0))
    return [
      [
        path,
        timestamp.test(String(value))
          ? String(Date.parse(String(value)))
          : JSON.stringify(value),
      ],
    ];
  return Object.entries(value).flatMap(([name, each]) =>
    leavesOf(each, `${path}.${name}`),
  );
}

const timestamp =
  /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;
