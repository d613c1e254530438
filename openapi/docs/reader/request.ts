import { html } from "../../html.ts";
import {
  addressIn,
  addressOf,
  formFields,
  type SampleCall,
} from "../../generate/samples/sample-call.ts";
import { withKeys } from "../../generate/samples/curl.ts";
import { languages } from "../../generate/samples/languages.ts";
import { isBasic } from "../../model/credentials.ts";

/** Sends the request of a form to this server, shows the response, and updates the samples. */
export function installRequest(server: string): void {
  const form = document.querySelector<HTMLFormElement>("form.send");
  if (!form) return;
  // Nobody shows anything where anybody may call.
  const key =
    form.querySelector<HTMLInputElement>("[name=key]") ??
    document.createElement("input");
  const call = JSON.parse(form.dataset["call"] ?? "") as SampleCall;
  const button = form.querySelector("button");
  key.value = sessionStorage.getItem(call.credential) ?? "";
  showKey(key.value);
  form.hidden = false;
  form.addEventListener("input", ({ target }) => {
    sessionStorage.setItem(call.credential, key.value.trim());
    if (target !== key) showCall(withTypedValues(call, form), server);
    showKey(key.value.trim());
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
    const address = addressOf(withTypedValues(call, form)).replace(
      `$${call.names.address}`,
      server,
    );
    if (
      method === "DELETE" &&
      !confirm(`Send DELETE ${address}? This cannot be undone.`)
    )
      return;
    const headers = Object.fromEntries(valuesIn(form, "header"));
    const [credential] = call.credentials;
    const shown = key.value.trim();
    const isSent = credential !== undefined && shown !== "";
    if (isSent && credential.in === "header")
      headers[credential.name] =
        credential.prefix + (isBasic(credential) ? btoa(shown) : shown);
    const value = encodeURIComponent(shown);
    const sentTo = isSent
      ? withKeys(address, [{ ...credential, value }])
      : address;
    const text = form.querySelector("textarea")?.value ?? null;
    const multipart = multipartOf(withTypedValues(call, form));
    if (call.body !== undefined && !multipart)
      headers["Content-Type"] = call.media;
    button?.toggleAttribute("disabled", true);
    const sent = send(sentTo, {
      method,
      headers,
      body: multipart ?? urlencodedOf(withTypedValues(call, form)) ?? text,
    });
    void sent.finally(() => button?.toggleAttribute("disabled", false));
  });
}

function urlencodedOf(call: SampleCall): string | undefined {
  return call.media.startsWith("application/x-www-form-urlencoded")
    ? String(new URLSearchParams(formFields(call)))
    : undefined;
}

/** Returns the form data of a multipart call. The browser writes its header. */
function multipartOf(call: SampleCall): FormData | undefined {
  if (!call.media.startsWith("multipart/form-data")) return undefined;
  const sent = new FormData();
  for (const [name, text] of formFields(call)) sent.append(name, text);
  return sent;
}

/** Writes the key into the samples. */
function showKey(key: string): void {
  for (const span of document.querySelectorAll<HTMLElement>("[data-key]")) {
    span.dataset["unset"] ??= span.textContent ?? "";
    const isQuoted = span.dataset["key"] === "quoted";
    const quoted = JSON.stringify(key);
    const text = isQuoted ? quoted : quoted.slice(1, -1);
    span.textContent = key === "" ? span.dataset["unset"] : text;
  }
}

/**
 * Returns the call with the values of the form. Keeps the body of the example while the typed one
 * is not JSON.
 */
function withTypedValues(call: SampleCall, form: HTMLFormElement): SampleCall {
  const query = valuesIn(form, "query").map(
    ([name, text]): [string, unknown] => {
      if (call.types[name] === "array") return [name, text.split(",")];
      return [
        name,
        call.types[name] === "integer" && /^\d+$/.test(text)
          ? Number(text)
          : text,
      ];
    },
  );
  const parameters = {
    path: valuesIn(form, "path"),
    query,
    header: valuesIn(form, "header"),
  };
  return {
    ...call,
    parameters,
    body: parsed(form.querySelector("textarea")?.value ?? "") ?? call.body,
  };
}

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

/** Writes the samples again, without colours, but with the element of the key. */
function showCall(call: SampleCall, server: string): void {
  const codes = document.querySelectorAll('details[name="language"] code');
  languages.forEach(({ sample, read }, index) => {
    const key = call.credential && read(call.credential);
    const [before = "", ...after] = sample(call)
      .trim()
      .replaceAll(
        read(call.names.address),
        addressIn(read(call.names.address), server),
      )
      .split(key);
    const quoted = key.startsWith("$") ? "" : "quoted";
    const { markup } = html`${before}<span class="v" data-key="${quoted}"
        >${key}</span
      >${after.join(key)}`;
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
