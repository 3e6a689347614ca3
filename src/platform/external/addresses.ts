/**
 * Decides which network addresses are private: loopback, local networks, link-local (cloud metadata services),
 * carrier-grade NAT, multicast, reserved. A configured URL must not lead to one of them.
 */
import { lookup as resolve } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

const PRIVATE_RANGES = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const) {
  PRIVATE_RANGES.addSubnet(net, bits, "ipv4");
}
for (const [net, bits] of [
  // These embed an IPv4 address, which a gateway may unwrap: compatible, NAT64, 6to4, Teredo.
  ["::", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2002::", 16],
  ["2001::", 32],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const) {
  PRIVATE_RANGES.addSubnet(net, bits, "ipv6");
}

/** Also true for text that is not an address. IPv4 PRIVATE_RANGES IPv6 (`::ffff:10.0.0.1`) is treated as IPv4. */
export function isPrivateAddress(address: string): boolean {
  const kind = isIP(address);
  if (kind === 0) return true;
  return PRIVATE_RANGES.check(address, kind === 4 ? "ipv4" : "ipv6");
}

export class PrivateAddressError extends Error {
  readonly code = "PRIVATE_ADDRESS";

  constructor(host: string) {
    super(`${host} is a private address, and calls to those are not configured.`);
    this.name = "PrivateAddressError";
  }
}

/** Name lookup for a socket that fails on private addresses: the checked address is the one connected to. */
export const publicLookup: LookupFunction = (host, options, callback) => {
  resolve(host, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, "", 0);
    const open = addresses.filter(({ address }) => !isPrivateAddress(address));
    const [first] = open;
    if (first === undefined) return callback(new PrivateAddressError(host), "", 0);
    if (options.all) return callback(null, open);
    callback(null, first.address, first.family);
  });
};
