/** Makes the bundle of the service, with Rolldown. */
import { randomUUID } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import path from "node:path";
import { listRegistryFiles } from "#operation/define/registry.ts";
import { recordSources, SOURCES_FILE } from "../../src/bundle.ts";
import { bundleService, ENTRY } from "./bundle-plugin.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

/**
 * Packages of plain JavaScript that every start loads, bundled with what they depend on. Others stay outside: they are clients
 * that few installations use, or read files of theirs, start threads, or have parts in machine code.
 */
const BUNDLED = new Set([
  "@fastify/static",
  "ajv",
  "ajv-formats",
  "cron-parser",
  "fastify",
  "graphql",
  "graphql-jit",
  "jose",
  "libphonenumber-js",
  "lru-cache",
  "prom-client",
  "saxes",
  "typebox",
]);
/** Of what those depend on: it starts threads. */
const THREADED = "pino";

/** Replaces `folder`, which is two folders below the installation. Throws what the bundler throws; the folder is then as it was. */
export async function buildBundle(folder: string): Promise<void> {
  const { rolldown } = await import("rolldown");
  // Beside the folder, which another process may be starting from.
  const making = `${folder}.making-${randomUUID()}`;
  const sources = recordSources(
    ROOT,
    ["build-bundle.ts", "bundle-plugin.ts"].map((file) => `scripts/service/${file}`),
  );
  try {
    const bundle = await rolldown({
      input: { start: path.join(ROOT, ENTRY) },
      cwd: ROOT,
      platform: "node",
      tsconfig: false,
      external: isExternal,
      plugins: [bundleService(ROOT, await listRegistryFiles())],
    });
    await bundle.write({
      dir: making,
      format: "esm",
      sourcemap: true,
      entryFileNames: "[name].js",
      chunkFileNames: "[name]-[hash].js",
    });
    await bundle.close();
    await writeFile(path.join(making, SOURCES_FILE), JSON.stringify(sources));
    await rm(folder, { recursive: true, force: true });
    await rename(making, folder);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

/** `name` as `importer` imports it. */
function isExternal(name: string, importer: string | undefined): boolean {
  if (/^[./#\0]/.test(name) || path.isAbsolute(name)) return false;
  if (isBuiltin(name) || name === THREADED) return true;
  if (importer?.includes("/node_modules/")) return false;
  const segments = name.split("/");
  return !BUNDLED.has(segments.slice(0, name.startsWith("@") ? 2 : 1).join("/"));
}
