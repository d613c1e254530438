/**
 * Reads the arguments after `npm start --`.
 * @throws Error that lists the known arguments
 */
export function readArguments(args: string[]): { demo: boolean } {
  const unknown = args.filter((argument) => argument !== "--demo");
  if (unknown.length > 0) {
    throw new Error(
      `Unknown argument: ${unknown.join(" ")}. The only one is --demo, which fills the workspace demo once; ` +
        "settings are environment variables, see the README.",
    );
  }
  return { demo: args.length > 0 };
}
