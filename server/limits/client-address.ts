import type { Request } from "express";
import ipaddr from "ipaddr.js";
import { isIP } from "node:net";

/**
 * The subject of requests without a key or a session: `ip:` and the client's address, or the /64
 * network of an IPv6 address.
 */
export const clientOf = (address: string): string => subjectOf(address, 4);

/**
 * The unit of the limits per network: an IPv4 address, or a /48, which one customer of a provider
 * may have.
 */
export const networkOf = (address: string): string => subjectOf(address, 3);

/**
 * The address of the client, which may have come through proxies (`TRUST_PROXY`): `1.2.3.4` and
 * `2001:db8::1` also of `1.2.3.4:5678` and `[2001:db8::1]:443`. A trusted proxy that writes
 * something else than an address into X-Forwarded-For hides all its clients: they count as the
 * address that is connected.
 */
export function addressOf({ ip = "", socket }: Request): string {
  const [, inBrackets, beforePort] =
    /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(ip) ?? [];
  const address = inBrackets ?? beforePort ?? ip;
  return isIP(address) === 0 ? (socket.remoteAddress ?? "") : address;
}

function subjectOf(address: string, groups: number): string {
  if (isIP(address) === 0) return `ip:${address}`;
  const ip = ipaddr.process(address);
  if (!("parts" in ip)) return `ip:${ip.toString()}`;
  const front = ip.parts.slice(0, groups).map((part) => part.toString(16));
  return `ip:${front.join(":")}`;
}
