/** Lets the reader choose colours, and keeps the choice. */
export function installThemes(): void {
  const set = document.querySelector<HTMLFieldSetElement>("#theme");
  if (!set) return;
  const chosen = localStorage.getItem("theme") ?? "system";
  for (const input of set.querySelectorAll("input")) input.checked = input.value === chosen;
  set.hidden = false;
  set.addEventListener("change", (event) => {
    if (!(event.target instanceof HTMLInputElement)) return;
    const { value } = event.target;
    if (value === "system") {
      localStorage.removeItem("theme");
      delete document.documentElement.dataset["theme"];
    } else {
      localStorage.setItem("theme", value);
      document.documentElement.dataset["theme"] = value;
    }
  });
}
