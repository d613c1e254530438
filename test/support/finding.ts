/** Something that is not as the contract says. */
export class Finding extends Error {
  override readonly name = "Finding";
  readonly law: string;

  constructor(law: string, detail: string) {
    super(`${law}: ${detail}`);
    this.law = law;
  }
}

/** @throws Finding unless it is so */
export function must(law: string, isSo: boolean, detail: () => string): void {
  if (!isSo) throw new Finding(law, detail());
}
