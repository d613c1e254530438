/** Effect → verb in a report. */
export const verbs = {
  other: "changed",
  unknown: "changed",
  narrower: "was added",
  wider: "was removed",
};
