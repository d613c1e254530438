/** The JSON pointer of what stands under a name (RFC 6901): `#/paths/~1v1~1contacts`. */
export const pointerTo = (pointer: string, name: string): string =>
  `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** The names in a JSON pointer, also in one that is written as the fragment of a URI. */
export const namesIn = (pointer: string): string[] => pointer.split("/").slice(1).map(unescape);

const unescape = (name: string) => decoded(name).replaceAll("~1", "/").replaceAll("~0", "~");

/** A name with a percent sign that encodes nothing is as it is written. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
