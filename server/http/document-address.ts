import type { Request, RequestHandler } from "express";
import { mediaTypes, publicHeaders } from "./send-document.ts";

/**
 * Search engines want absolute addresses, which only a request shows: the docs are built with a
 * stand-in.
 */
export function withAddress(
  extension: string,
  content: string,
): RequestHandler {
  return (request, response) => {
    response.type(mediaTypes[extension] ?? extension).set(publicHeaders);
    response.send(
      content.replaceAll("http://docs.invalid/", `${addressOf(request)}/docs/`),
    );
  };
}

/**
 * The Postman collection, whose first variable is the address of the server: the one that was asked
 * for it.
 */
export function collection(text: string): RequestHandler {
  const { variable, ...rest } = JSON.parse(text) as {
    variable: { key: string; value: string }[];
  };
  return (request, response) => {
    const [address, ...others] = variable;
    const value = addressOf(request);
    response.type("json").set(publicHeaders);
    response.send(
      JSON.stringify({ ...rest, variable: [{ ...address, value }, ...others] }),
    );
  };
}

export const addressOf = ({ protocol, host }: Request) =>
  `${protocol}://${/^[\w.:[\]-]+$/.test(host ?? "") ? host : "localhost"}`;
