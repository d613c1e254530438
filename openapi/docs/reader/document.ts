/** The server that serves these docs under `/docs/`; nothing when they are opened from elsewhere. */
export const [, server] = /^(https?:\/\/.*)\/docs\/[^/]*$/.exec(location.origin + location.pathname) ?? [];

/** Does what depends on what the browser keeps: now, when the reader comes Back to the page, and when another tab changes it. */
export function whenShown(act: () => void): void {
  act();
  for (const event of ["pageshow", "storage"]) addEventListener(event, act);
}

/** The first element of this selector, which the page has. */
export function find<E extends HTMLElement>(selector: string): E {
  const found = document.querySelector<E>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}
