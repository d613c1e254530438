/** A promise of the API that did not hold where its features met. */
export class Broken extends Error {
  override readonly name = "Broken";
}

/** @throws Broken unless it is so */
export function must(law: string, isSo: boolean, detail: () => string): void {
  if (!isSo) throw new Broken(`${law}: ${detail()}`);
}
