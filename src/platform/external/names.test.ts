import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { startNameServer } from "#tests/support/name-server.ts";
import { until } from "#tests/support/until.ts";
import { payAs } from "../fairness/payer.ts";
import { findAddresses, names } from "./addresses.ts";
import { getText } from "./get-text.ts";
import { createNames } from "./names.ts";
import { outgoingQueue } from "./outgoing.ts";

const folder = await mkdtemp(path.join(tmpdir(), "packhorse-names-"));
const hosts_file = path.join(folder, "hosts");
const resolver_file = path.join(folder, "resolv.conf");
await writeFile(
  hosts_file,
  "# ours\n10.1.2.3 geocoder Geocoder.lan # a comment\nfd00::5\tgeocoder\nnonsense x\n",
);
await writeFile(
  resolver_file,
  "nameserver 192.0.2.1\nsearch shop.svc.test svc.test.\noptions ndots:2 edns0\n",
);
const RECORDS: Record<string, string[]> = {
  "hooks.example": ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"],
  "mixed.example": ["10.0.0.9", "93.184.216.34"],
  "inside.example": ["10.0.0.9", "169.254.169.254"],
  "mapped.example": ["0:0:0:0:0:ffff:a00:1"],
  "translated.example": ["0:0:0:0:ffff:0:a9fe:a9fe"],
  "nat64.example": ["64:ff9b:0:0:0:0:7f00:1"],
  "6to4.example": ["2002:7f00:1:0:0:0:0:1"],
  "isatap.example": ["2001:4860:0:0:0:5efe:a00:1"],
  "cgnat.example": ["100.64.0.1"],
  "reserved.example": ["240.0.0.1", "4000:0:0:0:0:0:0:1"],
  "sixth.example": ["2606:2800:220:1:248:1893:25c8:1946"],
  "router.shop.svc.test": ["10.9.9.1"],
  "db.other.svc.test": ["10.9.9.2"],
};
const server = await startNameServer((name) => RECORDS[name] ?? []);
const find = createNames({ servers: [server.address], hosts_file, resolver_file, lookup_ms: 60_000 });
const before = names.find;
names.find = find;
after(async () => {
  names.find = before;
  server.close();
  await rm(folder, { recursive: true });
});

test("finds addresses as the operating system does", async () => {
  for (const [host, expected] of [
    ["192.0.2.7", ["192.0.2.7"]],
    ["::1", ["::1"]],
    ["localhost", ["127.0.0.1", "::1"]],
    ["app.LOCALHOST.", ["127.0.0.1", "::1"]],
    ["geocoder", ["10.1.2.3", "fd00::5"]],
    ["GEOCODER.lan", ["10.1.2.3"]],
    ["hooks.example", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"]],
    ["Hooks.Example.", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"]],
    ["sixth.example", ["2606:2800:220:1:248:1893:25c8:1946"]],
    ["router", ["10.9.9.1"]],
    ["db.other", ["10.9.9.2"]],
  ] as const)
    assert.deepEqual(
      (await find(host)).map(({ address }) => address),
      [...expected],
      host,
    );
  // A complete name is asked as it is, without the search domains.
  await assert.rejects(find("router."), { code: "ENOTFOUND" });
  await assert.rejects(find("nobody.example"), { code: "ENOTFOUND", hostname: "nobody.example" });
  assert.ok(!server.requested_names.has("geocoder") && !server.requested_names.has("localhost"));
});

test("a hosts file that changes is read again, and one that is missing is none", async () => {
  const file = path.join(folder, "missing");
  const missing = createNames({ servers: [server.address], hosts_file: file, resolver_file: file });
  await assert.rejects(missing("geocoder"), { code: "ENOTFOUND" });
});

test("gives up a name whose servers are silent", async () => {
  const impatient = createNames({ servers: [server.address], hosts_file, resolver_file, lookup_ms: 30 });
  await assert.rejects(impatient("silent.example"), { code: "ETIMEOUT" });
});

test("a hundred names of a silent server do not delay another name", async () => {
  let given_up = 0;
  const silent = Array.from({ length: 100 }, (_, n) =>
    createNames({ servers: [server.address], hosts_file, resolver_file })(`silent.a${n}.example`).catch(
      () => {
        given_up += 1;
      },
    ),
  );
  await until(
    "all of them asked",
    () => [...server.requested_names].filter((name) => name.startsWith("silent.a")).length === 100,
  );
  assert.equal((await find("hooks.example")).length, 2);
  // The operating system's own lookup and file access have their threads.
  await writeFile(path.join(folder, "free"), "");
  assert.equal(given_up, 0);
  await Promise.all(silent);
  assert.equal(given_up, 100);
});

test("of a name with private and public addresses only the public ones are connected to", async () => {
  const open = async (host: string) => (await findAddresses(host, false)).map(({ address }) => address);
  assert.deepEqual(await open("mixed.example"), ["93.184.216.34"]);
  const embedded = ["mapped", "translated", "nat64", "6to4", "isatap", "cgnat", "reserved"];
  const inside = ["inside.example", "INSIDE.example.", "localhost", "geocoder", "10.0.0.1", "::1", "router"];
  for (const host of [...inside, ...embedded.map((name) => `${name}.example`)])
    await assert.rejects(open(host), { code: "PRIVATE_ADDRESS" }, host);
  for (const host of ["http://inside.example/", "http://localhost:1/"])
    await assert.rejects(getText(new URL(host), { headers: {}, private_addresses: false }), {
      code: "PRIVATE_ADDRESS",
    });
});

test("the checked address is the one connected to, whatever the name server says next", async (context) => {
  const target = createServer((_request, response) => response.end("inside"));
  await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
  context.after(() => target.close());
  const answers = [["127.0.0.1"], ["198.51.99.7"]];
  const rebinding = await startNameServer((name) => (name === "rebind.example" ? (answers[0] ?? []) : []));
  context.after(() => rebinding.close());
  names.find = createNames({ servers: [rebinding.address], hosts_file, resolver_file });
  context.after(() => {
    names.find = find;
  });
  const url = new URL(`http://rebind.example:${(target.address() as AddressInfo).port}/`);
  const options = { headers: {}, private_addresses: false };
  await assert.rejects(getText(url, options), { code: "PRIVATE_ADDRESS" });
  assert.equal((await getText(url, { ...options, private_addresses: true })).body, "inside");
});

test("calls of one business that nobody answers leave room for those of another", async (context) => {
  const open: (() => void)[] = [];
  const target = createServer((request, response) => {
    if (request.url === "/never") open.push(() => response.end());
    else response.end("now");
  });
  await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
  context.after(() => {
    target.closeAllConnections();
    target.close();
  });
  const base = `http://localhost:${(target.address() as AddressInfo).port}`;
  const get = (business_id: number, at: string) =>
    payAs(business_id, () =>
      getText(new URL(at, base), { headers: {}, private_addresses: true, timeout_ms: 120_000 }),
    );
  const hanging = Array.from({ length: 100 }, () => get(1, "/never"));
  await until("the first business's share", () => open.length === 64);
  assert.deepEqual([outgoingQueue.heldBy(1), outgoingQueue.waiting], [64, 36]);
  assert.equal((await get(2, "/")).body, "now");
  const end = setInterval(() => open.splice(0).forEach((answer) => void answer()), 5);
  await Promise.all(hanging);
  clearInterval(end);
  assert.equal(outgoingQueue.held, 0);
});
