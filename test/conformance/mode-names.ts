/** The ways in which `npm run fuzz` treats an operation. Each is in `modes.ts`. */
export const modeNames = [
  "always",
  "valid",
  "near",
  "hostile",
  "stranger",
  "unauthorised",
] as const;

export type ModeName = (typeof modeNames)[number];
