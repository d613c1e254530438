import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { isNode, nodeIn, type Node } from "../model/node.ts";
import { inWordsOf31, schemaInWordsOf31 } from "../model/version-30.ts";
import type { UserContext } from "@redocly/openapi-core";
import { hasTypedDefault } from "./typed-defaults.ts";

/**
 * Creates a rule that the schema of a default accepts it: the server does not validate the defaults
 * that it fills in.
 * @param guide the end of a message, such as the section of the design guide
 */
export const validDefaults = (guide: string) => () => {
  let problemOf: (schema: Node) => string | undefined = () => undefined;
  let contractFile = "";
  return {
    Root: {
      enter(root: Node, { location }: UserContext) {
        problemOf = defaultCheck(root);
        contractFile = location.source.absoluteRef;
      },
    },
    Schema(schema: unknown, { location, report, specVersion }: UserContext) {
      if (!isNode(schema) || schema["default"] === undefined) return;
      const isReported = specVersion === "oas3_0" && !hasTypedDefault(schema);
      const isElsewhere = location.source.absoluteRef !== contractFile;
      // A schema of another file refers to schemas that are not compiled here.
      const isUnknown = isElsewhere && hasReference(JSON.stringify(schema));
      if (isReported || isUnknown) return;
      const problem = problemOf(schema);
      if (problem === undefined) return;
      report({
        message: `The default \`${JSON.stringify(schema["default"])}\` ${problem}${guide}`,
        location: location.child(["default"]),
      });
    },
  };
};

/**
 * Creates a function that returns the problem of the default of a schema, or undefined. Other rules
 * report a broken schema.
 * @param root the contract, to whose schemas a schema may refer
 */
function defaultCheck(root: Node): (schema: Node) => string | undefined {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    logger: false,
  });
  formats.default(ajv);
  return (schema) => {
    try {
      const converted = schemaInWordsOf31(schema, root["openapi"]);
      const text = JSON.stringify(converted);
      if (hasReference(text) && !ajv.getSchema("contract"))
        ajv.addSchema(schemasOf(root), "contract");
      const absolute = text.replaceAll('"$ref":"#/', '"$ref":"contract#/');
      const validate = ajv.compile(Object(JSON.parse(absolute)));
      if (validate(schema["default"])) return undefined;
      return validate.errors?.[0]?.message;
    } catch {
      return undefined;
    }
  };
}

/** Returns true when a schema, as JSON, refers to a part of its file. */
const hasReference = (text: string) => text.includes('"$ref":"#/');

/** Returns the part of a contract that has its schemas. */
function schemasOf(root: Node): Node {
  const schemas = nodeIn(nodeIn(root, "components"), "schemas");
  return inWordsOf31({ openapi: root["openapi"], components: { schemas } });
}
