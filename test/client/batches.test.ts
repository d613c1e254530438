import { describe, expect, test } from "vitest";
import {
  batchesOf,
  createClient,
  type BatchContact,
} from "../../client/index.ts";
import { batchLimits } from "../../generated/calls.ts";
import { startServer } from "../support/server.ts";

/** The most contacts, and the most bytes, of one request of `batchContacts`. */
const maxContacts = batchLimits.batchContacts.contacts;
const maxBytes = batchLimits.bytes;

const server = await startServer();

test("any number of contacts is divided into batches that the server accepts, by their number and by their bytes", async () => {
  const { contacts } = createClient({
    apiKey: await server.key(["*"]),
    baseUrl: server.address,
  });
  const large = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`campo ${i}`, "ñ".repeat(500)]),
  );
  function* people(): Generator<BatchContact> {
    for (let i = 0; i < 230; i++)
      yield {
        name: "Ana",
        email: `ana${i}@example.com`,
        custom_fields: i < 20 ? large : {},
      };
  }
  const sizes: number[] = [];
  for await (const batch of batchesOf(people())) {
    const { results } = await contacts.batch({ contacts: batch });
    expect(results.map(({ status }) => status)).toEqual(
      batch.map(() => "created"),
    );
    sizes.push(batch.length);
  }
  // The first 20 contacts are so large that 8 of them fill a request.
  expect(sizes).toEqual([8, 8, maxContacts, maxContacts, 14]);
});

describe("batches are as large as a request may be", () => {
  const bytesOf = (contacts: object) =>
    new TextEncoder().encode(JSON.stringify({ contacts })).length;
  /** Two contacts that make a body of so many bytes; ñ has two. */
  const twoOf = (bytes: number): BatchContact[] => {
    const one = { email: "one@example.com", company: "ñ".repeat(1000) };
    const other = { email: "two@example.com", company: "" };
    const rest = bytes - bytesOf([one, other]);
    return [one, { ...other, company: "x".repeat(rest) }];
  };
  const sizesOf = async (contacts: BatchContact[]) => {
    const sizes: number[] = [];
    for await (const batch of batchesOf(contacts)) {
      sizes.push(batch.length);
      expect(bytesOf(batch)).toBeLessThanOrEqual(maxBytes);
    }
    return sizes;
  };

  test.each([
    { more: -1, sizes: [2] },
    { more: 0, sizes: [2] },
    { more: 1, sizes: [1, 1] },
  ])("by bytes, with $more beyond the limit", async ({ more, sizes }) => {
    const contacts = twoOf(maxBytes + more);
    expect(bytesOf(contacts)).toBe(maxBytes + more);
    expect(await sizesOf(contacts)).toEqual(sizes);
  });

  test("a contact that is too large is a batch of its own, with no empty one before it", async () => {
    const small = { email: "one@example.com" };
    const large = { ...small, company: "x".repeat(maxBytes) };
    const sizes: number[] = [];
    for await (const batch of batchesOf([large, small]))
      sizes.push(batch.length);
    expect(sizes).toEqual([1, 1]);
  });

  test.each([
    { count: 0, sizes: [] },
    { count: 1, sizes: [1] },
    { count: maxContacts - 1, sizes: [maxContacts - 1] },
    { count: maxContacts, sizes: [maxContacts] },
    { count: maxContacts + 1, sizes: [maxContacts, 1] },
    { count: 2 * maxContacts, sizes: [maxContacts, maxContacts] },
  ])("by number, with $count contacts", async ({ count, sizes }) => {
    const contacts = Array.from({ length: count }, (_, n) => ({
      email: `many-${n}@example.com`,
    }));
    expect(await sizesOf(contacts)).toEqual(sizes);
  });
});
