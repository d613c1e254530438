/** Marks in "On this page" the part that the reader sees. */
export function installContents(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".contents a")];
  const mark = () => {
    const passed = links.filter(({ hash }) => {
      const heading = document.getElementById(hash.slice(1));
      return heading !== null && heading.getBoundingClientRect().top < innerHeight / 3;
    });
    const current = passed.at(-1) ?? links[0];
    for (const link of links)
      if (link === current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
  };
  if (links.length === 0) return;
  mark();
  addEventListener("scroll", mark, { passive: true });
}
