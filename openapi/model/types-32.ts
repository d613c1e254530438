import type { NodeType } from "@redocly/openapi-core";

type Types = Record<string, NodeType>;

const styles = [
  "form",
  "simple",
  "label",
  "matrix",
  "spaceDelimited",
  "pipeDelimited",
  "deepObject",
  "cookie",
];
const encodings = { name: "EncodingList", properties: {}, items: "Encoding" };

/** Completes Redocly's model of OpenAPI 3.2, which refuses parts that the version allows. */
export function typesOf32(types: Types, version: string): Types {
  if (version !== "oas3_2") return types;
  const { Response = empty, Parameter, Encoding, DeviceAuthorization } = types;
  return {
    ...types,
    Response: { ...Response, required: [] },
    Parameter: withProperties(Parameter, { style: { enum: styles } }),
    Encoding: withProperties(Encoding, {
      encoding: "EncodingMap",
      itemEncoding: "Encoding",
      prefixEncoding: encodings,
    }),
    // Redocly's own rules fail on the type that it gives to scopes.
    DeviceAuthorization: withProperties(DeviceAuthorization, {
      scopes: { type: "object", additionalProperties: { type: "string" } },
    }),
    NamedMediaTypes: {
      properties: {},
      additionalProperties: () => "MediaType",
    },
  };
}

const empty: NodeType = { properties: {} };

const withProperties = (
  type: NodeType = empty,
  properties: NodeType["properties"],
): NodeType => ({
  ...type,
  properties: { ...type.properties, ...properties },
});
