/** A day of the demo, the first is 0, and a time in UTC: `3 14:05`. */
export type DemoTime = `${number} ${number}:${number}`;

/** How many days the demo covers. The last of them is yesterday, so that nothing is in the future. */
export const days = 21;

const dayLength = 24 * 60 * 60 * 1000;

/** The milliseconds since 1970 of a time of a demo that is made `now`. */
export function timeOf(time: DemoTime, now: Date): number {
  const [day = 0, hour = 0, minute = 0] = time.split(/[ :]/).map(Number);
  const today = Math.floor(now.getTime() / dayLength);
  return (today - days + day) * dayLength + minutes(hour * 60 + minute);
}

/** Minutes in milliseconds. */
export const minutes = (count: number): number => count * 60 * 1000;
