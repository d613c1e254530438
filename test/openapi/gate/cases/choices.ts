import { answer, request, table } from "./case.ts";

const cat =
  "Cat: { type: object, required: [kind], properties: { kind: { const: cat }, lives: { type: integer } } }";
const dog =
  "Dog: { type: object, required: [kind], properties: { kind: { const: dog }, tricks: { type: integer } } }";
const to = (name: string) => `{ $ref: "#/components/schemas/${name}" }`;
const union = (mapping: string, propertyName = "kind", names = "Cat Dog") => `use:
  oneOf: [${names.split(" ").map(to).join(", ")}]
  discriminator: { propertyName: ${propertyName}, mapping: ${mapping} }
${cat}\n${dog}\nBird: { type: object, required: [kind], properties: { kind: { const: bird } } }`;

/** Choices that clients send. */
export const requestChoices = table("choices in requests", request, [
  ["a branch is added", "harmless", "more is accepted", union("{}"), union("{}", "kind", "Cat Dog Bird")],
  [
    "a branch is removed",
    "breaking",
    "calls with it are refused",
    union("{}", "kind", "Cat Dog Bird"),
    union("{}"),
  ],
  [
    "a branch narrows",
    "breaking",
    "calls with other lives are refused",
    union("{}"),
    union("{}").replace("lives: { type: integer }", "lives: { type: integer, maximum: 9 }"),
  ],
  [
    "allOf gains a part",
    "breaking",
    "what it refuses was accepted",
    "{ allOf: [{ type: object }] }",
    "{ allOf: [{ type: object }, { required: [a] }] }",
  ],
  [
    "allOf loses a part",
    "harmless",
    "more is accepted",
    "{ allOf: [{ type: object }, { required: [a] }] }",
    "{ allOf: [{ type: object }] }",
  ],
  [
    "the discriminator reads another member",
    "breaking",
    "calls with the old one are not understood",
    union("{}"),
    union("{}", "type"),
  ],
  [
    "a value is mapped to another schema",
    "breaking",
    "calls with it are held against another schema",
    union("{ c: Cat }"),
    union("{ c: Dog }"),
  ],
  [
    "a mapping is removed",
    "breaking",
    "calls with its value are refused",
    union("{ c: Cat, d: Dog }"),
    union("{ c: Cat }"),
  ],
  ["a mapping is added", "harmless", "more is accepted", union("{ c: Cat }"), union("{ c: Cat, d: Dog }")],
]);

/** Choices that clients get. */
export const answerChoices = table("choices in answers", answer, [
  [
    "a branch is added",
    "breaking",
    "clients do not know the kind",
    union("{}"),
    union("{}", "kind", "Cat Dog Bird"),
  ],
  ["a branch is removed", "harmless", "fewer kinds come", union("{}", "kind", "Cat Dog Bird"), union("{}")],
  [
    "a member of a branch is removed",
    "breaking",
    "clients read it",
    union("{}"),
    union("{}").replace(", lives: { type: integer }", ""),
  ],
  [
    "a part of allOf goes",
    "breaking",
    "clients read what it required",
    "{ allOf: [{ type: object }, { required: [a] }] }",
    "{ allOf: [{ type: object }] }",
  ],
  [
    "a mapping is told by reference",
    "refactor",
    "the name is the reference's last part",
    union("{ c: Cat }"),
    union("{ c: '#/components/schemas/Cat' }"),
  ],
  [
    "a branch may be null",
    "breaking",
    "clients read its members",
    union("{}"),
    union("{}").replace("oneOf: [", "oneOf: [{ type: 'null' }, "),
  ],
]);
