/** What holds of each object of the API and what no schema says, by the object's `object`. */
const invariants: Record<string, Record<string, (it: any) => boolean>> = {
  contact: {
    "a contact shows no more conversations than it counts": ({ conversations, conversations_count }) =>
      conversations === undefined || conversations.length <= conversations_count,
    "a contact shows no more tickets than it counts": ({ tickets, tickets_count }) =>
      tickets === undefined || tickets.length <= tickets_count,
  },
  conversation: {
    "a new conversation has one message": ({ messages_count, last_message_at, created_at }) =>
      messages_count === undefined || messages_count > 1 || last_message_at === created_at,
  },
  event: {
    "the type of an event names its object": ({ type, data }) => type.split(".")[0] === data.object,
    "an event is no older than what it shows": ({ created_at, data }) => moments(data) <= created_at,
  },
  webhook: {
    "disabled_reason says why a webhook is disabled": ({ status, disabled_reason }) =>
      status === undefined || (status === "disabled") === (disabled_reason !== null),
  },
  webhook_delivery: {
    "only a pending delivery has a next attempt": ({ status, next_attempt_at }) =>
      (status === "pending") === (next_attempt_at !== null),
    "the last attempt of a delivery that succeeded did": ({ status, attempts }) =>
      status !== "succeeded" || succeeded(attempts.at(-1)),
    "the last attempt of a delivery that failed did": ({ status, attempts }) =>
      status !== "failed" || (attempts.length > 0 && !succeeded(attempts.at(-1))),
    "the attempts are numbered in their order": ({ attempts }) =>
      attempts.every((it: any, i: number) => it.number === attempts[0].number + i),
    "the attempts were made one after the other": ({ created_at, attempts }) =>
      isAscending([created_at, ...attempts.map((it: any) => it.attempted_at)]),
    "an attempt has a response or an error": ({ attempts }) =>
      attempts.every(({ response_status, error }: any) => response_status !== null || error !== null),
  },
};

const succeeded = (attempt: any) =>
  attempt?.error === null && attempt.response_status >= 200 && attempt.response_status <= 299;

const isAscending = (moments: string[]) => moments.every((it, i) => i === 0 || (moments[i - 1] ?? "") <= it);

/** The latest of an object's past moments. */
const moments = (it: any): string =>
  ["created_at", "updated_at", "published_at", "last_message_at"]
    .map((name) => it[name] ?? "")
    .sort()
    .at(-1) ?? "";

/** The invariants that a JSON value or something in it breaks, with the object that does. */
export function brokenInvariants(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.values(value).flatMap(brokenInvariants);
  const { object = "", created_at = "" } = value as Record<string, unknown>;
  const laws = { ...invariants[String(object)], ...(created_at !== "" && everywhere) };
  const broken = Object.entries(laws).filter(([, holds]) => !holds(value));
  return [...inside, ...broken.map(([law]) => `${law}: ${JSON.stringify(value)}`)];
}

const everywhere = {
  "nothing happened to an object before it was created": (it: any) =>
    Object.entries(it).every(
      ([name, at]) => !name.endsWith("_at") || at === null || String(at) >= it.created_at,
    ),
};
