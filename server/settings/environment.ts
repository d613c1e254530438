import { readFileSync } from "node:fs";
import { fileVariables, type Setting } from "./names.ts";

/** The text of a setting. */
export interface SettingText {
  text: string;
  /**
   * The variable that names the file which holds the text; undefined when the environment holds it.
   */
  fileVariable?: string;
}

/**
 * Finds the text of each setting that is set: in the environment, or in a file that the environment
 * names.
 * @param errors gets a sentence for each file that cannot be used
 */
export function findTexts(
  environment: NodeJS.ProcessEnv,
  errors: string[],
): (name: Setting) => SettingText | undefined {
  const files = readFiles(environment, errors);
  return (name) => {
    const text = environment[name]?.trim();
    return text ? { text } : files.get(name);
  };
}

function readFiles(
  environment: NodeJS.ProcessEnv,
  errors: string[],
): Map<string, SettingText> {
  const files = new Map<string, SettingText>();
  for (const [name, fileVariable] of Object.entries(fileVariables)) {
    const file = environment[fileVariable];
    if (file === undefined || file === "") continue;
    if (environment[name])
      errors.push(`Set ${name} or ${fileVariable}, not both: both are set.`);
    const text = readText(file, fileVariable, errors);
    if (text) files.set(name, { text, fileVariable });
  }
  return files;
}

function readText(
  file: string,
  fileVariable: string,
  errors: string[],
): string | undefined {
  try {
    const text = readFileSync(file, "utf8").trim();
    if (text === "")
      errors.push(`${fileVariable} must name a file that is not empty.`);
    return text;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : error;
    errors.push(
      `${fileVariable} must name a file that can be read (${String(code)}).`,
    );
    return undefined;
  }
}
