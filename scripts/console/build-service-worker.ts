/**
 * Builds `/sw.js`, the service worker of the apps, with the files that each app keeps on a device: those that its pages
 * load, all languages, and what they load later.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { build as Build } from "vite";
import type { FoundManifest } from "../../console/find-manifests.ts";
import { FIELD_APPS, type FieldApp } from "../../console/manifest.ts";

interface Chunk {
  file: string;
  isEntry?: boolean;
  css?: string[];
  assets?: string[];
  imports?: string[];
  dynamicImports?: string[];
}
type Chunks = Record<string, Chunk>;

/** Pages of an app: their addresses, and the modules that they are loaded from. */
interface AppPage {
  address: string;
  apps: readonly FieldApp[];
  module: string;
}

const FRAME = "field/field-layout.tsx";
const LANGUAGE = /texts-|manifest-texts/;

export function listAppPages(manifests: readonly FoundManifest[]): AppPage[] {
  return manifests.flatMap(({ family, manifest }) =>
    Object.entries(manifest.pages).flatMap(([address, page]) => {
      if (!("apps" in page) || page.apps === undefined) return [];
      const [, file] = /import\(\s*["'](.+?)["']\s*\)/.exec(String(page.load)) ?? [];
      if (file === undefined)
        throw new Error(`${address}: the module of the page is not written in \`load\`.`);
      return [{ address, apps: page.apps, module: path.posix.join("pages", family, file) }];
    }),
  );
}

/** Modules that are loaded with these, and later when `follows` says so. */
function collect(chunks: Chunks, names: readonly string[], follows: (of: string, later: string) => boolean) {
  const all_names = new Set(names);
  // A set is iterated up to what is added meanwhile.
  for (const name of all_names) {
    const chunk = chunks[name];
    if (chunk === undefined) throw new Error(`${name} is not in the bundle of the console.`);
    for (const one of chunk.imports ?? []) all_names.add(one);
    for (const later of chunk.dynamicImports ?? []) if (follows(name, later)) all_names.add(later);
  }
  return all_names;
}

/** Addresses of the files that an app needs without a connection. */
export function listAppFiles(chunks: Chunks, modules: readonly string[]): string[] {
  const start = collect(chunks, ["index.html"], (_of, later) => LANGUAGE.test(later));
  // What the console's start loads later are the pages of everybody.
  const own_files = collect(chunks, modules, (of, later) => !start.has(of) || LANGUAGE.test(later));
  const files = [...start, ...own_files].flatMap((name) => {
    const { file, css = [], assets = [] } = chunks[name] as Chunk;
    return [file, ...css, ...assets];
  });
  return [...new Set(files)].sort().map((file) => `/${file}`);
}

export async function buildServiceWorker(
  build: typeof Build,
  folder: string,
  manifests: readonly FoundManifest[],
): Promise<void> {
  const dist = path.join(folder, "dist");
  const chunks = JSON.parse(await readFile(path.join(dist, ".vite/console.json"), "utf8")) as Chunks;
  const pages = listAppPages(manifests);
  const apps = Object.fromEntries(
    FIELD_APPS.map((app) => {
      const modules = pages.filter((page) => page.apps.includes(app)).map(({ module }) => module);
      const own_assets = [`/apps/${app}.webmanifest`, `/apps/${app}-192.png`, "/icon.svg", "/index.html"];
      return [app, [...own_assets, ...listAppFiles(chunks, [FRAME, ...modules])]];
    }),
  );
  const version = createHash("sha256");
  version.update(JSON.stringify([apps, pages.map(({ address }) => address)]));
  for (const file of ["index.html", ...FIELD_APPS.map((app) => `apps/${app}.webmanifest`)])
    version.update(await readFile(path.join(dist, file)));
  const precache = {
    version: version.digest("hex").slice(0, 16),
    apps,
    pages: pages.map(({ address }) => address),
  };
  await build({
    configFile: false,
    root: folder,
    logLevel: "warn",
    define: { PRECACHE: JSON.stringify(precache) },
    publicDir: false,
    build: {
      outDir: dist,
      emptyOutDir: false,
      target: "es2022",
      rolldownOptions: {
        input: path.join(folder, "offline/service-worker.ts"),
        output: { entryFileNames: "sw.js", format: "iife" },
      },
    },
  });
}
