/** What was asked for after `npm start --`. */
export interface Arguments {
  demo: boolean;
}

/**
 * Reads the arguments of the server.
 * @throws Error that says what there is
 */
export function readArguments(args: string[]): Arguments {
  const unknown = args.filter((argument) => argument !== "--demo");
  if (unknown.length > 0) {
    throw new Error(
      `There is no argument ${unknown.join(" ")}. There is --demo, which fills the workspace demo once; ` +
        "settings are environment variables, see the README.",
    );
  }
  return { demo: args.length > 0 };
}
