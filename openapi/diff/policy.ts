/** The judgement of a kind of change. */
export interface Policy extends Judgement {
  /** The level, unless a configuration sets another one. */
  is: Level;
  category: Category;
  instead: string;
}

/**
 * A break and a warning fail the diff until somebody approves them. A break asks for a major
 * version, a warning and an addition for a minor one.
 */
export type Level = (typeof levels)[number];

/** The part of an API in which callers notice a change. */
export type Category = (typeof categories)[number];

/** The texts about a kind of change. */
interface Judgement {
  /** The change in the words of callers, who do not know our extensions. The docs show it. */
  change: string;
  /**
   * The effect on callers, or the reason why there is none. By part where requests and responses
   * differ.
   */
  because: string | { request: string; response: string };
  /** A way to the same result without a break. */
  instead?: string;
}

/** The levels, the worst first. */
export const levels = ["breaking", "warning", "addition"] as const;

export const categories = [
  /** Requests are refused, or responses cannot be read. */
  "wire",
  /** Code that uses a generated client does not compile. */
  "source",
  /** The text of the docs about an element. */
  "documentation",
  /** The results of the same requests. */
  "behaviour",
] as const;

/** Rule → category, for rules that are not of the category `wire`. */
const categoryOf: Record<string, Category> = {
  "operation-id-changed": "source",
  "diff/schema-renamed": "source",
  "diff/tag-changed": "source",
  "diff/parameter-renamed": "source",
  "diff/deprecated": "documentation",
  "diff/idempotent-removed": "behaviour",
  "diff/stability-lowered": "documentation",
  "diff/limit-changed": "behaviour",
  "diff/limit-lowered": "behaviour",
  "diff/sunset-moved": "behaviour",
};

const judgements = {
  /** Changes that break correct clients: calls are refused, or responses cannot be read. */
  breaking: {
    "operation-removed": {
      change:
        "A path, an operation, a webhook or a callback is removed or renamed",
      because: "Callers get a 404, or wait for its requests in vain.",
      instead:
        "Mark it `deprecated` with an `x-sunset` date, and remove it when that has passed.",
    },
    "operation-id-changed": {
      change: "An `operationId` is renamed",
      because: "Generated clients name their methods after it.",
      instead: "Keep the name, and say it better in the `summary`.",
    },
    "diff/path-shadowed": {
      change: "A path is added that a path with a parameter matched before",
      because: "Calls of the old path with this value reach the new one.",
      instead: "Choose a path that no other one matches.",
    },
    "diff/stability-lowered": {
      change: "The `x-stability-level` of an operation is lowered",
      because: "Callers rely on what is stable, and a draft may change.",
      instead: "Keep the level, and offer the draft as another operation.",
    },
    "diff/idempotent-removed": {
      change: "An operation is no longer idempotent",
      because:
        "Clients repeat it when a response is lost, and it takes effect twice.",
      instead: "Keep it idempotent.",
    },
    "parameter-removed": {
      change: "A parameter is removed or renamed, optional ones included",
      because: "Callers still send it, and it is refused or silently ignored.",
      instead:
        "Keep it, mark it `deprecated` with an `x-sunset` date, and add the new one beside it.",
    },
    "parameter-became-required": {
      change: "A parameter is added as required, or becomes required",
      because: "Calls that were complete are refused.",
      instead: "Add it as optional, with a `default` that keeps the behaviour.",
    },
    "parameter-serialization-changed": {
      change:
        "A parameter or a field of a form is written in another way (`style`, `explode`, a media type)",
      because: "The server reads the values of callers as other values.",
      instead: "Add one of another name.",
    },
    "request-body-removed": {
      change: "A request body is removed",
      because: "Callers still send one.",
      instead: "Accept it and mark the operation `deprecated`.",
    },
    "request-body-became-required": {
      change: "A request body is added as required, or becomes required",
      because: "Calls without one are refused.",
      instead: "Leave it optional.",
    },
    "response-removed": {
      change: "A status is removed, and no range such as `4XX` covers it",
      because:
        "Clients that wait for it get something else, and code that handles it may stop compiling.",
      instead: "Keep it until the next major version.",
    },
    "response-header-removed": {
      change:
        "A header of a response is removed or renamed, or no longer always there",
      because: "Clients that read it find nothing.",
      instead: "Keep sending it, and add the new one beside it.",
    },
    "diff/link-removed": {
      change:
        "A link of a response is removed or renamed, leads elsewhere, or brings other values",
      because:
        "Clients that follow it have no way to the next operation, or call another one.",
      instead: "Keep it, and add the new one beside it.",
    },
    "media-type-removed": {
      change: "A media type is removed",
      because: "Callers that send or ask for it are refused.",
      instead: "Offer both.",
    },
    "property-removed": {
      change:
        "A field of a response, also an optional one, or of a closed request is removed or renamed",
      because: {
        request: "Calls that send it are refused, as the object is closed.",
        response:
          "Clients that read it find nothing, and their types no longer compile.",
      },
      instead:
        "Keep it, mark it `deprecated` with an `x-sunset` date, and add the new one beside it.",
    },
    "required-properties-added": {
      change: "A field of a request becomes required",
      because: "Calls that were complete are refused.",
      instead: "Add it as optional, with a `default` that keeps the behaviour.",
    },
    "required-properties-removed": {
      change: "A field of a response is no longer always there",
      because: "Clients read it without asking whether it is there.",
      instead: "Keep sending it.",
    },
    "enum-values-removed": {
      change: "A value is no longer accepted in a request",
      because: "Calls that send it are refused.",
      instead: "Keep accepting it.",
    },
    "enum-values-added": {
      change: "A response can have a value that its `enum` did not list",
      because:
        "Clients treat an `enum` as complete: a `switch` over it has no case for the new value.",
      instead:
        "List values that may grow in `x-extensible-enum`, before the first client relies on them.",
    },
    "schema-type-changed": {
      change:
        "A type narrows in a request or widens in a response (null counts)",
      because: {
        request: "Calls with values that were valid are refused.",
        response: "Clients get values that they cannot read.",
      },
      instead: "Add a field of another name.",
    },
    "schema-constraint-changed": {
      change:
        "A bound, `pattern`, `format`, `not` or another rule of values narrows in a request or widens in a response",
      because: {
        request: "Calls with values that were valid are refused.",
        response: "Clients get values that do not fit where they store them.",
      },
      instead: "Keep the rule, or add a field of another name.",
    },
    "diff/choice-changed": {
      change:
        "A branch of `oneOf` or `anyOf` is removed from a request or added to a response, or a `oneOf` of a request refuses what fits two branches now",
      because: {
        request: "Calls with values that were valid are refused.",
        response: "Clients get a type of object that they do not know.",
      },
      instead:
        "Offer the new kind where clients ask for it, by a parameter or another operation.",
    },
    "diff/discriminator-changed": {
      change:
        "The `discriminator` names another field, or another schema for a value",
      because: "Clients decode the wrong type.",
      instead: "Add values; keep those that are there.",
    },
    "diff/default-changed": {
      change: "A `default` of a request changes or goes",
      because: "Callers that do not send the field get another result.",
      instead: "Let callers ask for the new behaviour.",
    },
    "diff/access-changed": {
      change:
        "A field of a request becomes `readOnly`, or a field of a response `writeOnly`",
      because: "Callers still send it, or clients still read it.",
      instead: "Add a field of another name.",
    },
    "diff/security-tightened": {
      change:
        "A call needs other credentials or more scopes, by its own `security` or by that of the contract",
      because: "Calls with the keys that are in use are refused.",
      instead: "Accept the new way as an alternative first.",
    },
    "diff/oauth-flow-removed": {
      change:
        "An OAuth flow is removed, its addresses change, or a scheme loses a scope",
      because: "Clients can no longer get a token, or one with that scope.",
      instead: "Keep it, and add the new one.",
    },
    "server-removed": {
      change:
        "A server is removed, or its address or default address changes, for all operations or for one",
      because: "Clients call an address where no server is.",
      instead: "Add the new server, and keep the old one running.",
    },
    "diff/delivery-narrowed": {
      change: "A webhook or callback no longer sends a header or body",
      because:
        "Receivers read it as clients read a response, and find nothing.",
      instead: "Keep sending it.",
    },
    "diff/sunset-moved": {
      change:
        "The end date of something `deprecated` becomes earlier, or is already past when it is set",
      because:
        "Callers that planned by the date, or never had one, lose the element too soon.",
      instead: "Keep the date, or choose a later one.",
    },
    "diff/cannot-tell": {
      change:
        "A `pattern`, `not` or `if` changes, so that nobody can tell whether every valid value stays valid",
      because:
        "Calls that were valid may be refused, or clients may get what they did not expect.",
      instead:
        "Compare the two by hand; then approve the change, or keep the rule.",
    },
  },

  /** Changes for which a person has to decide. */
  warning: {
    "diff/limit-lowered": {
      change:
        "A limit of the API falls, or something is kept or lasts for a shorter time",
      because: "Calls beyond the new limit are refused, or find less.",
      instead: "Keep the number, or say long before from which day it changes.",
    },
  },

  /** Changes that break no caller, unless a configuration says so. */
  addition: {
    "diff/tag-changed": {
      change: "The tag of an operation is renamed",
      because:
        "No call changes, and generated clients that group their methods by tags have another name for it.",
      instead: "Keep the tag.",
    },
    "diff/schema-renamed": {
      change: "A schema of `components` is renamed or removed",
      because:
        "No call changes, and clients whose types are generated have another name for it, or none.",
    },
    "diff/parameter-renamed": {
      change: "A parameter of a path is renamed",
      because:
        "No call changes, and generated clients have another name for it.",
      instead: "Keep the name.",
    },
    "diff/response-property-required": {
      change:
        "A field of a success or of an event becomes required, without a `default`",
      because:
        "Objects and events that are stored lack it: a server that stores them answers with 500 instead of one of them.",
      instead: "Make it optional, or give it a `default` for what is stored.",
    },
    "diff/open-enum-changed": {
      change: "An `x-extensible-enum` appears, goes, or has other values",
      because:
        "The contract says from the start that values may be added, and it refuses none.",
    },
    "diff/compatible": {
      change: "A request accepts more, or a response can contain less",
      because:
        "Requests of callers stay valid, and clients get only values that they could get before.",
    },
    "diff/limit-changed": {
      change:
        "A limit of the API or a number of the delivery schedule rises, or is new",
      because: "Calls within the old limit are within the new one.",
    },
    "diff/deprecated": {
      change:
        "Something becomes `deprecated`, is no longer `deprecated`, or gets a later date",
      because: "It still works until the date that it has.",
    },
    "diff/property-unlisted": {
      change: "A field of an open request is no longer listed",
      because:
        "It is still accepted, like any other name. The contract does not say whether it still has an effect.",
    },
    "diff/removed-after-sunset": {
      change:
        "Something `deprecated` is removed after the date until which it works",
      because: "Callers knew the date.",
    },
  },
} satisfies Record<Level, Record<string, Judgement>>;

/** The name of a rule. `added` has no entry in the policy, as it never breaks. */
export type Rule =
  { [L in Level]: keyof (typeof judgements)[L] }[Level] | "added";

/**
 * Rule → judgement. The diff decides by this table alone, and the docs print it. Names without a
 * prefix are rules of `redocly diff` too.
 */
export const policy = new Map<string, Policy>(
  levels.flatMap((is) =>
    Object.entries<Judgement>(judgements[is]).map(([rule, judgement]) => [
      rule,
      {
        instead: "",
        ...judgement,
        is,
        category: categoryOf[rule] ?? "wire",
      },
    ]),
  ),
);

/** Returns the judgement of a rule. An unknown rule is an addition. */
export const policyOf = (rule: string): Policy =>
  policy.get(rule) ?? {
    change: "",
    is: "addition",
    category: "wire",
    because: "",
    instead: "",
  };

/** Returns the effect of a change on its readers: servers read requests, clients read responses. */
export function reasonOf(
  { because }: Policy,
  readers: readonly ("request" | "response")[],
): string {
  if (typeof because === "string") return because;
  return [...new Set(readers.map((reader) => because[reader]))].join(" ");
}
