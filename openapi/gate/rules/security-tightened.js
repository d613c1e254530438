/** @typedef {import("./change.js").Change} Change */
/** @typedef {import("./change.js").Context} Context */
/** @typedef {import("../normal-form/security.js").Credential} Credential */

/** A caller who could call with what it has can still call: by the same alternative, or by one that asks for less. */
export function securityTightened() {
  return {
    Operation: (/** @type {Change} */ change, /** @type {Context} */ { report }) => {
      if (change.kind !== "modified" || change.property !== "effectiveSecurity") return;
      const before = alternatives(change.base.value);
      const after = alternatives(change.revision.value);
      const refused = before.filter((held) => !after.some((asked) => isEnough(held, asked)));
      if (refused.length === 0) return;
      const asked = after.map(words).join(", or ");
      report({ message: `A call with ${refused.map(words).join(" or ")} is refused; it needs ${asked}.` });
    },
  };
}

/** A client can get a token as it did. */
export function oauthFlowRemoved() {
  return {
    SecurityScheme: (/** @type {Change} */ change, /** @type {Context} */ { report }) => {
      if (change.kind !== "modified" || change.property !== "tokenFlows") return;
      for (const flow of change.base.value ?? []) {
        if (!change.revision.value?.includes(flow))
          report({ message: `The OAuth flow ${flow} is no longer there.` });
      }
    },
  };
}

/** @type {(texts: string[] | undefined) => Credential[][]} */
const alternatives = (texts) => (texts ?? ["[]"]).map((text) => JSON.parse(text));

/** @type {(held: Credential[], asked: Credential[]) => boolean} */
const isEnough = (held, asked) =>
  asked.every(({ kind, scopes }) =>
    held.some((one) => one.kind === kind && scopes.every((scope) => one.scopes.includes(scope))),
  );

/** @type {(credentials: Credential[]) => string} */
const words = (credentials) =>
  credentials.length === 0
    ? "no authorisation"
    : credentials
        .map(({ kind, scopes }) => (scopes.length > 0 ? `${kind} (${scopes.join(", ")})` : kind))
        .join(" and ");
