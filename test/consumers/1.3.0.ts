/** A consumer of release 1.3.0, for what that release added. Its code is never edited, as that of 1.0.0. */
import {
  createClient,
  isApiError,
  type ChangeOptions,
  type ClientOptions,
  type Contact,
  type HookRequest,
  type PromiseWithResponse,
} from "../../client/index.ts";

const options: ClientOptions = {
  apiKey: async () => "contacts_live_x",
  clientName: "crm-sync",
  language: "en",
  hooks: {
    response: (_response, { route, attempt }: HookRequest, duration) =>
      console.log(route, attempt, duration),
    retry: ({ duration, delay }) => console.log(duration + delay),
  },
};
const api = createClient(options);

export async function change(contact: Contact): Promise<string | undefined> {
  const condition: ChangeOptions = { ifMatch: contact.version };
  const result = await api.contacts
    .update(contact.id, { name: "x" }, condition)
    .result();
  if (result.ok) return result.data.version;
  if (result.status === 412) return result.error.body.error.current_version;
  return undefined;
}

export async function changeTogether(contacts: Contact[]): Promise<string[]> {
  const { results } = await api.contacts.batch({
    contacts: contacts.map(({ id, version }) => ({
      id,
      ...(version !== undefined && { if_match: version }),
      phone: null,
    })),
  });
  return results.flatMap(({ error }) =>
    (error?.details ?? []).map(({ contact_id }) => contact_id ?? ""),
  );
}

export async function read(save: (cursor: string) => void): Promise<void> {
  const events = api.events.follow(
    { types: ["contact.updated"] },
    { onCursor: save, skipClientName: "crm-sync" },
  );
  for await (const event of events) {
    console.log(event.request?.client_name);
    if (event.type === "contact.updated") console.log(event.previous?.name);
  }
}

export async function find(): Promise<void> {
  const since = { created_since: "2026-11-29T00:00:00Z" };
  for await (const { id } of api.contacts.list({
    ...since,
    custom_fields: { plan: "free" },
  }))
    console.log(id);
  await api.contacts.create({ name: "x", email: "x", phone: null });
  const { data, response } = await api.contacts
    .createOrGet({ name: "x", email: "x@example.com" })
    .withResponse();
  console.log(data.created, response.headers.get("RateLimit"));
}

export const isSuspended = (error: unknown): boolean =>
  isApiError(error, "workspace_suspended");

export function create(): PromiseWithResponse<{ created: boolean }> {
  return api.contacts.createOrGet({ name: "Ana", email: "ana@example.com" });
}
