import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { readdirSync } from "node:fs";
import { extensions } from "../model/extensions.ts";
import { isNode, type Node } from "../model/node.ts";
import { namesIn } from "../model/pointer.ts";
import type { UserContext } from "@redocly/openapi-core";
import { closest } from "./closest.ts";

/** Extensions that `npm run generate` adds to the published contract. */
const generatedExtensions = new Set(["x-codeSamples"]);

/** Types of Redocly whose keys are names of the API, which may begin with `x-`. */
const typesOfMaps = /Map$|^Named|Properties$|^SecurityRequirement$/;

/** The values of `x-client`: the files of the client's folder. */
const clients = readdirSync(new URL("../../client", import.meta.url)).flatMap(
  (file) => /^([a-z]+)\.ts$/.exec(file)?.[1] ?? [],
);

const ajv = new Ajv2020({
  strictTypes: false,
  allErrors: true,
  verbose: true,
  $data: true,
});
formats.default(ajv, { keywords: true });
const valueSchemas = Object.fromEntries(
  Object.entries(extensions).map(([name, { value }]) => [name, value]),
);
const validateValues = ajv.compile({
  properties: { ...valueSchemas, "x-client": { enum: clients } },
});

/** A problem of an extension. */
interface ExtensionProblem {
  /** The name of the extension, and the names that lead to the problem in its value. */
  path: string[];
  message: string;
  suggest?: string[];
  /** True when the name is wrong, and not the value. */
  isKey?: boolean;
}

/**
 * Checks that each extension exists (model/extensions.ts), has a valid value, and is on an object
 * that may have it. Design guide: openapi/README.md#extensions
 */
export default function knownExtensions() {
  let root: unknown;
  return {
    any: (node: unknown, context: UserContext) => {
      root ??= node;
      const { type } = context;
      // Redocly visits the root in the place of a broken reference.
      const isBrokenReference = node === root && type.name !== "Root";
      if (!isNode(node) || typesOfMaps.test(type.name) || isBrokenReference)
        return;
      const isWebhook = context.location.pointer.startsWith("#/webhooks/");
      const isEvent = type.name === "Operation" && isWebhook;
      const problems = [
        ...misplacedIn(node, isEvent ? "Webhook" : type.name),
        ...invalidValuesIn(node),
      ];
      const reported = new Set<string>();
      for (const { path, message, suggest = [], isKey } of problems) {
        const [name = ""] = path;
        if (reported.has(name)) continue;
        reported.add(name);
        const location = context.location.child(path);
        context.report({
          message: `${message}. See openapi/README.md#extensions`,
          suggest,
          location: isKey || path.length === 1 ? location.key() : location,
        });
      }
    },
  };
}

/** Finds the extensions that do not exist, or not on an object of this type. */
function misplacedIn(node: Node, type: string): ExtensionProblem[] {
  const problems: ExtensionProblem[] = [];
  for (const name of Object.keys(node)) {
    if (!name.startsWith("x-") || generatedExtensions.has(name)) continue;
    const extension = extensions[name];
    if (!extension)
      problems.push({
        path: [name],
        message: `There is no extension \`${name}\``,
        suggest: closest(name, Object.keys(extensions)),
      });
    else if (extension.on && !extension.on.includes(type))
      problems.push({
        path: [name],
        message: `\`${name}\` means nothing here: it is for ${extension.on.join(", ")}`,
      });
  }
  return problems;
}

function invalidValuesIn(node: Node): ExtensionProblem[] {
  if (validateValues(node)) return [];
  return (validateValues.errors ?? []).map(problemOf);
}

/** Converts an error of Ajv. */
function problemOf(error: ErrorObject): ExtensionProblem {
  const { keyword, params, data, message = "", parentSchema } = error;
  const path = namesIn(error.instancePath);
  const name = `\`${path.join(".")}\``;
  if (keyword === "const")
    return { path, message: `${name} must be ${params["allowedValue"]}` };
  if (keyword === "enum") {
    const values = [params["allowedValues"]].flat().map(String);
    return {
      path,
      message: `${name} must be one of ${values.join(", ")}`,
      suggest: closest(String(data), values),
    };
  }
  if (keyword !== "additionalProperties")
    return { path, message: `${name} ${message}` };
  const unknown = String(params["additionalProperty"]);
  const fullPath = [...path, unknown];
  const properties = Object.keys(Object(parentSchema?.["properties"]));
  return {
    path: fullPath,
    message: `\`${fullPath.join(".")}\` means nothing`,
    suggest: closest(unknown, properties),
    isKey: true,
  };
}
