import { describe, expect, test } from "vitest";
import { checkSchemas } from "../../../openapi/generate/check-schemas.ts";
import { contract } from "../../support/at.ts";
import type { Json } from "../../support/at.ts";

describe("a broken contract is not generated from; the message names the place", () => {
  const broken = (change: (document: Json) => void) => {
    const document = structuredClone(contract);
    change(document);
    checkSchemas(document);
  };

  test.each<[string, (document: Json) => void, RegExp]>([
    [
      "a misspelt type",
      (d) => (d.components.schemas.Phone.type = "strin"),
      /#\/components\/schemas\/Phone: .*type/,
    ],
    ["a bound that is no number", (d) => (d.components.schemas.Phone.maxLength = "64"), /Phone: .*maxLength/],
    [
      "a pattern that is none",
      (d) => (d.components.schemas.Phone.pattern = "["),
      /Phone: .*[Ii]nvalid regular expression/,
    ],
    [
      "a format that is none",
      (d) => (d.components.schemas.Phone.format = "telephone"),
      /Phone: there is no format telephone/,
    ],
    [
      "a reference to nothing",
      (d) => (d.components.schemas.Contact.properties.phone.$ref = "#/components/schemas/Nobody"),
      /Nobody/,
    ],
    [
      "a parameter's schema",
      (d) => (d.components.parameters.Limit.schema.minimum = "1"),
      /parameters\/Limit\/schema: .*minimum/,
    ],
  ])("%s", (_, change, message) => {
    expect(() => broken(change)).toThrow(message);
  });
});
