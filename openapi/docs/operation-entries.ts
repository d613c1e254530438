import type { Body, Follow, Operation, Parameter, Schema } from "../model/contract.ts";
import { spoken } from "./es/words.ts";
import { plain } from "./markdown.ts";
import type { Entry } from "./page.ts";
import { flatten, mediaOf } from "./schema.ts";

/** What the search finds of an operation: itself, its parameters and the fields of its bodies. */
export function operationEntries(
  operation: Operation,
  path: string,
  kind: Entry["kind"],
  follow: Follow,
): Entry[] {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const page = `${operationId}.html`;
  const entry = (id: string, title: string, text = ""): Entry => ({
    url: `${page}#${id}`,
    title,
    kind: "field",
    text: plain(text),
    also: summary,
  });
  const fields = (schema: Schema, id: string): Entry[] => {
    const { items, properties = {} } = flatten(schema, follow);
    if (items) return fields(items, id);
    return Object.entries(properties).flatMap(([name, property]) => [
      entry(`${id}-${name}`, name, flatten(property, follow).description),
      ...fields(property, `${id}-${name}`),
    ]);
  };
  const ofBody = (body: Body | undefined, id: string) => {
    const media = body && mediaOf(body);
    return media ? fields(media.schema, id) : [];
  };
  const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  return [
    {
      url: page,
      title: summary,
      kind,
      text: plain(description),
      also: `${operationId} ${path} ${spoken(operationId)}`,
    },
    ...parameters
      .map((node) => follow<Parameter>(node))
      .map(({ name, description: text }) => entry(`parameter-${name}`, name, text)),
    ...ofBody(requestBody, "body"),
    ...successes.flatMap(([status, response]) => ofBody(follow(response), `response-${status}`)),
  ];
}
