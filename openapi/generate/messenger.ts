/*
 * The names of the second client of this API, which visitors of a website use in a browser.
 */

const token = "MESSENGER_PUBLIC_TOKEN";
const visitor = "MESSENGER_VISITOR";

/** Returns true for a credential of the messenger. */
export const isMessenger = (credential: string): boolean =>
  credential === token || credential === visitor;

/**
 * Returns the method of an operation. A visitor's method has the same name as the one of the client
 * with an API key: `listMessengerMessages` is `conversations.messages.list` too. With the
 * messenger's token there is only `start`.
 */
export function messengerMethod({
  id,
  path,
  credential,
}: Record<"id" | "path" | "credential", string>): string {
  if (credential === token) return "start";
  const [, , , ...resources] = path.replaceAll(/\/\{\w+\}/g, "").split("/");
  return [...resources, id.replace(/[A-Z].*/, "")].join(".");
}

/** Returns the client in the sample of a call. */
export function messengerIn({
  credential,
  names,
}: {
  credential: string;
  names: { client: string };
}) {
  const isVisitor = credential === visitor;
  return {
    module: `${names.client}/messenger`,
    create: "createMessenger",
    variable: "messenger",
    option: "token",
    secret: token,
    session: isVisitor
      ? `const session = messenger.resume(process.env.${visitor} ?? "");\n`
      : "",
    receiver: isVisitor ? "session" : "messenger",
  };
}
