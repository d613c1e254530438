/** `npm run faults` takes the whole of each test; a test run takes a tenth. */
export const full = process.env["FAULTS"] === "full";
export const scaled = (count: number): number => (full ? count : count / 10);
