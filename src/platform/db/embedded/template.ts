/**
 * A template: the files of a stopped database, compressed in one file, of which a new database is a copy. Copying takes a
 * tenth of the time of `initdb` and the migrations. A template is for one version of PostgreSQL on one kind of machine, and
 * for one `key` of what its maker put into it; otherwise, and when it is missing or damaged, it is not used.
 */
import { hash, randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { zstdCompressSync, zstdDecompress } from "node:zlib";

const decompress = promisify(zstdDecompress);

export interface DatabaseTemplate {
  /** Path of the template, which may be missing. */
  file: string;
  /** What a template must have been made from, for instance the digests of migrations. Called when a database is made. */
  buildKey(): Promise<string>;
}

/** What the file begins with, as JSON after its length in four bytes; the contents of all files follow, compressed as one. */
interface Header {
  key: string;
  /** Relative, parents first. */
  folders: string[];
  /** Parts of the contents; several files may have the same. */
  files: { path: string; start: number; bytes: number }[];
}

/** Of the file; a template of another one is not used. */
const FORMAT = 2;

/** Files that belong to a process of the database, not to its data. */
const TRANSIENT = new Set(["postmaster.pid", "postmaster.opts"]);
const LENGTH_BYTES = 4;

const buildWholeKey = (key: string, version: string) =>
  [FORMAT, version, process.platform, process.arch, key].join(" ");

/** Writes `cluster`, the folder of a stopped database, as the template; `version` is that of its PostgreSQL. */
export async function packTemplate(
  { file, buildKey }: DatabaseTemplate,
  cluster: string,
  version: string,
): Promise<void> {
  const header: Header = { key: buildWholeKey(await buildKey(), version), folders: [], files: [] };
  const parts: Buffer[] = [];
  const starts = new Map<string, number>();
  let length = 0;
  for (const entry of await readdir(cluster, { withFileTypes: true, recursive: true })) {
    const place = path.join(entry.parentPath, entry.name);
    const name = path.relative(cluster, place).replaceAll(path.sep, "/");
    if (entry.isDirectory()) header.folders.push(name);
    if (!entry.isFile() || TRANSIENT.has(name)) continue;
    const contents = await readFile(place);
    const digest = hash("sha256", contents);
    const start = starts.get(digest) ?? length;
    if (start === length) {
      starts.set(digest, start);
      parts.push(contents);
      length += contents.length;
    }
    header.files.push({ path: name, start, bytes: contents.length });
  }
  header.folders.sort();
  const text = Buffer.from(JSON.stringify(header));
  const size = Buffer.alloc(LENGTH_BYTES);
  size.writeUInt32LE(text.length);
  const making = `${file}.making-${randomUUID()}`;
  try {
    await writeFile(making, Buffer.concat([size, text, zstdCompressSync(Buffer.concat(parts))]));
    await rename(making, file);
  } finally {
    await rm(making, { force: true });
  }
}

/**
 * Fills `folder`, which is empty, from the template. False when there is none for this version and key, or it is damaged:
 * the folder may then have some of its files. Throws what the file system throws for `folder`.
 */
export async function unpackTemplate(
  { file, buildKey }: DatabaseTemplate,
  folder: string,
  version: string,
): Promise<boolean> {
  const bytes = await readFile(file).catch(() => undefined);
  const header = bytes && readHeader(bytes);
  if (header === undefined || header.key !== buildWholeKey(await buildKey(), version)) return false;
  const contents = await decompress(bytes!.subarray(LENGTH_BYTES + bytes!.readUInt32LE())).catch(
    () => undefined,
  );
  if (contents === undefined) return false;
  // Thousands of small files: waiting for each by a promise takes twice the time.
  for (const name of header.folders) mkdirSync(path.join(folder, name), { mode: 0o700 });
  for (const { path: name, start, bytes: length } of header.files)
    writeFileSync(path.join(folder, name), contents.subarray(start, start + length), { mode: 0o600 });
  return true;
}

function readHeader(bytes: Buffer): Header | undefined {
  try {
    const end = LENGTH_BYTES + bytes.readUInt32LE();
    return JSON.parse(bytes.toString("utf8", LENGTH_BYTES, end)) as Header;
  } catch {
    return undefined;
  }
}
