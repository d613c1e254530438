import * as http from "node:http";
import * as https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { publicAddressesOf } from "./address.ts";

/** How many connections to one receiver are kept for its next deliveries, and for how long, in milliseconds. */
const keptAlive = { maxFreeSockets: 4, timeout: 4000 };
/** How many addresses of a name are tried. */
const mostAddresses = 4;

/** Connections to receivers. */
export interface Agents {
  http: http.Agent;
  https: https.Agent;
}

/** Connections that go to every address with `local`, else only to those that `publicAddressesOf` allows. */
export function createAgents(local: boolean): Agents {
  const options = { keepAlive: true, ...keptAlive, ...(!local && { lookup: lookupPublic }) };
  return { http: new http.Agent(options), https: new https.Agent(options) };
}

/** Resolves a host to its checked addresses, so that a connection cannot go to others. */
const lookupPublic: LookupFunction = (hostname, { all }, done) => {
  publicAddressesOf(hostname).then(
    (addresses) => {
      const found = addresses.slice(0, mostAddresses).map((address) => ({ address, family: isIP(address) }));
      if (all) done(null, found);
      else done(null, found[0]?.address ?? "", found[0]?.family);
    },
    (error: NodeJS.ErrnoException) => done(error, []),
  );
};
