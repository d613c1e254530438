import { batchLimits } from "../generated/calls.ts";
import type { BatchContact } from "../generated/types.ts";

const most = batchLimits.batchContacts.contacts;
const emptyBytes = JSON.stringify({ contacts: [] }).length;

/**
 * Cuts contacts into batches for `contacts.batch`, by their number and by the bytes of a request. A contact that is too large
 * for a request is a batch of its own, which the API refuses with a 413.
 */
export async function* batchesOf(
  contacts: Iterable<BatchContact> | AsyncIterable<BatchContact>,
): AsyncGenerator<BatchContact[]> {
  let batch: BatchContact[] = [];
  let bytes = emptyBytes;
  for await (const contact of contacts) {
    const size = new TextEncoder().encode(JSON.stringify(contact)).length + 1;
    if (batch.length === most || (batch.length > 0 && bytes + size > batchLimits.bytes)) {
      yield batch;
      [batch, bytes] = [[], emptyBytes];
    }
    batch.push(contact);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
