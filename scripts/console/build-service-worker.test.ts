import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { findManifests } from "../../console/find-manifests.ts";
import { FIELD_APPS } from "../../console/manifest.ts";
import { listAppFiles, listAppPages } from "./build-service-worker.ts";

const CHUNKS = {
  "index.html": { file: "index.js", css: ["index.css"], dynamicImports: ["a.tsx", "b.tsx", "_texts-pt.js"] },
  "_texts-pt.js": { file: "texts-pt.js" },
  "a.tsx": { file: "a.js", imports: ["index.html", "_form.js"], dynamicImports: ["a/messages/pt.json"] },
  "_form.js": { file: "form.js", assets: ["reader.wasm"], dynamicImports: ["reader.ts"] },
  "reader.ts": { file: "reader.js" },
  "a/messages/pt.json": { file: "a-pt.js" },
  "b.tsx": { file: "b.js" },
};

test("an app has what its pages load, now and later, in every language, and nothing of other pages", () => {
  assert.deepEqual(listAppFiles(CHUNKS, ["a.tsx"]), [
    ...["/a-pt.js", "/a.js", "/form.js", "/index.css", "/index.js", "/reader.js", "/reader.wasm"],
    "/texts-pt.js",
  ]);
  assert.throws(() => listAppFiles(CHUNKS, ["c.tsx"]), /c\.tsx is not in the bundle/);
});

test("every app begins on one of its pages, and has the icons that it names", async () => {
  const pages = listAppPages(await findManifests());
  for (const app of FIELD_APPS) {
    const folder = path.resolve(import.meta.dirname, "../../console/public");
    const manifest = JSON.parse(await readFile(path.join(folder, `apps/${app}.webmanifest`), "utf8")) as {
      start_url: string;
      icons: { src: string }[];
    };
    const own_addresses = pages.filter(({ apps }) => apps.includes(app)).map(({ address }) => address);
    assert(own_addresses.includes(manifest.start_url), `${app} begins at ${manifest.start_url}`);
    for (const { src } of manifest.icons) await readFile(path.join(folder, src));
  }
});
