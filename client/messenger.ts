import { methods, type Methods } from "../generated/messenger-methods.ts";
import type {
  CreateMessengerSessionRequest,
  MessengerSession,
} from "../generated/types.ts";
import { createCaller } from "./call.ts";
import { checkOptions, printable, type OptionTypes } from "./check.ts";
import { createCredential } from "./credential.ts";
import { createMethods } from "./methods.ts";
import type { CallOptions, ClientOptions } from "./options.ts";
import { withResponseOf, type PromiseWithResponse } from "./operation.ts";
import { createRateGate } from "./rate-gate.ts";
import { sendOptions, sendSettings, type Sending } from "./settings.ts";

/** The options of `createMessenger`. */
export interface MessengerOptions extends Pick<ClientOptions, Sending> {
  /** The messenger token of the website. It is public, and allows only the messenger. */
  token: string;
  /** Address of the server, e.g. `https://support.example`. */
  baseUrl: string;
}

/** The methods of a session. */
export type Session = Omit<Methods, "start">;

/** The messenger of a website, for the browsers of its visitors. */
export interface Messenger {
  /**
   * Starts the session of a visitor. Keep its `secret` for this visitor, e.g. in `sessionStorage`,
   * and pass it to `resume` on the next page.
   * @throws (rejects) CallError, e.g. an ApiError with the code `validation_error` for an
   *   `email_signature` that is wrong or has expired
   */
  start: (
    visitor?: CreateMessengerSessionRequest,
    options?: CallOptions,
  ) => PromiseWithResponse<MessengerSession & Session>;
  /**
   * Continues a session. It sends no request: after the end of the session each method throws an
   * UnauthorizedError.
   * @throws TypeError when the secret is missing or cannot be in a header
   */
  resume: (secret: string) => Session;
}

const messengerOptions: OptionTypes = { ...sendOptions, token: printable };

/**
 * Creates the client of a messenger. It runs in browsers, on pages that are served by https or from
 * localhost, and wherever `createClient` runs (D-41).
 * @throws TypeError with the name of a missing or invalid option, without the token
 */
export function createMessenger(options: MessengerOptions): Messenger {
  checkOptions(options, messengerOptions);
  const { token, baseUrl } = options;
  requireAll({ token, baseUrl });
  const { start: startMethod, ...sessionMethods } = methods;

  const callWith = (name: string, credential: string) =>
    createCaller(
      {
        ...sendSettings(options, createCredential(name, credential)),
        headers: {},
        writeHeaders: {},
        hooks: [],
      },
      createRateGate(),
    ).call;
  const resume = (secret: string): Session => {
    checkOptions({ secret }, { secret: printable });
    requireAll({ secret });
    return createMethods<Session>(sessionMethods, callWith("secret", secret));
  };
  const { start } = createMethods<Pick<Methods, "start">>(
    { start: startMethod },
    callWith("token", token),
  );
  return {
    resume,
    start: (visitor = {}, callOptions) => {
      const exchanged = start(visitor, callOptions)
        .withResponse()
        .then((call) => ({
          ...call,
          data: { ...call.data, ...resume(call.data.secret) },
        }));
      const session = exchanged.then(({ data }) => data);
      return withResponseOf(session, exchanged);
    },
  };
}

/** Rejects undefined texts, for callers without types. */
function requireAll(texts: Record<string, string | undefined>): void {
  for (const [name, text] of Object.entries(texts))
    if (text === undefined) throw new TypeError(`${name} is missing.`);
}

// The types of a session's methods, and their errors.
export { isApiError } from "./api-error.ts";
export { isCallError, type CallError } from "./call-error.ts";
export type { CallOptions, CreateOptions } from "./options.ts";
export type * from "../generated/messenger-methods.ts";
