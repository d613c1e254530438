import { createSocket } from "node:dgram";
import dns from "node:dns/promises";
import { once } from "node:events";
import { isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";
import { afterAll } from "vitest";

/** A name server that this process asks until the file's tests are done. */
export interface NameServer {
  /**
   * The IPv4 and IPv6 addresses of each name; null for a name that it never responds for. Others do
   * not exist.
   */
  names: Map<string, string[] | null>;
  /** The names that were asked for, each time. */
  asked: string[];
}

/** Starts a name server for `node:dns`. */
export async function startNameServer(): Promise<NameServer> {
  const server: NameServer = { names: new Map(), asked: [] };
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const { name, type, end } = questionOf(query);
    server.asked.push(name);
    const addresses = server.names.get(name);
    if (addresses === null) return;
    const records = (addresses ?? []).filter((each) => typeOf(each) === type);
    const response = Buffer.concat([
      query.subarray(0, end),
      ...records.map(recordOf),
    ]);
    response.writeUInt16BE(0x8180 | (addresses === undefined ? 3 : 0), 2);
    response.writeUInt16BE(records.length, 6);
    response.writeUInt16BE(0, 10);
    socket.send(response, port, address);
  });
  await once(socket.bind(0, "127.0.0.1"), "listening");
  const before = dns.getServers();
  dns.setServers([`127.0.0.1:${socket.address().port}`]);
  afterAll(() => {
    dns.setServers(before);
    socket.close();
  });
  return server;
}

/** The type of the record of an address: A or AAAA (RFC 3596). */
const typeOf = (address: string) => (isIPv6(address) ? 28 : 1);

/** The question of a query (RFC 1035, 4.1.2): its labels come after the header of 12 bytes. */
function questionOf(query: Buffer): {
  name: string;
  type: number;
  end: number;
} {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return {
    name: labels.join(".").toLowerCase(),
    type: query.readUInt16BE(at + 1),
    end: at + 5,
  };
}

/** A record of class IN that is good for no time at all, with the question's name. */
function recordOf(address: string): Buffer {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(typeOf(address), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}
