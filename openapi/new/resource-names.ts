import { identifier, pascal } from "../generate/client-names.ts";
import type { Field } from "./fields.ts";
import type { Resource } from "./resource-options.ts";

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The texts of the templates about the events of a resource. */
const wordsOfEvents = (name: string) => ({
  ifEvents: "",
  causesCreated: ` It causes the event \`${name}.created\`.`,
  causesUpdated: `A change causes the event \`${name}.updated\`; a request that changes nothing causes none.`,
  causeEvents: "; a creation and a change cause an event",
  noEvent: ", and causes no event",
  orDeleted:
    ", or one that was deleted in the last 30 days; the event feed also takes `cursor=newest`",
});

/** The same for an API whose contract has no events. */
const withoutEvents = {
  ifEvents: null,
  causesCreated: "",
  causesUpdated: "",
  causeEvents: "",
  noEvent: "",
  orDeleted: "",
};

/** The names of a resource, as its templates have them. */
export function namesOf(
  { name, names, prefix, fields, isDeleted }: Resource,
  decision: string,
  hasEvents: boolean,
) {
  const [thing, things] = [
    name.replaceAll("_", " "),
    names.replaceAll("_", " "),
  ];
  const aThing = `${/^[aeiou]/.test(name) ? "an" : "a"} ${thing}`;
  const required = fields.filter(({ isRequired }) => isRequired);
  const hasReference = fields.some(({ type }) => type.kind === "reference");
  const listed = (some: Field[]) =>
    `[${some.map((field) => field.name).join(", ")}]`;
  return {
    name,
    Name: pascal(name),
    nameInCamel: identifier(name),
    thing,
    aThing,
    AThing: capital(aThing),
    names,
    Names: pascal(names),
    namesInCamel: identifier(names),
    things,
    Things: capital(things),
    prefix,
    idLength: String(prefix.length + 27),
    decision,
    file: names.replaceAll("_", "-"),
    requiredFields: listed(required),
    allFields: listed(fields)
      .replace("[", "[id, object, ")
      .replace("]", ", created_at, updated_at, version]"),
    can: isDeleted
      ? ", create, read, change and delete one"
      : ", create, read and change one",
    andDelete: isDeleted ? " and delete" : "",
    deleteElement: isDeleted ? `, \`delete${pascal(name)}\`` : "",
    sql: isDeleted ? "sql, " : "",
    requireMatch: isDeleted ? ", requireMatch" : "",
    remove: isDeleted ? ", remove" : "",
    ...(hasEvents ? wordsOfEvents(name) : withoutEvents),
    invalid: hasReference || isDeleted ? ", invalid" : "",
    importErrors: isDeleted
      ? 'import { codeOf } from "../store/errors.ts";'
      : null,
    importLocks: hasReference
      ? 'import { lockRow } from "../store/locks.ts";'
      : null,
  };
}
