import { table } from "./table.js";

/**
 * When events are delivered to webhooks, and when the server gives up.
 * @param {any} delivery the contract's `x-delivery`
 */
export function deliveryChapter(delivery) {
  const delays = delivery["retry-seconds"].map(span);
  const rows = [
    ["Timeout of an attempt", span(delivery["timeout-seconds"])],
    ["Attempts", `${delays.length + 1}: at once, then ${delays.join(", ")} after the previous failure`],
    ["A delay is longer or shorter by up to", `${delivery["jitter-percent"]} %`],
    ["`Retry-After` is followed up to", span(delivery["longest-delay-seconds"])],
    [
      "A webhook is disabled as `failing`",
      `after ${delivery["failing-after-hours"]} h of nothing but failures, at least ${delivery["failing-after-attempts"]}`,
    ],
  ];
  return `## Delivery schedule\n\n${table(["What", "Limit"], rows)}`;
}

/** Seconds in the largest unit that they fill: `5 s`, `30 min`, `2 h`. */
function span(/** @type {number} */ seconds) {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
