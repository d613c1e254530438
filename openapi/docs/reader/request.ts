import { multipartForm, type Part } from "../../../client/multipart.ts";
import { html } from "../../html.ts";
import {
  addressIn,
  addressOf,
  headersOf,
} from "../../generate/samples/call-text.ts";
import { formFields, isJsonField } from "../../generate/samples/form-fields.ts";
import type {
  SampleCall,
  ShownCredential,
} from "../../generate/samples/sample-call.ts";
import { withKeys } from "../../generate/samples/curl.ts";
import { languages } from "../../generate/samples/languages.ts";
import { sentValue } from "../../model/credentials.ts";
import { keyPlace } from "../key-place.ts";

/** Sends the request of a form to this server, shows the response, and updates the samples. */
export function installRequest(server: string): void {
  const form = document.querySelector<HTMLFormElement>("form.send");
  if (!form) return;
  const call = JSON.parse(form.dataset["call"] ?? "") as SampleCall;
  const button = form.querySelector("button");
  const keys = keysIn(form, call);
  for (const { input, credential } of keys)
    input.value = sessionStorage.getItem(credential.variable) ?? "";
  showKeys(keys);
  form.hidden = false;
  form.addEventListener("input", ({ target }) => {
    for (const { input, credential } of keys)
      sessionStorage.setItem(credential.variable, input.value.trim());
    if (!keys.some(({ input }) => input === target))
      showCall(withTypedValues(call, form), server);
    showKeys(keys);
  });
  // What lacks a value is not seen while it is folded.
  form.addEventListener(
    "invalid",
    () => form.querySelector("details")?.setAttribute("open", ""),
    true,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { method } = call;
    const typed = withTypedValues(call, form);
    const address = addressOf(typed).replace(`$${call.names.address}`, server);
    if (
      method === "DELETE" &&
      !confirm(`Send DELETE ${address}? This cannot be undone.`)
    )
      return;
    const headers = Object.fromEntries(headersOf(typed));
    const shown = keys
      .map(({ input, credential }) => ({
        ...credential,
        value: input.value.trim(),
      }))
      .filter(({ value }) => value !== "");
    for (const key of shown)
      if (key.in === "header")
        headers[key.name] = key.prefix + sentValue(key, key.value);
    const sentTo = withKeys(
      address,
      shown.map((key) => ({ ...key, value: encodeURIComponent(key.value) })),
    );
    if (call.body !== undefined && call.bodyKind !== "multipart")
      headers["Content-Type"] = call.media;
    button?.toggleAttribute("disabled", true);
    const sent = send(sentTo, { method, headers, body: bodyOf(typed, form) });
    void sent.finally(() => button?.toggleAttribute("disabled", false));
  });
}

/** A credential of a call with the field in which a reader types it. */
interface Key {
  credential: ShownCredential;
  input: HTMLInputElement;
}

const keysIn = (form: HTMLFormElement, { credentials }: SampleCall): Key[] =>
  [...form.querySelectorAll<HTMLInputElement>("[name=key]")].flatMap(
    (input, index) => {
      const credential = credentials[index];
      return credential ? [{ credential, input }] : [];
    },
  );

/** Returns the body of a request, in the way in which the call writes it. */
function bodyOf(call: SampleCall, form: HTMLFormElement): BodyInit | null {
  if (call.bodyKind === "multipart") return multipartOf(call, form);
  if (call.bodyKind === "urlencoded")
    return String(new URLSearchParams(formFields(call)));
  const file = form.querySelector<HTMLInputElement>("[name=file]");
  return file?.files?.[0] ?? form.querySelector("textarea")?.value ?? null;
}

/** Returns the form of a multipart call, with the files that the reader has chosen. */
function multipartOf(call: SampleCall, form: HTMLFormElement): Blob {
  const parts: Part[] = formFields(call)
    .filter(([name]) => !call.fileFields.includes(name))
    .map(([name, value]) => {
      const type = isJsonField(call, name) ? "application/json" : undefined;
      return { name, value, type };
    });
  for (const input of form.querySelectorAll<HTMLInputElement>("[name=file]"))
    for (const file of input.files ?? [])
      parts.push({ name: input.dataset["field"] ?? "", value: file });
  return multipartForm(parts);
}

/** Writes the credentials into the samples. */
function showKeys(keys: Key[]): void {
  for (const span of document.querySelectorAll<HTMLElement>("[data-key]")) {
    const unset = (span.dataset["unset"] ??= span.textContent ?? "");
    const key = keys.find(({ credential }) =>
      languages.some(({ read }) => read(credential.variable) === unset),
    );
    const value = key?.input.value.trim() ?? "";
    const quoted = JSON.stringify(value);
    const text =
      span.dataset["key"] === "quoted" ? quoted : quoted.slice(1, -1);
    span.textContent = value === "" ? unset : text;
  }
}

/**
 * Returns the call with the values of the form. Keeps the body of the example while the typed one
 * is not JSON.
 */
function withTypedValues(call: SampleCall, form: HTMLFormElement): SampleCall {
  const typed = (location: string) =>
    valuesIn(form, location).map(([name, text]): [string, unknown] => [
      name,
      typedValue(call.types[name], text),
    ]);
  const text = form.querySelector("textarea")?.value ?? "";
  const { cookie } = call.parameters;
  return {
    ...call,
    parameters: {
      path: typed("path"),
      query: typed("query"),
      header: typed("header"),
      cookie,
    },
    body: (call.bodyKind === "text" ? text : parsed(text)) ?? call.body,
  };
}

/** Returns the value of a typed text: of a list `a,b`, of an object JSON. */
function typedValue(type: string | undefined, text: string): unknown {
  if (type === "array") return text.split(",");
  if (type === "object") return parsed(text) ?? text;
  if (type === "boolean" && /^(true|false)$/.test(text)) return text === "true";
  const isNumber = numberTypes.includes(type ?? "");
  return isNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

const numberTypes = ["integer", "int32", "int64", "number", "float", "double"];

/** Parses JSON. Returns undefined for an invalid text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const valuesIn = (form: HTMLFormElement, location: string) =>
  [...form.querySelectorAll<HTMLInputElement>(`[data-in="${location}"]`)]
    .filter(({ value }) => value !== "")
    .map(({ name, value }): [string, string] => [name, value]);

/** Writes the samples again, without colours, but with the elements of the credentials. */
function showCall(call: SampleCall, server: string): void {
  const codes = document.querySelectorAll('details[name="language"] code');
  languages.forEach(({ sample, read }, index) => {
    const reads = read(call.names.address);
    const text = sample(call)
      .trim()
      .replaceAll(reads, addressIn(reads, server));
    let { markup } = html`${text}`;
    // Only the first place: a reader may type the same text.
    for (const { variable } of call.credentials) {
      const key = html`${read(variable)}`.markup;
      markup = markup.replace(key, () => keyPlace(read(variable)).markup);
    }
    if (codes[index]) codes[index].innerHTML = markup;
  });
}

/** Sends the request. Shows the response as the first tab of the card of responses. */
async function send(address: string, request: RequestInit): Promise<void> {
  const started = performance.now();
  try {
    const response = await fetch(address, {
      ...request,
      cache: "no-store",
      credentials: "omit",
    });
    const text = await response.text();
    const lines = [
      `${response.status} in ${Math.round(performance.now() - started)} ms`,
      JSON.stringify(parsed(text), null, 2) ?? text,
      "",
      ...[...response.headers].map(([name, value]) => `${name}: ${value}`),
    ];
    showLive(String(response.status), lines.join("\n"));
  } catch (error) {
    showLive("No response", `There is no response. ${String(error)}`);
  }
}

function showLive(label: string, text: string): void {
  const card = document.querySelector('details[name="status"]')?.parentElement;
  card?.querySelector(".live")?.remove();
  const tab = html`<details name="status" class="live">
    <summary class="status s${label.charAt(0)}">Live: ${label}</summary>
    <pre tabindex="0" role="group" aria-label="Live response">${text}</pre>
  </details>`;
  card?.insertAdjacentHTML("afterbegin", tab.markup);
  card?.querySelector("summary")?.click();
}
