/** Puts the reader's server and key into the samples. The key stays in this page. */
export function fillSamples(server: string | undefined): void {
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  if (server !== undefined) for (const span of all("[data-address]")) span.textContent = server;
  for (const sample of all(".sample")) sample.append(copyButton(sample));
  const input = document.querySelector<HTMLInputElement>("[data-key-input]");
  if (!input?.form) return;
  input.form.hidden = false;
  input.form.addEventListener("submit", (event) => event.preventDefault());
  const keys = all("[data-key]").map((span) => ({
    span,
    quote: span.dataset["key"],
    unset: span.textContent,
  }));
  input.addEventListener("input", () => {
    const key = input.value.trim();
    for (const { span, quote, unset } of keys)
      span.textContent = key === "" ? unset : `${quote}${key}${quote}`;
  });
}

function copyButton(sample: HTMLElement): HTMLButtonElement {
  const button = document.createElement("button");
  button.textContent = "Copy";
  button.type = "button";
  button.addEventListener("click", () => {
    void navigator.clipboard.writeText(sample.querySelector("pre")?.textContent ?? "").then(() => {
      button.textContent = "Copied";
    });
  });
  return button;
}
