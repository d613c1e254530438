import type { RequestHandler } from "express";
import { browserHeaders } from "../../generated/constants.ts";
import { operations } from "../../generated/operations.ts";
import { ApiError } from "../contract/api-error.ts";
import { visitorOf } from "./visitor.ts";

/** The operations that browsers may call: those that take no API key. */
const ofPages = Object.values(operations).filter(
  ({ scheme }) => scheme !== "apiKey",
);
const paths = ofPages.map(({ path }) => path.replaceAll(/\{\w+\}/g, "[^/]+"));
const ofBrowsers = new RegExp(`^(?:${paths.join("|")})$`);
const methods = new Set(ofPages.map(({ method }) => method.toUpperCase()));
const sent = new Set([
  "Authorization",
  "Content-Type",
  ...ofPages.flatMap(({ headers }) => headers),
]);

/**
 * The headers that pages can read: the headers in the contract, and the date, as the clock of a
 * visitor may be wrong.
 */
const exposed = [...browserHeaders, "Date"].join(", ");
const headers = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": exposed,
};
const preflightHeaders = {
  "Access-Control-Allow-Methods": [...methods].join(", "),
  "Access-Control-Allow-Headers": [...sent].join(", "),
  "Access-Control-Max-Age": "600",
};

/**
 * Lets pages read the responses of the messenger's paths (D-42). A page of a wrong origin can read
 * its refusal, so that its developer sees why. Responses of all other paths have no header of CORS,
 * so browsers keep them from the page.
 */
export function crossOrigin(): RequestHandler {
  return function crossOrigin({ path }, response, next) {
    if (ofBrowsers.test(path)) response.locals.crossOrigin = headers;
    next();
  };
}

/** Responds to the preflight request of a browser, which has no Authorization. */
export function preflight(): RequestHandler {
  return function preflight({ method, headers }, response, next) {
    const { crossOrigin } = response.locals;
    const isPreflight =
      method === "OPTIONS" &&
      headers["access-control-request-method"] !== undefined;
    if (!isPreflight || !crossOrigin) return next();
    response.writeHead(204, { ...crossOrigin, ...preflightHeaders }).end();
  };
}

/** 403 when a page of another origin uses a messenger token or session. */
export function requireOrigin(): RequestHandler {
  return function requireOrigin({ headers: { origin } }, response, next) {
    const { token, session } = visitorOf(response);
    const origins = (token ?? session)?.origins;
    if (
      origins === undefined ||
      origin === undefined ||
      origins.includes(origin)
    )
      return next();
    next(
      new ApiError(
        "origin_not_allowed",
        {},
        { "WWW-Authenticate": 'Bearer realm="api"' },
      ),
    );
  };
}
