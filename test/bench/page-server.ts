import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Responds to GET with a page of 20 contacts and to POST with one, at once and without a rate limit. Ends with its parent. */
const contact = {
  id: "ct_01jq7x2v4ef8stn5x0q9c6hd3k",
  object: "contact",
  name: "Bárbara Núñez",
  email: "barbara.nunez@example.com",
  tags: ["mayorista", "pago anual"],
  custom_fields: { plan: "oro", clientes: 42 },
};
const page = JSON.stringify({ data: Array(20).fill(contact), next_cursor: contact.id, has_more: false });
const one = JSON.stringify({ data: contact });

const server = createServer((request, response) => {
  const body = request.method === "GET" ? page : one;
  request.resume().once("end", () => {
    response.writeHead(200, {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
    });
    response.end(body);
  });
}).listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit());
