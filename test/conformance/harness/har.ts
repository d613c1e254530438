import type { Passing, Returning, Tell } from "./lying-proxy.ts";

/** Passes everything on unchanged and keeps it as an HTTP archive, which other tools read. */
export function recorder(address: string): { tell: Tell; har: () => string } {
  const entries: object[] = [];
  return {
    tell: async (request, forward) => {
      const startedDateTime = new Date().toISOString();
      const response = await forward(request);
      entries.push({ startedDateTime, time: 0, ...entry(address, request, response) });
      return response;
    },
    har: () =>
      JSON.stringify({ log: { version: "1.2", creator: { name: "contacts-api", version: "1" }, entries } }),
  };
}

function entry(address: string, { method, path, headers, body }: Passing, response: Returning): object {
  const url = new URL(path, address);
  const text = body.toString();
  const mimeType = response.headers["content-type"] ?? "";
  return {
    request: {
      method,
      url: url.href,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: pairs(Object.entries(headers)),
      queryString: pairs([...url.searchParams]),
      ...(text !== "" && { postData: { mimeType: headers["content-type"] ?? "", text } }),
      headersSize: -1,
      bodySize: body.length,
    },
    response: {
      status: response.status,
      statusText: "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: pairs(Object.entries(response.headers)),
      content: { size: Buffer.byteLength(response.body), mimeType, text: response.body },
      redirectURL: "",
      headersSize: -1,
      bodySize: Buffer.byteLength(response.body),
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
  };
}

const pairs = (entries: [string, string][]) => entries.map(([name, value]) => ({ name, value }));
