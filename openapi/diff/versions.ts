/**
 * Computes the version that a change needs: a new major version for a break, a minor one for any
 * other change. Below 1.0.0 a break needs a minor version. Returns undefined when a version is not
 * three numbers.
 */
export function versionsFor({
  base = "",
  head = "",
  isBroken,
  isChanged,
}: {
  base: string | undefined;
  head: string | undefined;
  isBroken: boolean;
  isChanged: boolean;
}) {
  const form = /^(\d+)\.(\d+)\.\d+/;
  const [stated, major, minor] = form.exec(base) ?? [];
  if (stated === undefined || !form.test(head)) return undefined;
  const compatible = isChanged ? `${major}.${Number(minor) + 1}.0` : stated;
  const needed =
    isBroken && major !== "0" ? `${Number(major) + 1}.0.0` : compatible;
  return {
    base,
    head,
    needed,
    enough: head.localeCompare(needed, "en", { numeric: true }) >= 0,
  };
}
