import ipaddr from "ipaddr.js";
import dns from "node:dns/promises";
import { isIP } from "node:net";
import { setTimeout } from "node:timers/promises";
import { invalid, type ErrorReason } from "../contract/api-error.ts";

/** The timeout for the addresses of a webhook's host when the webhook is saved, in milliseconds. */
const lookupTimeout = 2000;

/**
 * Checks where a webhook points when it is saved (D-22). A name that cannot be resolved yet passes,
 * as send.ts checks the addresses at every connection. The scheme may be in capitals (RFC 3986,
 * 3.1).
 * @throws ApiError 422
 */
export async function requireReceiver(
  url: string,
  local: boolean,
): Promise<void> {
  const { protocol, username, password, hash, hostname, port } = parsed(url);
  const schemes = local ? ["https:", "http:"] : ["https:"];
  if (!schemes.includes(protocol) || !/^https?:\/\//i.test(url))
    throw invalidUrl("debe empezar por https://", "must begin with https://");
  if (username !== "" || password !== "")
    throw invalidUrl("no puede llevar credenciales", "cannot have credentials");
  if (hash !== "" || url.endsWith("#"))
    throw invalidUrl(
      "no puede llevar un fragmento (#)",
      "cannot have a fragment (#)",
    );
  if (port === "0" || !hasPlainHost(url))
    throw invalidUrl("debe ser una URL válida", "must be a valid URL");
  if (local) return;
  const resolver = new dns.Resolver();
  resolver.setServers(dns.getServers());
  const looked = publicAddressesOf(hostname, resolver).catch(
    (error: unknown) => {
      if (error instanceof AddressRefused)
        throw invalidUrl(
          "debe apuntar a una dirección pública",
          "must point to a public address",
          "address_refused",
        );
    },
  );
  await Promise.race([
    looked,
    setTimeout(lookupTimeout, undefined, { ref: false }),
  ]);
  // A name server that does not respond would be asked for half a minute more.
  resolver.cancel();
}

const invalidUrl = (es: string, en: string, reason: ErrorReason = "format") =>
  invalid(["url"], reason, { es, en });

/**
 * Returns whether the host follows `//` and is not percent-encoded. Node also finds one in
 * `https:///example.com`; others do not.
 */
const hasPlainHost = (url: string) =>
  /^https?:\/\/[^/?#%]+([/?#]|$)/i.test(url);

function parsed(url: string): URL {
  if (!URL.canParse(url))
    throw invalidUrl("debe ser una URL válida", "must be a valid URL");
  return new URL(url);
}

/** A host that is not on the public internet. */
export class AddressRefused extends Error {}

/**
 * Looks up the addresses of a URL's host, all of them on the public internet. They come from name
 * servers alone: the system's own look-up also knows names of this machine and its network, and
 * keeps one of the process's few threads until the name server responds.
 * @throws AddressRefused when one of them is not public, or the name is reserved for other networks
 * @throws Error with the code ENOTFOUND when no name server returns an address
 */
export async function publicAddressesOf(
  hostname: string,
  resolver: Resolver = dns,
): Promise<string[]> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(host) === 0 ? await resolve(host, resolver) : [host];
  if (!addresses.every(isPublic))
    throw new AddressRefused(`${host} is not on the public internet.`);
  return addresses;
}

/** Asks name servers for addresses, as `node:dns` does. */
type Resolver = Pick<typeof dns, "resolve4" | "resolve6">;

async function resolve(host: string, resolver: Resolver): Promise<string[]> {
  if (isReserved(host))
    throw new AddressRefused(`${host} is no name of the public internet.`);
  const found = await Promise.allSettled([
    resolver.resolve4(host),
    resolver.resolve6(host),
  ]);
  const addresses = found.flatMap((family) =>
    family.status === "fulfilled" ? family.value : [],
  );
  if (addresses.length === 0)
    throw Object.assign(new Error(`${host} is not known.`), {
      code: "ENOTFOUND",
    });
  return addresses;
}

/**
 * Names that the internet's name servers do not have: of one label, and of RFC 6761, 6762, 7686,
 * 8375 and `internal`.
 */
const isReserved = (host: string) =>
  !host.replace(/\.$/, "").includes(".") ||
  /\.(localhost|local|internal|invalid|onion|home\.arpa)\.?$/i.test(host);

/** Addresses of no receiver that ipaddr.js counts as ordinary ones. */
const refusedRanges = [
  "168.63.129.16/32", // Azure: its platform, for every machine in it
  "161.26.0.0/16", // IBM Cloud: services for its machines alone
  "166.8.0.0/14",
  "::/96", // stands for IPv4 addresses of any kind
].map((range) => ipaddr.parseCIDR(range));

/** IPv6 addresses that are given to anybody at all (RFC 4291, 2.4). */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

/**
 * Returns whether an IP address is one of the public internet, and not of a special purpose (IANA's
 * registries).
 */
function isPublic(address: string): boolean {
  const ip = ipaddr.parse(address);
  if (ip.range() !== "unicast" || ("zoneId" in ip && ip.zoneId)) return false;
  if (ip.kind() === "ipv6" && !ip.match(globalUnicast)) return false;
  return !refusedRanges.some(
    (range) => range[0].kind() === ip.kind() && ip.match(range),
  );
}
