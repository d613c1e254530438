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

/** The examples of the webhooks, and what each tells of: the first word of its type. */
export const examples = <Event extends { type: string } = { type: string }>() =>
  readdirSync(env("EXAMPLES"))
    .sort()
    .map((file) => JSON.parse(readFileSync(join(env("EXAMPLES"), file), "utf8")) as Event)
    .map((event) => ({ kind: event.type.split(".")[0] ?? "", event }));
