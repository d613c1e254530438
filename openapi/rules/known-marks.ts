import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { readdirSync } from "node:fs";
import { isNode, namesIn, type Node } from "../model/node.ts";
import { marks } from "../model/marks.ts";
import type { UserContext } from "@redocly/openapi-core";
import { closest } from "./known-names.ts";

/** The extensions that `npm run generate` adds to what is published. */
const ofPublished = new Set(["x-codeSamples"]);

/** The names in these are those of the API, and may begin with `x-`. */
const ofNames = /Map$|^Named|Properties$|^SecurityRequirement$/;

const ajv = new Ajv2020({
  strictTypes: false,
  allErrors: true,
  verbose: true,
  $data: true,
});
formats.default(ajv, { keywords: true });
const types = Object.fromEntries(
  Object.entries(marks).map(([name, { value }]) => [name, value]),
);
const clients = readdirSync(new URL("../../client", import.meta.url)).flatMap(
  (file) => /^([a-z]+)\.ts$/.exec(file)?.[1] ?? [],
);
const haveTheirTypes = ajv.compile({
  properties: { ...types, "x-client": { enum: clients } },
});

/**
 * Each extension is one of model/marks.ts, has a value of its type, and stands where it has a meaning.
 * Design guide: openapi/README.md#extensions
 */
export default function knownMarks() {
  let root: unknown;
  return {
    any: (node: unknown, context: UserContext) => {
      root ??= node;
      const isWrongReference = node === root && context.type.name !== "Root";
      if (!isNode(node) || ofNames.test(context.type.name) || isWrongReference)
        return;
      const isWebhook = context.location.pointer.startsWith("#/webhooks/");
      const type =
        context.type.name === "Operation" && isWebhook
          ? "Webhook"
          : context.type.name;
      const reported = new Set<string>();
      for (const { path, says, suggest, isKey } of [
        ...misplacedIn(node, type),
        ...wrongIn(node),
      ]) {
        const [name = "", ...inside] = path;
        if (reported.has(name)) continue;
        reported.add(name);
        const location = context.location.child(path);
        context.report({
          message: `${says}. See openapi/README.md#extensions`,
          suggest: suggest ?? [],
          location: isKey || inside.length === 0 ? location.key() : location,
        });
      }
    },
  };
}

/** What is wrong with a mark, and where in it. */
interface Wrong {
  /** The name of the mark, and those that lead further. */
  path: string[];
  says: string;
  suggest?: string[];
  /** Whether the name is wrong, and not its value. */
  isKey?: boolean;
}

/** The marks that do not exist, or not on what they stand on. */
const misplacedIn = (node: Node, type: string): Wrong[] =>
  Object.keys(node).flatMap((name) => {
    const mark = marks[name];
    const path = [name];
    if (
      !name.startsWith("x-") ||
      ofPublished.has(name) ||
      (mark && !mark.on) ||
      mark?.on?.includes(type)
    )
      return [];
    return mark
      ? [
          {
            path,
            says: `\`${name}\` means nothing here: it is for ${mark.on?.join(", ")}`,
          },
        ]
      : [
          {
            path,
            says: `There is no mark \`${name}\``,
            suggest: closest(name, Object.keys(marks)),
          },
        ];
  });

const wrongIn = (node: Node): Wrong[] =>
  haveTheirTypes(node) ? [] : (haveTheirTypes.errors ?? []).map(wrongBy);

function wrongBy({
  instancePath,
  keyword,
  params,
  data,
  message = "",
  parentSchema,
}: ErrorObject): Wrong {
  const path = namesIn(instancePath);
  const must = (what: string) => ({
    path,
    says: `\`${path.join(".")}\` must be ${what}`,
  });
  if (keyword === "const") return must(String(params["allowedValue"]));
  if (keyword === "enum") {
    const values = [params["allowedValues"]].flat().map(String);
    return {
      ...must(`one of ${values.join(", ")}`),
      suggest: closest(String(data), values),
    };
  }
  if (keyword !== "additionalProperties")
    return { path, says: `\`${path.join(".")}\` ${message}` };
  path.push(String(params["additionalProperty"]));
  const properties = Object.keys(Object(parentSchema?.["properties"]));
  const suggest = closest(path.at(-1) ?? "", properties);
  return {
    path,
    says: `\`${path.join(".")}\` means nothing`,
    suggest,
    isKey: true,
  };
}
