import { html, type Html } from "../html.ts";

/**
 * Writes the place of a credential in a sample. The script of the page fills in the credential, in
 * quotes where a program reads a variable.
 */
export const keyPlace = (read: string): Html => {
  const quoted = read.startsWith("$") ? "" : "quoted";
  return html`<span class="v" data-key="${quoted}">${read}</span>`;
};
