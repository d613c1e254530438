import { html } from "../../html.ts";
import { whenShown } from "./document.ts";
import { addressOf, languages, type SampleCall } from "../samples.ts";

/** Makes the form of an operation send its request to this server and show the response, and the samples say the same. */
export function installRequest(server: string): void {
  const form = document.querySelector<HTMLFormElement>("form.send");
  const key = form?.querySelector<HTMLInputElement>("[data-key-input]");
  if (!form || !key) return;
  const call = JSON.parse(form.dataset["call"] ?? "") as SampleCall;
  const body = form.querySelector("textarea");
  const button = form.querySelector("button");
  form.hidden = false;
  whenShown(() => {
    key.value = sessionStorage.getItem(call.credential) ?? "";
    showKey(key.value);
  });
  form.addEventListener("input", ({ target }) => {
    if (target === key) sessionStorage.setItem(call.credential, key.value.trim());
    if (target === body) body?.setCustomValidity(problemOf(body.value));
    if (target !== key && body?.validity.customError !== true) showCall(typed(call, form), server);
    showKey(key.value.trim());
  });
  // What lacks a value is not seen while it is folded.
  form.addEventListener(
    "invalid",
    ({ target }) => target instanceof Element && target.closest("details")?.setAttribute("open", ""),
    true,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { method } = call;
    const address = addressOf(typed(call, form)).replace("$BASE_URL", server);
    if (method === "DELETE" && !confirm(`Send DELETE ${address}? This cannot be undone.`)) return;
    const headers = new Headers(valuesIn(form, "header"));
    if (key.value.trim() !== "") headers.set("Authorization", `Bearer ${key.value.trim()}`);
    if (body) headers.set("Content-Type", "application/json");
    button?.toggleAttribute("disabled", true);
    const sent = send(address, { method, headers, body: body?.value ?? null });
    void sent.then(showLive).finally(() => button?.toggleAttribute("disabled", false));
  });
}

/** Why a text is no JSON, as the form says before it sends it; empty when it is. */
function problemOf(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return `This is not JSON. ${error instanceof Error ? error.message : ""}`;
  }
}

/** Puts the key into the samples. */
function showKey(key: string): void {
  for (const span of document.querySelectorAll<HTMLElement>("[data-key]")) {
    const quoted = JSON.stringify(key);
    span.dataset["unset"] ??= span.textContent ?? "";
    span.textContent =
      key === "" ? span.dataset["unset"] : span.dataset["key"] === "quoted" ? quoted : quoted.slice(1, -1);
  }
}

/** The call with what the reader typed, whose body is JSON. */
function typed(call: SampleCall, form: HTMLFormElement): SampleCall {
  const body = form.querySelector("textarea")?.value;
  const query = valuesIn(form, "query").map(([name, text]): [string, unknown] => {
    if (call.types[name] === "array") return [name, text.split(",")];
    return [name, call.types[name] === "integer" && /^\d+$/.test(text) ? Number(text) : text];
  });
  return {
    ...call,
    parameters: { path: valuesIn(form, "path"), query },
    body: body === undefined ? undefined : (JSON.parse(body) as unknown),
  };
}

const valuesIn = (form: HTMLFormElement, place: string) =>
  [...form.querySelectorAll<HTMLInputElement>(`[data-in="${place}"]`)]
    .filter(({ value }) => value !== "")
    .map(({ name, value }): [string, string] => [name, value]);

/** Writes the samples anew, without colours, and with the key's place marked as before. */
function showCall(call: SampleCall, server: string): void {
  const codes = document.querySelectorAll<HTMLElement>('[data-tabs="language"] .panel code');
  languages.forEach(({ sample, read }, index) => {
    const key = read(call.credential);
    const code = sample(call).trim().replaceAll("$BASE_URL", server);
    const at = code.indexOf(key);
    const span = document.createElement("span");
    span.className = "v";
    span.dataset["key"] = key.startsWith("$") ? "" : "quoted";
    span.textContent = key;
    codes[index]?.replaceChildren(code.slice(0, at), span, code.slice(at + key.length));
  });
}

/** What the page shows of a response. */
interface Live {
  label: string;
  status: string;
  text: string;
}

async function send(address: string, request: RequestInit): Promise<Live> {
  const started = performance.now();
  try {
    const response = await fetch(address, { ...request, cache: "no-store", credentials: "omit" });
    const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
    const milliseconds = Math.round(performance.now() - started);
    return {
      label: String(response.status),
      status: String(response.status).charAt(0),
      text: `${response.status} in ${milliseconds} ms\n${lines}\n\n${pretty(await response.text())}`,
    };
  } catch (error) {
    return { label: "No response", status: "5", text: `The server did not respond. ${String(error)}` };
  }
}

/** Shows a response as the first tab of the card of responses. */
function showLive({ label, status, text }: Live): void {
  const head = document.querySelector('[data-tabs="status"] > fieldset');
  document.querySelectorAll(".live").forEach((part) => part.remove());
  const tab = html`<input type="radio" name="status" id="status-live" class="live" checked /><label
      for="status-live"
      class="live s${status}"
      >Live: ${label}</label
    >`;
  const panel = html`<div class="panel live" aria-live="polite">
    <pre tabindex="0" role="group" aria-label="Live response">${text}</pre>
  </div>`;
  head?.querySelector("legend")?.insertAdjacentHTML("afterend", tab.markup);
  head?.insertAdjacentHTML("afterend", panel.markup);
}

const pretty = (text: string): string =>
  problemOf(text) === "" ? JSON.stringify(JSON.parse(text), null, 2) : text;
