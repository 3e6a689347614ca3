/** Finds the manifests in Node: for the build, which lists the addresses of pages for the service, and for tests. */
import { glob } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { READS } from "../packages/client/reads.gen.ts";
import { grantAccess } from "./access.ts";
import type { Manifest, Page } from "./manifest.ts";

export interface FoundManifest {
  /** `orders/return-reasons` */
  family: string;
  manifest: Manifest;
}

const PAGES_FOLDER = path.join(import.meta.dirname, "pages");

export async function findManifests(): Promise<FoundManifest[]> {
  const found_manifests: FoundManifest[] = [];
  for await (const file of glob("*/*/manifest.ts", { cwd: PAGES_FOLDER })) {
    const { manifest } = (await import(pathToFileURL(path.join(PAGES_FOLDER, file)).href)) as {
      manifest: Manifest;
    };
    found_manifests.push({ family: path.dirname(file), manifest: grantAccess(manifest, READS) });
  }
  return found_manifests.sort((a, b) => (a.family < b.family ? -1 : 1));
}

/** Addresses of all pages. `$name` is a parameter: one segment. */
export async function listAddresses(): Promise<string[]> {
  const manifest_files = await findManifests();
  return manifest_files.flatMap(({ manifest }) =>
    [manifest.public_pages, manifest.pages].flatMap((pages) => Object.keys(pages)),
  );
}

async function listPublicPages(): Promise<[string, Page][]> {
  return (await findManifests()).flatMap(({ manifest }) => Object.entries(manifest.public_pages));
}

/** Documents of the pages that are not in `index.html`, by their addresses. */
export async function listDocuments(): Promise<Record<string, string>> {
  return Object.fromEntries(
    (await listPublicPages()).flatMap(([address, page]) =>
      "document" in page && page.document !== undefined ? [[address, page.document]] : [],
    ),
  );
}

/** Addresses that search engines must not index. */
export async function listUnindexed(): Promise<string[]> {
  return (await listPublicPages()).flatMap(([address, page]) =>
    "unindexed" in page && page.unindexed === true ? [address] : [],
  );
}
