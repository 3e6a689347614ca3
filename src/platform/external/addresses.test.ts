import assert from "node:assert/strict";
import { test } from "node:test";
import { isPrivateAddress } from "./addresses.ts";

/** First and last address of each range, and what is public beside it, if anything is. */
const RANGES: [what: string, first: string, last: string, before: string | null, after: string | null][] = [
  ["this network", "0.0.0.0", "0.255.255.255", null, "1.0.0.0"],
  ["private use", "10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"],
  ["carrier-grade NAT", "100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0"],
  ["loopback", "127.0.0.0", "127.255.255.255", "126.255.255.255", "128.0.0.0"],
  ["link local", "169.254.0.0", "169.254.255.255", "169.253.255.255", "169.255.0.0"],
  ["private use", "172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"],
  ["protocols, DS-Lite, NAT64 discovery", "192.0.0.0", "192.0.0.255", "191.255.255.255", "192.0.1.0"],
  ["documentation", "192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"],
  ["AS112", "192.31.196.0", "192.31.196.255", "192.31.195.255", "192.31.197.0"],
  ["AMT", "192.52.193.0", "192.52.193.255", "192.52.192.255", "192.52.194.0"],
  ["6to4 relays", "192.88.99.0", "192.88.99.255", "192.88.98.255", "192.88.100.0"],
  ["private use", "192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0"],
  ["AS112", "192.175.48.0", "192.175.48.255", "192.175.47.255", "192.175.49.0"],
  ["benchmarks", "198.18.0.0", "198.19.255.255", "198.17.255.255", "198.20.0.0"],
  ["documentation", "198.51.100.0", "198.51.100.255", "198.51.99.255", "198.51.101.0"],
  ["documentation", "203.0.113.0", "203.0.113.255", "203.0.112.255", "203.0.114.0"],
  ["multicast, reserved, broadcast", "224.0.0.0", "255.255.255.255", "223.255.255.255", null],
  ["unspecified, loopback, compatible", "::", "::ffff:ffff", null, null],
  ["mapped", "::ffff:0:0", "::ffff:ffff:ffff", null, null],
  ["translated", "::ffff:0:0:0", "::ffff:0:ffff:ffff", null, null],
  ["NAT64", "64:ff9b::", "64:ff9b::ffff:ffff", null, null],
  ["local NAT64", "64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", null, null],
  ["discard only", "100::", "100::ffff:ffff:ffff:ffff", null, null],
  ["dummy", "100:0:0:1::", "100:0:0:1:ffff:ffff:ffff:ffff", null, null],
  ["reserved", "200::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", null, "2000::"],
  [
    "protocols, Teredo, ORCHID, drones",
    "2001::",
    "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2000:ffff::",
    "2001:200::",
  ],
  ["documentation", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db7:ffff::", "2001:db9::"],
  ["6to4", "2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:ffff::", "2003::"],
  ["AS112", "2620:4f:8000::", "2620:4f:8000:ffff:ffff:ffff:ffff:ffff", "2620:4f:7fff::", "2620:4f:8001::"],
  ["documentation", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "3ffe:ffff::", "3fff:1000::"],
  ["reserved", "4000::", "5eff:ffff::", "3fff:ffff::", null],
  ["segment routing", "5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff", null, null],
  ["reserved", "6000::", "fbff:ffff::", null, null],
  ["unique local", "fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", null, null],
  ["reserved", "fe00::", "fe7f:ffff::", null, null],
  ["link local", "fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", null, null],
  ["site local", "fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", null, null],
  ["multicast", "ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", null, null],
];
for (const [what, first, last, before, after] of RANGES)
  test(`${first} to ${last} is private: ${what}`, () => {
    for (const address of [first, last]) assert.equal(isPrivateAddress(address), true, address);
    for (const address of [before, after])
      if (address !== null) assert.equal(isPrivateAddress(address), false, address);
  });

test("an IPv4 address is private in every notation that embeds it in IPv6", () => {
  for (const address of [
    "::ffff:127.0.0.1",
    "::FFFF:7F00:1",
    "0:0:0:0:0:ffff:169.254.169.254",
    "::169.254.169.254",
    "::7f00:1",
    "::ffff:0:10.0.0.1",
    "64:ff9b::10.0.0.1",
    "64:ff9b:1::a00:1",
    "2002:7f00:1::1",
    "2001:0:a00:1::1",
    "2001:4860::5efe:10.0.0.1",
    "2001:4860::200:5efe:a9fe:a9fe",
    "2001:4860:1:2:0:5efe:127.0.0.1",
    "::ffff:8.8.8.8",
    "fe80::1%eth0",
    "no address",
    "8.8.8.8.8",
    "010.0.0.1",
    " 8.8.8.8",
    "",
  ])
    assert.equal(isPrivateAddress(address), true, address);
  for (const address of ["8.8.8.8", "2606:4700::1111", "2001:4860:4860::8888", "2A00:1450::5:5EFE"])
    assert.equal(isPrivateAddress(address), false, address);
});
