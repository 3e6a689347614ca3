import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { findManifests } from "./find-manifests.ts";

const folder = path.join(import.meta.dirname, "pages");
const found_manifests = await findManifests();
const readSource = (family: string) => readFileSync(path.join(folder, family, "manifest.ts"), "utf8");

function assertUnique(what: string, values: readonly string[]): void {
  assert.deepEqual(
    values.filter((value, index) => values.indexOf(value) !== index),
    [],
    `${what} more than once`,
  );
}

test("every family with pages has a manifest, which adds its type under the name of the folder", () => {
  const families = readdirSync(folder)
    .flatMap((area) => readdirSync(path.join(folder, area)).map((family) => `${area}/${family}`))
    // Others have only words of their records and exceptions.
    .filter((family) =>
      readdirSync(path.join(folder, family)).some((file) => !/^(words\.[\w-]+\.json|attention)$/.test(file)),
    )
    .sort();
  assert(families.length > 10, `Only ${families.length} families were seen.`);
  assert.deepEqual(
    found_manifests.map(({ family }) => family),
    families,
  );
  for (const { family } of found_manifests)
    assert.match(readSource(family), new RegExp(`"${family}": typeof manifest;`));
});

test("addresses, keys, positions and names of sections are unique", () => {
  const manifests = found_manifests.map(({ manifest }) => manifest);
  const navigation = manifests.flatMap((one) => one.navigation);
  const public_navigation = manifests.flatMap((one) => one.public_navigation);
  const settings = manifests.flatMap((one) => one.settings);
  assertUnique(
    "addresses",
    manifests.flatMap((one) => [...Object.keys(one.pages), ...Object.keys(one.public_pages)]),
  );
  assertUnique(
    "keys",
    [...navigation, ...public_navigation].flatMap(({ key }) => key ?? []),
  );
  assertUnique(
    "positions in an area",
    [...navigation, ...public_navigation].map(({ area, order }) => `${area} ${order}`),
  );
  assertUnique(
    "sections",
    settings.map(({ id }) => id),
  );
  assertUnique(
    "positions of sections",
    settings.map(({ group, order }) => `${group} ${order}`),
  );
});

test("entries of the navigation and commands lead to pages of their own family", () => {
  for (const { family, manifest } of found_manifests) {
    const addresses = [...Object.keys(manifest.pages), ...Object.keys(manifest.public_pages)];
    for (const { to } of [...manifest.navigation, ...manifest.public_navigation, ...manifest.commands]) {
      assert(addresses.includes(to), `${family} leads to ${to}, which is none of its pages.`);
    }
  }
});

test("every component that a manifest loads is exported by the file that it names", () => {
  for (const { family, manifest } of found_manifests) {
    const loads = [
      ...readSource(family).matchAll(
        /import\("\.\/([\w/-]+\.tsx)"\)\.then\(\s*\(\{ (\w+) \}\) => \2,?\s*\)/g,
      ),
    ];
    const pages = [manifest.pages, manifest.public_pages].flatMap((one) => Object.values(one));
    assert.equal(
      loads.length,
      pages.filter((page) => "load" in page).length + manifest.settings.length,
      `${family} loads a component in a form that this test does not read.`,
    );
    for (const [, file = "", name = ""] of loads) {
      const source = readFileSync(path.join(folder, family, file), "utf8");
      assert.match(source, new RegExp(`export function ${name}\\(\\)`), `${family}/${file} has no ${name}`);
    }
  }
});

test("a record has one page for each role, which takes its id", () => {
  const records = found_manifests.flatMap(({ manifest }) => manifest.records);
  assert(records.length > 15);
  assertUnique(
    "pages of a record",
    records.flatMap(({ kind, subject, roles = [""] }) =>
      [kind, subject].flatMap((type) =>
        type === undefined ? [] : roles.map((role) => `${type} for ${role}`),
      ),
    ),
  );
  for (const { manifest } of found_manifests)
    for (const { kind, to, search } of manifest.records) {
      const page = manifest.pages[to as `/${string}`];
      const read = page !== undefined && "search" in page ? page.search : undefined;
      if (search === undefined) assert.equal(to.split("$").length, 2, kind);
      else assert.deepEqual(read?.({ [search]: 7 }), { [search]: 7 }, kind);
    }
});

const OPENS_ADDRESS = /(?:\bnavigate\(\{\s*to: |<ButtonLink\b[^>]*?\sto=)"([^"]+)"/g;

test("pages open a record of another family by its kind, not by the address of its page", () => {
  const opening = found_manifests.flatMap(({ family, manifest }) => {
    const others = found_manifests
      .filter((one) => one.manifest !== manifest)
      .flatMap((one) => one.manifest.records.map(({ to }) => to));
    return readdirSync(path.join(folder, family), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) =>
        [...readFileSync(path.join(folder, family, file), "utf8").matchAll(OPENS_ADDRESS)]
          .filter(([, to = ""]) => others.includes(to))
          .map(([, to]) => `${family}/${file}: ${to}`),
      );
  });
  assert.deepEqual(opening, []);
});

test("pages link to a record by its kind, not by the address of its page", () => {
  const pages = new Set(found_manifests.flatMap(({ manifest }) => manifest.records.map(({ to }) => to)));
  const linking = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .flatMap((file) => {
      const source = readFileSync(path.join(folder, file), "utf8");
      return (
        [...source.matchAll(/<(?:Anchor)?Link\b[^>]*? to="([^"]+)"[^>]*>/g)]
          // With a query it shows more than the record, such as an older version of it.
          .filter(([tag, to = ""]) => pages.has(to) && !tag.includes("search="))
          .map(([, to]) => `${file}: ${to}`)
      );
    });
  assert.deepEqual(linking, []);
});

test("a command's query is one that its page keeps", () => {
  for (const { manifest } of found_manifests) {
    for (const { label, to, search } of manifest.commands) {
      const page = { ...manifest.pages, ...manifest.public_pages }[to as `/${string}`];
      const read = page !== undefined && "search" in page ? page.search : undefined;
      if (search !== undefined) assert.deepEqual(read?.({ ...search }), search, label);
    }
  }
});
