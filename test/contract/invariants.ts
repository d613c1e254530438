import { limits } from "../../generated/constants.ts";
import type {
  Attempt,
  ContactDetail,
  Conversation,
  Delivery,
  Event,
  Webhook,
} from "../../generated/types.ts";

/**
 * The objects of the API that have invariants. Some responses leave fields out that others have.
 */
interface Objects {
  contact: Omit<ContactDetail, "conversations" | "tickets"> &
    Partial<Pick<ContactDetail, "conversations" | "tickets">>;
  conversation: Omit<Conversation, "messages_count"> &
    Partial<Pick<Conversation, "messages_count">>;
  event: Event;
  webhook: Omit<Webhook, "status"> & Partial<Pick<Webhook, "status">>;
  webhook_delivery: Delivery;
}

/** Type of an object → its invariants that no schema expresses. */
const invariants: {
  [Name in keyof Objects]: Record<string, (it: Objects[Name]) => boolean>;
} = {
  contact: {
    "a contact shows no more conversations than it counts": ({
      conversations,
      conversations_count,
    }) =>
      conversations === undefined ||
      conversations.length <= conversations_count,
    "a contact shows no more tickets than it counts": ({
      tickets,
      tickets_count,
    }) => tickets === undefined || tickets.length <= tickets_count,
  },
  conversation: {
    "a new conversation has one message": ({
      messages_count,
      last_message_at,
      created_at,
    }) =>
      messages_count === undefined ||
      messages_count > 1 ||
      last_message_at === created_at,
  },
  event: {
    "the type of an event names its object": ({ type, data }) =>
      type.split(".")[0] === data.object,
    "an event is no older than what it shows": ({ created_at, data }) =>
      latestTimestamp(data) <= created_at,
  },
  webhook: {
    "disabled_reason says why a webhook is disabled": ({
      status,
      disabled_reason,
    }) =>
      status === undefined ||
      (status === "disabled") === (disabled_reason !== null),
  },
  webhook_delivery: {
    "only a pending delivery has a next attempt": ({
      status,
      next_attempt_at,
    }) => (status === "pending") === (next_attempt_at !== null),
    "an attempt of a delivery that succeeded did": ({ status, attempts }) =>
      status !== "succeeded" ||
      attempts.some(succeeded) ||
      attempts.length === limits.attempts,
    "every attempt of a delivery that failed did": ({ status, attempts }) =>
      status !== "failed" || (attempts.length > 0 && !attempts.some(succeeded)),
    "the attempts are numbered in their order": ({ attempts }) =>
      attempts.every((it, i) => it.number === (attempts[0]?.number ?? 0) + i),
    "the attempts were made one after the other": ({ created_at, attempts }) =>
      isAscending([created_at, ...attempts.map((it) => it.attempted_at)]),
    "an attempt has a response or an error": ({ attempts }) =>
      attempts.every(
        ({ response_status, error }) =>
          response_status !== null || error !== null,
      ),
  },
};

const succeeded = ({ error, response_status: status }: Attempt) =>
  error === null && status !== null && status >= 200 && status <= 299;

const isAscending = (timestamps: string[]) =>
  timestamps.every((it, i) => i === 0 || (timestamps[i - 1] ?? "") <= it);

/** The latest of an object's past timestamps. */
const latestTimestamp = (it: object): string =>
  Object.entries(it)
    .filter(([name]) =>
      ["created_at", "updated_at", "published_at", "last_message_at"].includes(
        name,
      ),
    )
    .map(([, timestamp]) => String(timestamp ?? ""))
    .sort()
    .at(-1) ?? "";

/** The invariants that a JSON value or something in it breaks, with the object that does. */
export function brokenInvariants(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.values(value).flatMap(brokenInvariants);
  const { object = "", created_at = "" } = value as Record<string, unknown>;
  const ofObject = Object.hasOwn(invariants, String(object))
    ? invariants[object as keyof Objects]
    : {};
  // The object says itself of which type it is.
  const laws = { ...ofObject, ...(created_at !== "" && everywhere) } as Record<
    string,
    (it: object) => boolean
  >;
  const broken = Object.entries(laws).filter(([, holds]) => !holds(value));
  return [
    ...inside,
    ...broken.map(([law]) => `${law}: ${JSON.stringify(value)}`),
  ];
}

const everywhere = {
  "nothing happened to an object before it was created": (it: object) => {
    const { created_at = "" } = it as { created_at?: string };
    return Object.entries(it).every(
      ([name, at]) =>
        !name.endsWith("_at") || at === null || String(at) >= created_at,
    );
  },
};
