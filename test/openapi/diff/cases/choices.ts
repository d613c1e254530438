import { response, request, table } from "./case.ts";

const cat =
  "Cat: { type: object, required: [kind], properties: { kind: { const: cat }, lives: { type: integer } } }";
const dog =
  "Dog: { type: object, required: [kind], properties: { kind: { const: dog }, tricks: { type: integer } } }";
const to = (name: string) => `{ $ref: "#/components/schemas/${name}" }`;
const union = (mapping: string, propertyName = "kind", names = "Cat Dog") => `use:
  oneOf: [${names.split(" ").map(to).join(", ")}]
  discriminator: { propertyName: ${propertyName}, mapping: ${mapping} }
${cat}\n${dog}\nBird: { type: object, required: [kind], properties: { kind: { const: bird } } }`;
/** A base that names its subtypes by its discriminator alone. */
const family = (mapping: string, use = "Pet") => `use: ${to(use)}
Pet: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind${mapping} } }
Cat: { allOf: [${to("Pet")}, { type: object, properties: { lives: { type: integer } } }] }
Dog: { allOf: [${to("Pet")}, { type: object, properties: { tricks: { type: integer } } }] }`;
const mapping = ", mapping: { dog: Dog, cat: '#/components/schemas/Cat' }";
const forgotten = (contract: string) => contract.replace("{ tricks: { type: integer } }", "{}");

/** Choices that clients send. */
export const requestChoices = table(
  "choices in requests",
  request,
  `
harmless | a branch is added | more is accepted
- ${union("{}")}
+ ${union("{}", "kind", "Cat Dog Bird")}
breaking | a branch is removed | calls with it are refused
- ${union("{}", "kind", "Cat Dog Bird")}
+ ${union("{}")}
breaking | a branch narrows | calls with other lives are refused
- ${union("{}")}
+ ${union("{}").replace("lives: { type: integer }", "lives: { type: integer, maximum: 9 }")}
breaking | allOf gains a part | what it refuses was accepted
- { allOf: [{ type: object }] }
+ { allOf: [{ type: object }, { required: [a] }] }
harmless | allOf loses a part | more is accepted
- { allOf: [{ type: object }, { required: [a] }] }
+ { allOf: [{ type: object }] }
breaking | the discriminator reads another field | calls with the old one are not understood
- ${union("{}")}
+ ${union("{}", "type")}
breaking | a value is mapped to another schema | calls with it are held against another schema
- ${union("{ c: Cat }")}
+ ${union("{ c: Dog }")}
breaking | a mapping is removed | calls with its value are refused
- ${union("{ c: Cat, d: Dog }")}
+ ${union("{ c: Cat }")}
harmless | a mapping is added | more is accepted
- ${union("{ c: Cat }")}
+ ${union("{ c: Cat, d: Dog }")}
breaking | a subtype that the discriminator names requires more | calls with its value are refused
- ${family(mapping)}
+ ${family(mapping).replace("properties: { tricks", "required: [tricks], properties: { tricks")}
`,
);

/** Choices that clients get. */
export const responseChoices = table(
  "choices in responses",
  response,
  `
breaking | a branch is added | clients do not know the kind
- ${union("{}")}
+ ${union("{}", "kind", "Cat Dog Bird")}
harmless | a branch is removed | fewer kinds come
- ${union("{}", "kind", "Cat Dog Bird")}
+ ${union("{}")}
breaking | a field of a branch is removed | clients read it
- ${union("{}")}
+ ${union("{}").replace(", lives: { type: integer }", "")}
breaking | a part of allOf goes | clients read what it required
- { allOf: [{ type: object }, { required: [a] }] }
+ { allOf: [{ type: object }] }
refactor | a mapping is told by reference | the name is the reference's last part
- ${union("{ c: Cat }")}
+ ${union("{ c: '#/components/schemas/Cat' }")}
breaking | a branch may be null | clients read its fields
- ${union("{}")}
+ ${union("{}").replace("oneOf: [", "oneOf: [{ type: 'null' }, ")}
breaking | a subtype that the discriminator names loses a field | clients read it
- ${family(mapping)}
+ ${forgotten(family(mapping))}
breaking | a subtype that extends the base loses a field | clients read it
- ${family("")}
+ ${forgotten(family(""))}
harmless | a subtype that does not come here loses a field | nobody gets it
- ${family(mapping, "Cat")}
+ ${forgotten(family(mapping, "Cat"))}
refactor | subtypes are named by the mapping as by their names | the same schemas are meant
- ${family("")}
+ ${family(", mapping: { Dog: Dog, Cat: Cat }")}
`,
);
