/** Makes the form of an operation send its request to this server, and show the response with its headers. */
export function installTry(server: string): void {
  const form = document.querySelector<HTMLFormElement>("form.try");
  const output = form?.querySelector<HTMLElement>(".output");
  if (!form || !output) return;
  form.hidden = false;
  document.querySelector<HTMLElement>(".unavailable")?.remove();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    output.textContent = "Sending…";
    const started = performance.now();
    send(form, server)
      .then(async (response) => show(output, response, await response.text(), performance.now() - started))
      .catch((error: unknown) => (output.textContent = `No response: ${String(error)}`));
  });
}

function send(form: HTMLFormElement, server: string): Promise<Response> {
  const { method = "", path = "" } = form.dataset;
  const url = new URL(
    server + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueOf(form, name))),
  );
  const key = document.querySelector<HTMLInputElement>("[data-key-input]")?.value.trim() ?? "";
  const headers: Record<string, string> = key === "" ? {} : { Authorization: `Bearer ${key}` };
  for (const { name, value, dataset } of form.querySelectorAll<HTMLInputElement>("[data-in]")) {
    if (value === "") continue;
    if (dataset["in"] === "query") url.searchParams.set(name, value);
    if (dataset["in"] === "header") headers[name] = value;
  }
  const body = form.querySelector("textarea")?.value ?? null;
  if (body !== null) headers["Content-Type"] = "application/json";
  return fetch(url, { method, headers, body, cache: "no-store", credentials: "omit" });
}

const valueOf = (form: HTMLFormElement, name: string) =>
  form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? "";

function show(output: HTMLElement, response: Response, text: string, milliseconds: number): void {
  const status = document.createElement("p");
  const code = document.createElement("code");
  code.className = response.ok ? "status success" : "status";
  code.textContent = String(response.status);
  status.append(code, ` ${response.statusText} in ${Math.round(milliseconds)} ms`);
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\n`).join("");
  output.replaceChildren(status, block("Response headers", headers), block("Response body", pretty(text)));
}

function block(label: string, text: string): HTMLElement {
  const pre = document.createElement("pre");
  pre.textContent = text;
  pre.tabIndex = 0;
  pre.setAttribute("aria-label", label);
  pre.setAttribute("role", "region");
  return pre;
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
