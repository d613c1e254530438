import { getLineColLocation } from "@redocly/openapi-core";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { lintCore } from "../../../openapi/lint/core.ts";
import { temporaryFolder } from "../../support/folder.ts";

/** A mistake in a contract. */
export interface Mistake {
  wrong: string;
  contract: object;
  /** The version of OpenAPI, 3.1.2 by default. */
  openapi?: string;
  /** Level, rule and message of the only problem. */
  problem: string;
  /** The line of the problem. */
  line: string;
  /** The contract without the mistake. */
  right: object;
  /** A rule that reports something else of both contracts. */
  ignored?: string;
}

/** The responses of an operation that has nothing to show. */
export const responses = { "204": { description: "Done." } };

/** Creates a contract with one operation. */
export const withOperation = (operation: object, more: object = {}) => ({
  paths: {
    "/ships": { get: { operationId: "list", responses, ...operation } },
  },
  ...more,
});

/** Creates a contract with one schema. */
export const withSchema = (schema: object) =>
  withOperation({}, { components: { schemas: { Ship: schema } } });

/** Tests that lint reports each mistake, and nothing in the contract without it. */
export function testMistakes(mistakes: Mistake[]): void {
  const file = join(temporaryFolder(afterAll), "contract.yaml");

  async function problemsOf(
    contract: object,
    openapi: string,
    ignored: string,
  ) {
    const info = { title: "Harbour", version: "1.0.0" };
    const text = stringify(
      { openapi, info, ...contract },
      { aliasDuplicateObjects: false },
    );
    writeFileSync(file, text);
    const lines = text.split("\n");
    const problems = await lintCore(file);
    const others = problems.filter((each) => each.ruleId !== ignored);
    return others.map((found) => {
      const { severity, ruleId, message, location, suggest } = found;
      const [place] = location;
      const { line } = place ? getLineColLocation(place).start : { line: 0 };
      const [meant] = suggest;
      const hint = meant === undefined ? "" : ` (${meant}?)`;
      return {
        problem: `${severity} ${ruleId}: ${message}${hint}`,
        line: lines[line - 1]?.trim(),
      };
    });
  }

  test.each(mistakes)(
    "$wrong",
    async ({ contract, openapi = "3.1.2", ignored = "", ...expected }) => {
      const { problem, line, right } = expected;
      const found = await problemsOf(contract, openapi, ignored);
      expect(found).toEqual([{ problem, line }]);
      expect(await problemsOf(right, openapi, ignored)).toEqual([]);
    },
  );
}
