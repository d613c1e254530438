import { safe, type Html } from "../html.ts";

/** The path of each icon, in a square of 16. */
const icons = {
  menu: "M2 4h12M2 8h12M2 12h12",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.4 10.4 14 14",
  theme:
    "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 2v12M9.5 2.5v11M11 3.2v9.6M12.5 4.4v7.2",
  markdown:
    "M1.5 3.5h13v9h-13zM4 10V6l2 2.2L8 6v4M11.2 6v4M9.8 8.6l1.4 1.4 1.4-1.4",
  arrow: "M3 8h10M9 4l4 4-4 4",
};

/** Writes an icon. Screen readers skip it, as a text beside it says the same. */
export const icon = (name: keyof typeof icons): Html =>
  safe(
    `<svg width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${icons[name]}"/></svg>`,
  );

/** The logo: a speech bubble with head and shoulders cut out. */
const logoPath =
  "M10 2h12a8 8 0 0 1 8 8v9a8 8 0 0 1-8 8h-7.6l-5.9 3.7A1 1 0 0 1 7 29.9V26.4A8 8 0 0 1 2 19v-9a8 8 0 0 1 8-8zM16 6.7a3.9 3.9 0 0 0 0 7.8 3.9 3.9 0 0 0 0-7.8zM8.6 22a7.4 6 0 0 1 14.8 0z";
export const logo = safe(
  `<svg class="mark" width="28" height="28" viewBox="0 0 32 32" fill="currentColor" fill-rule="evenodd" aria-hidden="true"><path d="${logoPath}"/></svg>`,
);
export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#6b2fb8" fill-rule="evenodd" d="${logoPath}"/></svg>\n`;
