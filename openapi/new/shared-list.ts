import { isAlias, isSeq, parseDocument } from "yaml";

/** A list in a text of YAML that has an anchor, such as `&statuses [open, closed]`. */
interface SharedList {
  anchor: string;
  /** The list in the text, without its anchor. */
  start: number;
  end: number;
}

/**
 * Finds the list at a path, or the one to which the path has an alias. Undefined for a list without
 * an anchor, and for one of several lines.
 */
function listAt(text: string, path: string[]): SharedList | undefined {
  const document = parseDocument(text);
  const node = document.getIn(path, true);
  const list = isAlias(node) ? node.resolve(document) : node;
  if (!isSeq(list) || list.anchor === undefined || !list.range)
    return undefined;
  const [start, end] = list.range;
  const { anchor } = list;
  return text[start] === "[" ? { anchor, start, end } : undefined;
}

/**
 * Writes a list for a place in a text: as an alias after the list, or else as the list itself, which
 * becomes an alias where it was.
 * @param path the place of the list in the contract
 * @returns the text, in which `place` is the same; undefined for a list without an anchor
 */
export function shareList(
  text: string,
  path: string[],
  place: number,
): { text: string; list: string } | undefined {
  const found = listAt(text, path);
  if (!found) return undefined;
  const { anchor, start, end } = found;
  if (start < place) return { text, list: `*${anchor}` };
  const before = text.slice(0, start).replace(/&\S+\s+$/, `*${anchor}`);
  const list = `&${anchor} ${text.slice(start, end)}`;
  return { text: before + text.slice(end), list };
}
