/** Whether a JSON value holds more than `most` values, counted at any depth. */
export function hasMoreValues(json: unknown, most: number): boolean {
  const waiting = [json];
  for (let seen = 1; waiting.length > 0;) {
    const value = waiting.pop();
    if (typeof value !== "object" || value === null) continue;
    const children: unknown[] = Array.isArray(value) ? value : Object.values(value);
    seen += children.length;
    if (seen > most) return true;
    waiting.push(...children);
  }
  return false;
}
