import assert from "node:assert/strict";
import { test } from "node:test";
import { isPrivateAddress } from "./addresses.ts";

test("a private address is private in every notation, embedded in IPv6 or not", () => {
  for (const address of [
    "127.0.0.1",
    "169.254.169.254",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::7f00:1",
    "::169.254.169.254",
    "64:ff9b::7f00:1",
    "64:ff9b:1::a00:1",
    "2002:a00:1::1",
    "2001:0:a00:1::1",
    "fec0::1",
    "fe80::1%eth0",
    "fd00::1",
    "192.88.99.1",
    "no address",
    "",
  ])
    assert.equal(isPrivateAddress(address), true, address);
  for (const address of ["8.8.8.8", "192.88.98.1", "2606:4700::1111", "2001:4860:4860::8888"])
    assert.equal(isPrivateAddress(address), false, address);
});
