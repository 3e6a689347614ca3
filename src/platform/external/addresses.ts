/**
 * Decides which network addresses are private: loopback, local networks, link-local (cloud metadata services),
 * carrier-grade NAT, documentation, benchmarks, multicast, reserved. A configured URL must not lead to one of them.
 * Source: the special-purpose address registries of IANA (RFC 6890), as far as they are not globally reachable.
 */
import type { LookupAddress } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { createNames, type FindAddresses, NameNotFound } from "./names.ts";

// Two lists: Node looks for an IPv4 address among mapped ones of IPv6 too.
const PRIVATE_IPV4 = new BlockList();
const PRIVATE_IPV6 = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const) {
  PRIVATE_IPV4.addSubnet(net, bits, "ipv4");
}
for (const [net, bits] of [
  // Only 2000::/3 is given out to be reached by everybody. Outside are also the forms that embed an IPv4 address, which a
  // gateway may unwrap: mapped, compatible, translated, NAT64.
  ["::", 3],
  ["4000::", 2],
  ["8000::", 1],
  // Teredo, and the other assignments to protocols: benchmarks, ORCHID, drones.
  ["2001::", 23],
  ["2001:db8::", 32],
  // 6to4, which embeds an IPv4 address.
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
] as const) {
  PRIVATE_IPV6.addSubnet(net, bits, "ipv6");
}

/** ISATAP: the end of the address is an IPv4 address, to which the router of the site unwraps. */
const ISATAP = /(?:^|:)(?:0{0,4}|0?200):5efe:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/** Also true for text that is not an address. */
export function isPrivateAddress(address: string): boolean {
  const kind = isIP(address);
  if (kind === 0) return true;
  if (kind === 4) return PRIVATE_IPV4.check(address, "ipv4");
  return PRIVATE_IPV6.check(address, "ipv6") || ISATAP.test(normalize(address));
}

/** As the URL standard writes it: in small letters, all numbers in hexadecimal. */
function normalize(address: string): string {
  return new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1);
}

export class PrivateAddressError extends Error {
  readonly code = "PRIVATE_ADDRESS";

  constructor(host: string) {
    super(`${host} is a private address, and calls to those are not configured.`);
    this.name = "PrivateAddressError";
  }
}

/** The addresses of a host, without private ones unless they are allowed. Throws `PrivateAddressError` when no other is left. */
export async function findAddresses(host: string, private_addresses: boolean): Promise<LookupAddress[]> {
  const lookup_addresses = await names.find(host);
  const open = private_addresses
    ? lookup_addresses
    : lookup_addresses.filter(({ address }) => !isPrivateAddress(address));
  if (open.length === 0) throw new PrivateAddressError(host);
  return open;
}

/** One per process; set where the configuration has name servers of its own. */
export const names: { find: FindAddresses } = { find: createNames() };

/** Name lookup for a socket: the checked address is the one connected to. */
export function lookupFor(private_addresses: boolean): LookupFunction {
  return (host, { all, family }, callback) => {
    findAddresses(host, private_addresses).then(
      (addresses) => {
        const kind = family === "IPv4" ? 4 : family === "IPv6" ? 6 : family;
        const candidates =
          kind === 4 || kind === 6 ? addresses.filter((one) => one.family === kind) : addresses;
        const [first] = candidates;
        if (first === undefined) callback(new NameNotFound(host, "ENOTFOUND"), "", 0);
        else if (all) callback(null, candidates);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, "", 0),
    );
  };
}
