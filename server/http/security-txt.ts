import type { RequestHandler } from "express";

/** The time for which a client may rely on the contact, in milliseconds. */
const lifetime = 30 * 24 * 60 * 60 * 1000;

/**
 * Says whom to tell about a vulnerability of this server (RFC 9116): a `mailto:` or `https:`
 * address. The text expires 30 days after each request.
 */
export function securityTxt(contact: string): RequestHandler {
  return (_request, response) => {
    const expires = new Date(Date.now() + lifetime).toISOString();
    response.type("text/plain").set("X-Content-Type-Options", "nosniff");
    response.send(
      `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: es, en\n`,
    );
  };
}
