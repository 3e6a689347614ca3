/**
 * The console with the pages of a family that is not the product's, in a folder of its own: the sources of the shell, the
 * pages of that family alone, and the client of a registry that has it. Built by the configuration of the product.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Registry } from "#operation/define/registry.ts";
import { buildClient } from "#surfaces/generated.ts";
import type { FoundManifest } from "../../console/find-manifests.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Not copied: what is built, and what other families or bundles show. */
const LEFT_OUT = /^console\/(dist|pages|graphiql|plain)(\/|$)|\.test\.tsx?$/;

/** Returns the folder in which it was made. `pages` is a folder with areas. */
export async function copyConsole(registry: Registry, pages: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "packhorse-console-"));
  const copy = (from: string) =>
    cp(path.join(ROOT, from), path.join(folder, from), {
      recursive: true,
      filter: (file) => !LEFT_OUT.test(path.relative(ROOT, file).replaceAll(path.sep, "/")),
    });
  await Promise.all([
    copy("console"),
    copy("packages/client"),
    copy("packages/language"),
    copy("packages/otep/src"),
    copy("package.json"),
  ]);
  await cp(pages, path.join(folder, "console/pages"), { recursive: true });
  await symlink(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
  for (const [file, text] of Object.entries(buildClient(registry)))
    await writeFile(path.join(folder, file), text);
  return folder;
}

/** The manifests of its pages. */
export async function findManifestsOfCopy(folder: string): Promise<FoundManifest[]> {
  const file = pathToFileURL(path.join(folder, "console/find-manifests.ts")).href;
  const { findManifests } = (await import(file)) as { findManifests(): Promise<FoundManifest[]> };
  return findManifests();
}

/** Builds it as `scripts/build-console.ts` does, but for what makes files smaller; returns the folder that is served. */
export async function buildConsoleCopy(folder: string): Promise<string> {
  const { build } = await import("vite");
  const root = path.join(folder, "console");
  await build({
    configFile: path.join(root, "vite.config.ts"),
    logLevel: "warn",
    build: { minify: false },
  });
  return path.join(root, "dist");
}

/**
 * Errors of types in its pages, once it is built, which declares the texts. The shell links to pages of other families, so
 * errors elsewhere say nothing.
 */
export async function checkTypesOfPages(folder: string): Promise<string[]> {
  const root = path.join(folder, "console");
  const config = { extends: "./tsconfig.json", include: ["pages", "router.tsx", "virtual.d.ts"] };
  await writeFile(path.join(root, "tsconfig.pages.json"), JSON.stringify(config));
  const tsc = path.join(ROOT, "node_modules/.bin/tsc");
  const printed = await new Promise<string>((resolve) =>
    execFile(tsc, ["--noEmit", "-p", "tsconfig.pages.json"], { cwd: root }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    ),
  );
  const lines = printed.split("\n");
  // It found the links of the shell, so it looked.
  assert(
    lines.some((line) => line.startsWith("router.tsx")),
    printed,
  );
  return lines.filter((line) => line.startsWith("pages/"));
}
