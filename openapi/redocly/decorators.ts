import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { withChapters } from "../docs/chapters.ts";
import { complete } from "../model/complete.ts";
import type { Body, Contract, Draft } from "../model/contract.ts";
import { fillTexts } from "../model/fill-texts.ts";
import type { Node } from "../model/node.ts";
import knownConditions from "../rules/known-conditions.ts";
import knownMarks from "../rules/known-marks.ts";
import type { Context } from "./redocly.ts";

/** What is done before lint checks the contract, and before the docs and the mock get it. */
export const preprocessors = {
  /** These two before `complete`, which takes out what they check. */
  "known-conditions": knownConditions,
  "known-marks": knownMarks,
  /** Fills in what rules compute. */
  complete: () => ({
    Root: {
      leave: (root: Node, { location }: Context) => {
        const folder = dirname(location.source.absoluteRef);
        complete(root, (path) => readFileSync(join(folder, path), "utf8"));
      },
    },
  }),
};

export const decorators = {
  /** Gives a request body the description of its schema, for the docs only: Redoc shows none of a body's own schema. */
  "body-descriptions": () => ({
    RequestBody: {
      leave: (body: Draft<Body>, context: Context) => {
        const [media] = Object.values(body.content ?? {});
        const described = media?.schema && context.resolve(media.schema).node?.description;
        if (described !== undefined) body.description ??= described;
      },
    },
  }),
  /** Appends the chapters of openapi/introduction.md to the description of the API, for the docs only. */
  "docs-chapters": () => ({
    Root: {
      leave: (root: Contract) => {
        root.info.description = withChapters(root);
      },
    },
  }),
  /** Writes the numbers of the contract into its descriptions, for the docs and the mock. */
  "fill-texts": () => ({ Root: { leave: fillTexts } }),
  /**
   * States the JSON Schema dialect, for the mock only: without it Prism falls back to draft-07 and ignores keywords such as
   * unevaluatedProperties.
   */
  "json-schema-dialect": () => ({
    Root: {
      leave: (root: { jsonSchemaDialect?: string }) => {
        root.jsonSchemaDialect = "https://json-schema.org/draft/2020-12/schema";
      },
    },
  }),
};
