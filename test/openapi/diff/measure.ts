import { compareContracts } from "../../../openapi/diff/compare/contracts.ts";
import { openContract } from "../../../openapi/diff/contract/contract.ts";
import { type Finding, findingsOf } from "../../../openapi/diff/findings.ts";
import { defaultLevels } from "../../../openapi/diff/levels.ts";
import * as branchesWithMore from "./cases/branches-with-more.ts";
import * as conditions from "./cases/conditions.ts";
import * as contracts from "./cases/contracts.ts";
import * as exclusions from "./cases/exclusions.ts";
import * as forms from "./cases/forms.ts";
import * as listsOfValues from "./cases/lists-of-values.ts";
import * as mediaRanges from "./cases/media-ranges.ts";
import * as movedServers from "./cases/moved-servers.ts";
import * as names from "./cases/names.ts";
import * as notations from "./cases/notations.ts";
import * as numbers from "./cases/numbers.ts";
import * as operations from "./cases/operations.ts";
import * as overlaps from "./cases/overlaps.ts";
import * as patternsOfNames from "./cases/patterns-of-names.ts";
import * as resources from "./cases/resources.ts";
import * as schemas from "./cases/schemas.ts";
import * as subtypes from "./cases/subtypes.ts";
import * as texts from "./cases/texts.ts";
import * as version30 from "./cases/version-30.ts";
import * as webhooks from "./cases/webhooks.ts";
import * as xml from "./cases/xml.ts";
import type { Case } from "./cases/case.ts";

/** Every pair on which the diff is measured, in 3.1, in 3.0 and across. */
export const cases: Case[] = [
  branchesWithMore,
  conditions,
  contracts,
  exclusions,
  forms,
  listsOfValues,
  mediaRanges,
  movedServers,
  names,
  notations,
  numbers,
  operations,
  overlaps,
  patternsOfNames,
  resources,
  schemas,
  subtypes,
  texts,
  version30,
  webhooks,
  xml,
].flatMap((topics) => Object.values(topics).flat());

/** Returns the findings between two contracts, each as the text of one file. */
export function findingsBetween(
  before: string,
  after: string,
  levelOf = defaultLevels,
): Finding[] {
  const open = (path: string, text: string) =>
    openContract({
      path,
      nameOf: (name) => name,
      read: (name) => (name === path ? text : undefined),
    });
  const base = open("before.yaml", before);
  const head = open("after.yaml", after);
  const parts = compareContracts(base, head, "2026-01-01");
  return findingsOf(base, head, parts, levelOf);
}

/** Returns the findings between two contracts that are breaks. */
export const breaksBetween = (before: string, after: string): Finding[] =>
  findingsBetween(before, after).filter(({ is }) => is === "breaking");

/** Counts the correct answers of a tool: for each case, whether it reported a break. */
export function score(tried: Case[], breaks: boolean[]): string {
  const count = (kind: Case["kind"]) => {
    const found = tried.flatMap((one, i) =>
      one.kind === kind ? [breaks[i]] : [],
    );
    return `${found.filter(Boolean).length} of ${found.length}`;
  };
  const alarms = (["addition", "harmless", "refactor"] as const).map(
    (kind) => `${kind} ${count(kind)}`,
  );
  return `breaking found ${count("breaking")}, false alarms: ${alarms.join(", ")}`;
}
