/** No link leads nowhere: addresses written in the console, the service and the documents are those of pages or operations. */
import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { findManifests, listAddresses, listDocuments, listUnindexed } from "./find-manifests.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
/** `to="/orders"`, `href: "/orders"`, `` href={`/orders/${id}`} ``. */
const WRITTEN = /\b(?:to|href|redirect|address)(?:=\{?|: )["`](\/[^"`]*)["`]/g;
const NAVIGATED = /\b(?:navigate|redirect)\(\s*["`](\/[^"`]*)["`]/g;
/** Links in messages and documents: `${base_url}/track/…`, `{base_url}/docs`. */
const PUBLISHED = /\{base_url\}(\/[A-Za-z][^\s`"'|)<>\\,;]*)/g;
/** Of the service, besides its operations. */
const SERVICE_PAGES = [
  "/docs",
  "/mcp",
  "/mcp/developer",
  "/mcp/server-card",
  "/mcp/developer/server-card",
  "/mqtt",
  "/oauth/authorize",
  "/llms.txt",
  "/api",
];

const addresses = await listAddresses();
const sections = (await findManifests()).flatMap(({ manifest }) => manifest.settings.map(({ id }) => id));
const split = (address: string) => address.split("/").slice(1);

/** Whether the segments fit a pattern; `*`, a value that is known when the page runs, fits any segment. */
function fits(written: readonly string[], pattern: readonly string[]): boolean {
  return (
    written.length === pattern.length &&
    pattern.every((segment, index) => {
      const one = written[index] ?? "";
      if (segment.startsWith("$") || segment.startsWith("{")) return one !== "";
      return segment === one || one.includes("*");
    })
  );
}

function isKnown(written: string): boolean {
  const bare = written.replace(/[?#].*$/, "").replace(/(?<=.)[/.]$/, "");
  const segments = split(bare);
  if (segments[0] === "settings" && segments[1] !== undefined)
    return /^[$*]/.test(segments[1]) || sections.includes(segments[1]);
  if (SERVICE_PAGES.includes(bare) || (segments[0] === "docs" && segments.length > 1)) return true;
  return addresses.some((address) => fits(segments, split(address)));
}

async function findWritten(folder: string, pattern: string, ...expressions: RegExp[]) {
  const page_addresses: { file: string; address: string }[] = [];
  for await (const file of glob(pattern, {
    cwd: path.join(ROOT, folder),
    exclude: (name) => name === "dist",
  })) {
    if (file.endsWith(".test.ts")) continue;
    const code = await readFile(path.join(ROOT, folder, file), "utf8");
    for (const expression of expressions)
      for (const [, address = ""] of code.matchAll(expression))
        page_addresses.push({
          file: path.join(folder, file),
          address: address.replaceAll(/\$\{[^}]*\}/g, "*"),
        });
  }
  return page_addresses;
}

const isOperation = (address: string) => address.startsWith("/api/");

test("every address that the console links to is a page or a section of the settings", async () => {
  const written = await findWritten("console", "**/*.{ts,tsx}", WRITTEN, NAVIGATED);
  assert(written.length > 250, `Only ${written.length} links were found.`);
  assert.deepEqual(
    written.filter(({ address }) => !isOperation(address) && !isKnown(address)),
    [],
  );
});

test("every entry of the navigation, command and search of a manifest leads to a page", async () => {
  const lost = (await findManifests()).flatMap(({ family, manifest }) => {
    const entries = [...manifest.navigation, ...manifest.public_navigation, ...manifest.commands];
    return entries.flatMap((entry) => {
      const { to } = entry as { to?: unknown };
      const address = typeof to === "string" ? to : undefined;
      return address === undefined || isKnown(address) ? [] : [`${family}: ${address}`];
    });
  });
  assert.deepEqual(lost, []);
});

test("every address of the installation that messages and documents name exists", async () => {
  const written = [
    ...(await findWritten("src", "**/*.ts", PUBLISHED)),
    ...(await findWritten(".", "{docs,src,console,packages}/**/*.md", PUBLISHED)),
  ];
  assert(written.length > 40, `Only ${written.length} addresses were found.`);
  assert.deepEqual(
    written.filter(({ address }) => !isOperation(address) && !isKnown(address)),
    [],
  );
});

test("an unknown address is found", () => {
  for (const address of ["/order", "/orders/1/2", "/settings/nothing", "/plans", "/labels/*/x"])
    assert.equal(isKnown(address), false, address);
  for (const address of ["/orders/*", "/orders?status=HOLD", "/settings/business", "/docs"])
    assert.equal(isKnown(address), true, address);
});

test("pages of tracking have a document of their own, and search engines index none that names a shipment or a person", async () => {
  const public_pages = ["/track", "/track/stop", "/track/notifications", "/track/$number"];
  assert.deepEqual(
    await listDocuments(),
    Object.fromEntries(public_pages.map((page) => [page, "tracking.html"])),
  );
  const of_links = [
    "/reservation",
    "/waitlist",
    "/waitlist/offer",
    "/verify/$code",
    "/map/$slug",
    "/api/v1/maps/$map/embed",
    "/claim",
    "/shop/$locker_id",
  ];
  assert.deepEqual(await listUnindexed(), [...of_links, ...public_pages.slice(1)]);
});
