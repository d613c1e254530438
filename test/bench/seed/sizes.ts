/** How many rows of each kind a workspace has. */
export interface Sizes {
  contacts: number;
  conversations: number;
  messages: number;
  tickets: number;
  articles: number;
  events: number;
  deliveries: number;
}

/** Sizes in proportion to the contacts, unless messages or events are given. */
export function sizesFor(contacts: number, given: { messages?: number; events?: number } = {}): Sizes {
  const { messages = contacts * 2, events = contacts * 3 } = given;
  return {
    contacts,
    conversations: Math.ceil(messages * 0.3),
    messages,
    tickets: Math.ceil(contacts * 0.3),
    articles: Math.min(500, contacts),
    events,
    deliveries: Math.floor(events / 10),
  };
}
