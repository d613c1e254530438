import {
  append,
  eachNode,
  isNode,
  listIn,
  nodeIn,
  quoted,
  rewrite,
  textIn,
  type Node,
  operationNodesIn,
} from "./node.ts";

/** A webhook that sends an event. */
interface Event {
  /** E.g. `contact.created`. */
  type: string;
  summary: string;
  /** The name of the schema of its body. */
  schema: string;
  isInFeed: boolean;
}

const schemas = "#/components/schemas/";

/**
 * The webhooks with an `x-event` are the list of the types of events. What follows from it is filled in: the rest of the
 * webhooks, by `x-defaults`, the `type` in the schema of each event, and `{events.…}` in lists and descriptions.
 */
export function completeEvents(contract: Node): void {
  const { webhook, event } = nodeIn(contract, "x-defaults");
  const events = operationNodesIn(contract, "webhooks").flatMap(
    ({ path, operation }) => {
      const schema = textIn(operation, "x-event");
      if (schema === undefined) return [];
      const found = {
        type: path,
        summary: textIn(operation, "summary") ?? "",
        schema,
      };
      const isInFeed = operation["x-feed"] !== false;
      giveRequest(operation, path, schema, isNode(webhook) ? webhook : {});
      return [{ ...found, isInFeed }];
    },
  );
  if (events.length === 0) return;
  const components = nodeIn(nodeIn(contract, "components"), "schemas");
  for (const name of new Set(events.map(({ schema }) => schema)))
    giveTypes(
      nodeIn(components, name),
      events.filter(({ schema }) => schema === name).map(({ type }) => type),
      isNode(event) ? event : {},
    );
  expand(
    contract,
    events.filter(({ isInFeed }) => isInFeed),
    components,
  );
}

/** `contact.created` becomes the operation `contactCreated`. */
function giveRequest(
  operation: Node,
  type: string,
  schema: string,
  defaults: Node,
): void {
  const {
    summary,
    description,
    "x-event": _,
    "x-feed": __,
    ...own
  } = operation;
  const { tags, security, parameters, responses } = defaults;
  const operationId = type.replaceAll(/[._]([a-z])/g, (___, letter: string) =>
    letter.toUpperCase(),
  );
  const content = {
    "application/json": { schema: { $ref: schemas + schema } },
  };
  const requestBody = { required: true, content };
  rewrite(operation, {
    ...{
      operationId,
      tags,
      summary,
      description,
      security,
      parameters,
      requestBody,
      responses,
    },
    ...own,
  });
}

/**
 * The last branch of the schema of an event says what its `data` is. Before that is its `type`; after it, of an object that
 * can be updated, `previous`: a part of such `data`, by which the types are made.
 */
function giveTypes(schema: Node, types: string[], defaults: Node): void {
  const branch = branchOf(schema);
  if (!branch) return;
  const { properties, ...others } = defaults;
  const { type, previous } = isNode(properties) ? properties : {};
  const branchProperties = nodeIn(branch, "properties");
  const isUpdated = types.some((each) => each.endsWith(".updated"));
  rewrite(branch, {
    ...others,
    ...branch,
    properties: {
      type: {
        ...(isNode(type) && type),
        "x-extensible-enum": types,
        "x-exact": { enum: types },
      },
      ...branchProperties,
      ...(isUpdated &&
        isNode(previous) && {
          previous: { ...previous, "x-part-of": dataIn(branchProperties) },
        }),
    },
  });
}

/** The name of the schema of `data`. */
const dataIn = (properties: Node) =>
  textIn(nodeIn(properties, "data"), "$ref")?.split("/").at(-1) ?? "";

/** Writes what follows from the events in the place of its name. */
function expand(contract: Node, events: Event[], components: Node): void {
  const names = [...new Set(events.map(({ schema }) => schema))];
  const lists = new Map<unknown, unknown[]>([
    ["{events.types}", events.map(({ type }) => type)],
    ["{events.schemas}", names.map((name) => ({ $ref: schemas + name }))],
  ]);
  const texts = {
    "{events.meanings}": meanings(events),
    "{events.data}": dataOf(events, components),
  };
  eachNode(contract, (node) => {
    if (Array.isArray(node)) {
      const expanded: unknown[] = node.flatMap(
        (item: unknown) => lists.get(item) ?? [item],
      );
      node.splice(0, node.length, ...expanded);
    } else if ("description" in node && typeof node.description === "string") {
      for (const [name, text] of Object.entries(texts))
        node.description = String(node.description).replaceAll(name, text);
    }
  });
}

/** `` `contact.created`: a contact was created. `` and so on. */
const meanings = (events: Event[]) =>
  events
    .map(
      ({ type, summary }) =>
        `\`${type}\`: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}.`,
    )
    .join(" ");

/** `` `Contact` for `contact.created`, `contact.updated`; `Ticket` for … ``: the schema of `data` by the types of events. */
function dataOf(events: Event[], components: Node): string {
  const types = new Map<string, string[]>();
  for (const { type, schema } of events) {
    const name = dataIn(
      nodeIn(branchOf(nodeIn(components, schema)), "properties"),
    );
    append(types, name, type);
  }
  return [...types]
    .map(([name, those]) => `\`${name}\` for ${quoted(those)}`)
    .join("; ");
}

const branchOf = (schema: Node) =>
  listIn(schema, "allOf").filter(isNode).at(-1);
