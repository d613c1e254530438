/** Shows the samples in the language that the reader chose last, on each page. */
export function installTabs(): void {
  const inputs = [
    ...document.querySelectorAll<HTMLInputElement>('[data-tabs="language"] > fieldset > input'),
  ];
  const chosen = inputs.find(({ value }) => value === localStorage.getItem("language"));
  if (chosen) chosen.checked = true;
  for (const input of inputs)
    input.addEventListener("change", () => localStorage.setItem("language", input.value));
}
