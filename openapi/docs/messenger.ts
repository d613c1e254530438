import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { safe } from "../html.ts";
import type { Contract } from "../model/contract.ts";
import type { Page } from "./page.ts";

/*
 * The parts of the docs about the messenger of this API.
 */

/** The start of the paths of the demo: a script and the text of its page. */
const demo = fileURLToPath(
  new URL("../../client/demo/messenger-demo", import.meta.url),
);

/** Returns true when the text of a contract links to the demo. */
export const hasDemo = ({ info }: Contract): boolean =>
  info.description.includes("(messenger-demo.html)");

/** The scripts of the demo. */
export const demoScripts = { "messenger-demo": `${demo}.ts` };

/** Returns the page of the demo, which uses the client. */
export const demoPage = (): Page => ({
  name: "messenger-demo",
  title: "Messenger demo",
  description:
    "Write to the team as a visitor of a website, and see it respond.",
  kind: "chapter",
  main: safe(readFileSync(`${demo}.html`, "utf8")),
});

/** The card of the messenger on the start page. */
export const messengerCard = {
  messenger: [
    "Messenger",
    "Let visitors of your website write to the team from the browser.",
  ],
};

/** Chapter about the messenger → its tag. */
export const messengerSubjects = { "messenger-on-your-website": "Messenger" };
