import ipaddr from "ipaddr.js";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { setTimeout } from "node:timers/promises";
import { invalid } from "../contract/api-error.ts";

/** Addresses that the library takes for public although they stand for IPv4 addresses of any kind. */
export const refusedRanges = ["::/96"];

/** How long to wait for the name's addresses, in milliseconds. */
const patience = 2000;

/**
 * Checks where a webhook points when it is saved (D-22). A name that is not known yet passes: what counts is the check
 * at every connection, in delivery/send.ts.
 * @throws ApiError 422
 */
export async function requireReceiver(url: string, local: boolean): Promise<void> {
  const { protocol, username, password, hash, hostname } = parsed(url);
  if (protocol !== "https:" && !(local && protocol === "http:")) throw refused("debe empezar por https://");
  if (username !== "" || password !== "") throw refused("no puede llevar credenciales");
  if (hash !== "" || url.endsWith("#")) throw refused("no puede llevar un fragmento (#)");
  if (local) return;
  const host = hostname.replace(/^\[|\]$/g, "");
  if (!(await addressesOf(host)).every(isPublic)) throw refused("debe apuntar a una dirección pública");
}

const refused = (message: string) => invalid(["url"], message);

function parsed(url: string): URL {
  if (!URL.canParse(url)) throw refused("debe ser una URL válida");
  return new URL(url);
}

async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  const found = lookup(host, { all: true }).then(
    (all) => all.map(({ address }) => address),
    () => [],
  );
  return Promise.race([found, setTimeout(patience, [], { ref: false })]);
}

function isPublic(address: string): boolean {
  const ip = ipaddr.parse(address);
  return (
    ip.range() === "unicast" &&
    !(
      ip.kind() === "ipv6" &&
      ip
        .toByteArray()
        .slice(0, 12)
        .every((byte) => byte === 0)
    )
  );
}
