import { distance } from "fastest-levenshtein";
import { fileVariables, settingTypes } from "./names.ts";

/** The number of characters in which a misspelt name and the name that was meant may differ. */
const maxDifference = 2;
/** Shorter names are like names of other programs: HOME is two characters from HOST. */
const minLength = 8;

const known = [...Object.keys(settingTypes), ...Object.values(fileVariables)];

/** Returns a sentence for each variable that is no setting, but has nearly the name of one. */
export function misspeltSettings(environment: NodeJS.ProcessEnv): string[] {
  const sentences: string[] = [];
  for (const name of Object.keys(environment)) {
    if (known.includes(name)) continue;
    const meant = known.find((setting) => isLike(name, setting));
    if (meant === undefined) continue;
    sentences.push(
      `${name} is not a setting of this server. Did you mean ${meant}?`,
    );
  }
  return sentences;
}

function isLike(name: string, setting: string): boolean {
  if (name.toUpperCase() === setting) return true;
  if (setting.length < minLength) return false;
  return distance(name, setting) <= maxDifference;
}
