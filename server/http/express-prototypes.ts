import type { Express } from "express";
import { IncomingMessage, ServerResponse } from "node:http";

/**
 * Classes of requests and responses whose prototypes are those of the application. Express replaces the prototype of every
 * other request and response, and V8 then reads and writes their properties slowly: that is a third of the CPU of a get.
 */
export function messageClasses(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request) as Express["request"];
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response) as Express["response"];
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
