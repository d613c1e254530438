type Values = Record<string, unknown>;

/** A path of the contract with its values, and the query. The contract's lists, such as `types`, are cut by commas. */
export function urlOf(template: string, path: Values = {}, query: Values = {}): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encode(path[name]));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  return (
    filled +
    (pairs.length > 0 ? `?${pairs.map(([name, value]) => `${name}=${encode(value)}`).join("&")}` : "")
  );
}

const encode = (value: unknown): string =>
  Array.isArray(value) ? value.map(encode).join(",") : encodeURIComponent(String(value));
