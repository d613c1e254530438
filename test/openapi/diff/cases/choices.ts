import { schemas } from "./case.ts";

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
export const requestChoices = schemas(
  "choices in requests",
  `
a branch is added | ${union("{}", "kind", "Cat Dog Bird")} >> ${union("{}")}
a branch narrows | ${union("{}")} >>
  ${union("{}").replace("lives: { type: integer }", "lives: { type: integer, maximum: 9 }")}
allOf gains a part | { allOf: [{ type: object }] } >> { allOf: [{ type: object }, { required: [a] }] }
the discriminator reads another field | ${union("{}")} !! ${union("{}", "type")}
a value is mapped to another schema | ${union("{ c: Cat }")} !! ${union("{ c: Dog }")}
a mapping is removed | ${union("{ c: Cat, d: Dog }")} >> ${union("{ c: Cat }")}
a subtype that the discriminator names requires more | ${family(mapping)} >>
  ${family(mapping).replace("properties: { tricks", "required: [tricks], properties: { tricks")}
`,
);

/** Choices that clients get. */
export const responseChoices = schemas(
  "choices in responses",
  `
a field of a branch is removed | ${union("{}")} ~~/>> ${union("{}").replace(", lives: { type: integer }", "")}
a discriminator goes | ${union("{ c: Cat, d: Dog }")} ~~/>> ${union("{ c: Cat, d: Dog }").replace(/\n {2}discriminator:.*/, "")}
a mapping is told by reference | ${union("{ c: Cat }")} == ${union("{ c: '#/components/schemas/Cat' }")}
a branch may be null | ${union("{}").replace("oneOf: [", "oneOf: [{ type: 'null' }, ")} >> ${union("{}")}
a subtype that the discriminator names loses a field | ${family(mapping)} ~~/>> ${forgotten(family(mapping))}
a subtype that extends the base loses a field | ${family("")} ~~/>> ${forgotten(family(""))}
a subtype that does not come here loses a field | ${family(mapping, "Cat")} ~~ ${forgotten(family(mapping, "Cat"))}
subtypes are named by the mapping as by their names | ${family("")} == ${family(", mapping: { Dog: Dog, Cat: Cat }")}
`,
);
