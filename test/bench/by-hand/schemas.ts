/** What the server written by hand accepts and sends, as its author would write it: Fastify compiles both. */

const text = { type: "string" };
const moment = { type: "string" };
const tags = { type: "array", items: text };

const contactFields = {
  id: text,
  object: text,
  name: text,
  email: text,
  phone: text,
  company: text,
  country: text,
  city: text,
  tags,
  lifecycle: text,
  vip: { type: "boolean" },
  source: text,
  created_at: moment,
  updated_at: moment,
  last_seen_at: moment,
  conversations_count: { type: "integer" },
  tickets_count: { type: "integer" },
  custom_fields: { type: "object", additionalProperties: true },
};
const summary = { id: text, object: text, subject: text, status: text, created_at: moment };

const object = (properties: object) => ({ type: "object", required: Object.keys(properties), properties });
const array = (items: object) => ({ type: "array", items });

export const list = {
  querystring: {
    type: "object",
    properties: {
      limit: { type: "integer", minimum: 1, maximum: 100, default: 25 },
      cursor: { type: "string", pattern: "^ct_[0-9a-z]{26}$" },
    },
    additionalProperties: false,
  },
  response: {
    200: object({
      data: array(object(contactFields)),
      next_cursor: { type: ["string", "null"] },
      has_more: { type: "boolean" },
    }),
  },
};

export const get = {
  params: object({ id: { type: "string", pattern: "^ct_[0-9a-z]{26}$" } }),
  response: {
    200: object({
      data: object({
        ...contactFields,
        conversations: array(object({ ...summary, last_message_at: moment })),
        tickets: array(object({ ...summary, number: { type: "integer" }, priority: text })),
      }),
    }),
  },
};

const line = (maxLength: number, minLength = 0) => ({
  type: "string",
  minLength,
  maxLength,
  pattern: "^[^\\x00]*$",
});

export const create = {
  body: {
    type: "object",
    required: ["name", "email"],
    properties: {
      name: line(200, 1),
      email: { type: "string", format: "email", maxLength: 254 },
      phone: { ...line(50), default: "" },
      company: { ...line(200), default: "" },
      country: { ...line(100, 1), default: "Argentina" },
      tags: { type: "array", maxItems: 50, items: line(50, 1), default: [] },
      custom_fields: {
        type: "object",
        maxProperties: 50,
        additionalProperties: { type: ["string", "number"], maxLength: 500 },
        default: {},
      },
    },
    additionalProperties: false,
  },
  response: { 201: object({ data: object(contactFields) }) },
};
