import { firstOf } from "../model/collections.ts";
import type { Contract } from "../model/contract.ts";
import { refusedResponses } from "../generate/samples/refused-samples.ts";
import type { OtherMedia } from "./other-media.ts";

/** The places where the mock differs from the contract. */
export interface Found {
  /** Names of parameters. */
  unchecked: Set<string>;
  /** Names of parameters with JSON. */
  uncheckedJson: Set<string>;
  /** Patterns that JavaScript cannot read. */
  patterns: Set<string>;
  /** Headers of responses that are not sent. */
  unsent: Set<string>;
  /** True when values have references. */
  hasReferences: boolean;
  media: OtherMedia;
}

/**
 * Writes the notes about the differences of the mock, a short one for each kind.
 * @param silent operations without any response
 */
export const notesFor = (
  found: Found,
  contract: Contract,
  silent: string[],
): string[] => [
  ...notesOfFound(found),
  ...notesOfRefused(contract),
  ...notesOfSilent(silent),
];

function notesOfFound(found: Found) {
  const { unchecked, uncheckedJson, hasReferences, media } = found;
  const { patterns, unsent } = found;
  const notes: string[] = [];
  const names = (set: Set<string>) =>
    firstOf([...set].map((name) => `\`${name}\``));
  if (unchecked.size > 0)
    notes.push(`The mock takes any text for ${names(unchecked)}.`);
  if (uncheckedJson.size > 0)
    notes.push(`The mock does not check the JSON in ${names(uncheckedJson)}.`);
  if (patterns.size > 0)
    notes.push(
      `The mock does not check ${names(patterns)}, which JavaScript cannot read.`,
    );
  if (unsent.size > 0)
    notes.push(
      `The mock sends ${names(unsent)} as its own transfer needs, and not as the contract says.`,
    );
  if (media.unchecked.size > 0)
    notes.push(`The mock takes any body of ${names(media.unchecked)}.`);
  if (media.uncheckedFields.size > 0)
    notes.push(
      `The mock takes any text for ${names(media.uncheckedFields)} of forms.`,
    );
  if (media.writtenAsJson.size > 0)
    notes.push(
      `The mock writes bodies of ${names(media.writtenAsJson)} as lines of JSON.`,
    );
  if (hasReferences)
    notes.push(
      "The mock leaves `$ref` out of values, as Prism would follow it.",
    );
  return notes;
}

function notesOfRefused(contract: Contract): string[] {
  const refused = refusedResponses(contract);
  if (refused.length === 0) return [];
  return [
    `The mock responds with a value that the contract refuses for ${firstOf(refused)}: give an \`example\` there that fits.`,
  ];
}

const notesOfSilent = (silent: string[]): string[] =>
  silent.length === 0
    ? []
    : [
        `The mock responds with 200 and no body to ${firstOf(silent)}, of which the contract lists no response.`,
      ];
