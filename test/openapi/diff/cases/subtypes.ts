import { schemas } from "./case.ts";

const pet = (mapping = "", kind = "{ type: string }") =>
  `use: { $ref: '#/components/schemas/Pet' }
Pet: { type: object, required: [kind], properties: { kind: ${kind} }, discriminator: { propertyName: kind${mapping} } }`;
const extending = (name: string, base: string, properties: string) =>
  `${name}: { allOf: [{ $ref: '#/components/schemas/${base}' }, { properties: { ${properties} } }] }`;
const cat = extending("Cat", "Pet", "lives: { type: integer }");
const dog = extending("Dog", "Pet", "tricks: { type: integer }");
const lion = (prey: string) =>
  extending("Lion", "Cat", `prey: { type: ${prey} }`);

const openKind = "{ type: string, x-extensible-enum: [dog, pup] }";

/** Components that extend a base with a discriminator, which has no branches. */
export const subtypes = schemas(
  "subtypes",
  `
a subtype of a subtype changes | ${pet()}\n${cat}\n${lion("string")} !! ${pet()}\n${cat}\n${lion("integer")}
a subtype goes | ${pet()}\n${cat}\n${dog} >> ${pet()}\n${cat}
a subtype of a subtype goes | ${pet()}\n${cat}\n${lion("string")} >> ${pet()}\n${cat}
a subtype comes where the kinds may grow | ${pet("", "{ type: string, x-extensible-enum: [Cat, Dog] }")}\n${cat}\n${dog} >>/~~
  ${pet("", "{ type: string, x-extensible-enum: [Cat, Dog] }")}\n${cat}
a subtype with a value of its own is renamed | ${pet()}\n${extending("Dog", "Pet", "kind: { const: dog }")} ~~
  ${pet()}\n${extending("Hound", "Pet", "kind: { const: dog }")}
the discriminator of a base goes | ${pet()}\n${cat} ~~/>> ${pet().replace(/, discriminator:.*/, " }")}\n${cat}
a mapped subtype is renamed | ${pet(", mapping: { dog: Dog }")}\n${dog} ~~
  ${pet(", mapping: { dog: Hound }")}\n${dog.replace("Dog", "Hound")}
one of two values that lead to a subtype goes | ${pet(", mapping: { dog: Dog, pup: Dog }")}\n${dog} >>
  ${pet(", mapping: { dog: Dog }")}\n${dog}
one of two values that lead to a subtype goes where the kinds may grow |
  ${pet(", mapping: { dog: Dog, pup: Dog }", openKind)}\n${dog} >>/~~ ${pet(", mapping: { dog: Dog }", openKind)}\n${dog}
one of two values leads to another subtype | ${pet(", mapping: { dog: Dog, pet: Dog, cat: Cat }")}\n${dog}\n${cat} !!
  ${pet(", mapping: { dog: Dog, pet: Cat, cat: Cat }")}\n${dog}\n${cat}
`,
);
