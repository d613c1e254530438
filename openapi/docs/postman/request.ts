import {
  addressOf,
  cookiesOf,
  filledIn,
} from "../../generate/samples/call-text.ts";
import { formFields } from "../../generate/samples/form-fields.ts";
import {
  sampleCall,
  type SampleCall,
} from "../../generate/samples/sample-call.ts";
import {
  asSent,
  withExample,
} from "../../generate/samples/sample-parameters.ts";
import {
  followIn,
  type Contract,
  type Located,
  type Parameter,
} from "../../model/contract.ts";
import { jsonOf } from "../../model/json.ts";
import {
  headerText,
  pathText,
  queryText,
  styleOf,
} from "../../model/parameter-text.ts";
import { authenticationOf, type Entry } from "./authentication.ts";

/** Returns the body of a request in the collection. */
function bodyOf(call: SampleCall): object {
  const { body, bodyKind } = call;
  if (bodyKind === "json")
    return {
      mode: "raw",
      raw: jsonOf(body, 2),
      options: { raw: { language: "json" } },
    };
  if (bodyKind === "text") return { mode: "raw", raw: body };
  if (bodyKind === "file") return { mode: "file", file: { src: body } };
  const mode = bodyKind === "multipart" ? "formdata" : "urlencoded";
  const fields = formFields(call).map(([key, value]) => ({
    key,
    value,
    type: "text",
  }));
  return { mode, [mode]: fields };
}

/** Returns a parameter as the collection has it: some lists and objects have several entries. */
function entriesOf(parameter: Parameter, value: unknown): Entry[] {
  const { name, in: location } = parameter;
  if (value === undefined) return [{ key: name, value: "" }];
  const style = styleOf(parameter);
  if (location === "path") {
    const text = decodeURIComponent(pathText(name, value, style));
    return [{ key: name, value: text }];
  }
  if (location === "header")
    return [{ key: name, value: headerText(value, style) }];
  const pairs = new URLSearchParams(queryText(name, value, style));
  return [...pairs].map(([key, text]) => ({ key, value: text }));
}

/** Returns the pairs of a query. One without a value, such as JSON, has only a key. */
const pairsOf = (query: string) =>
  query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [key = "", ...values] = pair.split("=");
      return { key, value: values.length > 0 ? values.join("=") : null };
    });

/**
 * Returns a function that writes a segment of a path. Postman has variables for whole segments only,
 * so another segment has the values of the sample.
 */
const segmentIn =
  (call: SampleCall) =>
  (segment: string): string => {
    const [, name] = /^\{([^{}]+)\}$/.exec(segment) ?? [];
    return name === undefined ? filledIn(segment, call) : `:${name}`;
  };

/** Writes an operation as a request of the collection, with the values of its samples. */
export function requestOf(contract: Contract, located: Located) {
  const { operation } = located;
  const call = sampleCall(contract, located);
  const { path, method, parameters, body } = call;
  const authentication = authenticationOf(call);
  /**
   * Disables parameters that the samples do not send: a fixed Idempotency-Key would repeat the
   * first request.
   */
  const listed = (location: "path" | "query" | "header") => {
    const sent = new Map(parameters[location]);
    return (operation.parameters ?? [])
      .map((node) => followIn(contract)<Parameter>(node))
      .filter((each) => each.in === location)
      .map((each) => withExample(contract, each))
      .flatMap(asSent)
      .flatMap((parameter) => {
        const { name, description, example } = parameter;
        const disabled = !sent.has(name);
        return entriesOf(parameter, sent.get(name) ?? example).map((entry) => ({
          ...entry,
          description,
          disabled,
        }));
      });
  };
  const segments = path.slice(1).split("/").map(segmentIn(call));
  const [, query] = addressOf(call).split("?");
  const host = call.server || `{{${call.names.address}}}`;
  const raw = `${host}/${segments.join("/")}${query === undefined ? "" : `?${query}`}`;
  const type =
    body === undefined || call.media.startsWith("multipart/")
      ? []
      : [{ key: "Content-Type", value: call.media }];
  const cookies = [...authentication.cookies, cookiesOf(call)]
    .filter((text) => text !== "")
    .join("; ");
  const cookieHeader =
    cookies === "" ? [] : [{ key: "Cookie", value: cookies }];
  return {
    name: operation.summary,
    request: {
      method,
      description: operation.description,
      auth: authentication.auth,
      header: [
        ...type,
        ...authentication.header,
        ...cookieHeader,
        ...listed("header"),
      ],
      url: {
        raw,
        host: [host],
        path: segments,
        query: [
          ...authentication.query,
          ...listed("query"),
          ...pairsOf(call.queryString),
        ],
        variable: listed("path").filter(({ key }) =>
          segments.includes(`:${key}`),
        ),
      },
      ...(body !== undefined && {
        body: bodyOf(call),
      }),
    },
  };
}
