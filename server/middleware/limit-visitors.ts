import type { RequestHandler } from "express";
import { limits } from "../../generated/catalogue.ts";
import type { Limit, Limiter } from "../limiter/limiter.ts";
import { clientOf, rateLimited } from "./rate-limit.ts";

const inMinute = (requests: number): Limit => ({ requests, seconds: limits.windowSeconds });
const inHour = (requests: number): Limit => ({ requests, seconds: limits.messengerWindowSeconds });

const ofAddress = inMinute(limits.messengerRequestsPerAddress);
const sessionsOfAddress = inHour(limits.messengerSessionsPerAddress);
const sessionsOfToken = inHour(limits.messengerSessionsPerToken);
const messagesOfSession = inHour(limits.messengerMessagesPerSession);
const messagesOfToken = inHour(limits.messengerMessagesPerToken);

/** 429 when visitors of a website, or strangers with its token, send or write too much (D-43). */
export function limitVisitors({ consume }: Limiter): RequestHandler {
  return async function limitVisitors(request, response, next) {
    const { token, session } = response.locals;
    if (!token && !session) return next();
    const { ip, method, body } = request;
    const client = clientOf(ip);
    const require = async (subject: string, limit: Limit) => {
      const window = await consume(subject, limit);
      if (!window.allowed) throw rateLimited(window);
    };
    await require(`visitors:${client}`, ofAddress);
    if (token) {
      await require(`sessions:${client}`, sessionsOfAddress);
      // With a signature the website vouches for the visitor, or the request is refused.
      if ((body as { email_signature?: string }).email_signature === undefined)
        await require(`sessions:${token.id}`, sessionsOfToken);
    }
    if (session && method === "POST") {
      await require(`messages:${session.id}`, messagesOfSession);
      if (!session.isVerified) await require(`messages:${session.tokenId}`, messagesOfToken);
    }
    next();
  };
}
