import { connect } from "node:net";

const nameAuthority = "Set NODE_EXTRA_CA_CERTS to the file of the authority that signed its certificate.";

/** A reason that does not pass by itself, by a part of it, and what to do. */
const hints: [part: RegExp, remedy: string][] = [
  [/^(WRONGPASS|NOAUTH|NOPERM|ERR DB index)/, "Correct the user, the password or the database in REDIS_URL."],
  [
    /protected mode/,
    "Set a password in that Redis (requirepass), and in REDIS_URL: redis://:PASSWORD@HOST:PORT",
  ],
  [/DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN/, nameAuthority],
  [/UNABLE_TO_(GET_ISSUER_CERT_LOCALLY|VERIFY_LEAF_SIGNATURE)/, nameAuthority],
  [/ERR_TLS_CERT_ALTNAME_INVALID/, "Use a host name of its certificate in REDIS_URL."],
];

/** Why a Redis cannot be used, and what to do. */
export interface RedisError {
  reason: string;
  hint: string;
}

/**
 * Why a Redis will not serve us however long we wait; undefined when it is only away.
 * @param reason why the first connection failed
 */
export async function permanentError(url: string, reason: string): Promise<RedisError | undefined> {
  const said = /EPIPE|ECONNRESET|closed the connection/.test(reason)
    ? await firstLineOf(new URL(url))
    : undefined;
  const whole = said?.replace(/^-/, "") || reason;
  const [, hint] = hints.find(([part]) => part.test(whole)) ?? [];
  // A Redis in protected mode says half a page; its first sentence tells.
  const [first = ""] = whole.split(/(?<=\w\w)\. /);
  return hint === undefined ? undefined : { reason: first, hint };
}

/** What a Redis says before it closes a connection that has sent nothing. A connection that has sent something loses it. */
async function firstLineOf({ hostname, port }: URL): Promise<string> {
  const host = hostname.replace(/^\[|\]$/g, ""); // an IPv6 address has brackets in a URL
  const socket = connect(Number(port || 6379), host).setTimeout(1000);
  socket.on("timeout", () => socket.destroy());
  const [first]: Buffer[] = await socket
    .take(1)
    .toArray()
    .catch(() => []);
  return first?.toString().trim() ?? "";
}
