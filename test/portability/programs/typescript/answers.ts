// How the programs of this folder answer the harness.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const env = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
};

/** Prints what `ask` gives as JSON, or the first line of what went wrong. It is given an email of its own. */
export async function answer(question: string, ask: (email: string) => Promise<unknown>): Promise<void> {
  try {
    const value = await ask(`${question}.${env("RUN")}@example.com`);
    console.log(`${question} ok ${JSON.stringify(value)}`);
  } catch (error) {
    console.log(`${question} failed ${String(error).replace(/\s+/g, " ").slice(0, 300)}`);
  }
}

/** What is created, but for the email. */
export const fields = {
  name: env("NAME"),
  tags: ["mayorista", "vip"],
  custom_fields: JSON.parse(env("CUSTOM_FIELDS")) as Record<string, string | number>,
};

/** The examples of the webhooks, each with the name of its model: of its type, or of the first word of the types that share a schema. */
export const examples = (): { model: string; event: object }[] =>
  readdirSync(env("EXAMPLES"))
    .sort()
    .map((file) => {
      const event = JSON.parse(readFileSync(join(env("EXAMPLES"), file), "utf8")) as { type: string };
      const [word = ""] = event.type.split(".");
      const others: Record<string, string> = {
        "contact.deleted": "ContactDeletedEvent",
        webhook: "TestEvent",
      };
      const model = others[event.type] ?? others[word] ?? `${word[0]?.toUpperCase()}${word.slice(1)}Event`;
      return { model, event };
    });
