/**
 * A template: the files of a stopped database, compressed in one file, of which a new database is a copy. Copying takes a
 * tenth of the time of `initdb` and the migrations. A template is for one version of PostgreSQL on one kind of machine, and
 * for one `key` of what its maker put into it; otherwise, and when it is missing or damaged, it is not used.
 */
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";

export interface DatabaseTemplate {
  /** Path of the template, which may be missing. */
  file: string;
  /** What a template must have been made from, for instance the digests of migrations. Called when a database is made. */
  buildKey(): Promise<string>;
}

/** What the file begins with, as JSON after its length in four bytes; the contents follow. */
interface Header {
  key: string;
  /** Relative, parents first. */
  folders: string[];
  /** Several files may have the same contents. */
  files: { path: string; start: number; bytes: number }[];
}

/** Files that belong to a process of the database, not to its data. */
const TRANSIENT = new Set(["postmaster.pid", "postmaster.opts"]);
const LENGTH_BYTES = 4;

const buildWholeKey = (key: string, version: string) =>
  [version, process.platform, process.arch, key].join(" ");

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
    const compressed = zstdCompressSync(await readFile(place));
    const contents = compressed.toString("latin1");
    const start = starts.get(contents) ?? length;
    if (start === length) {
      starts.set(contents, start);
      parts.push(compressed);
      length += compressed.length;
    }
    header.files.push({ path: name, start, bytes: compressed.length });
  }
  header.folders.sort();
  const text = Buffer.from(JSON.stringify(header));
  const size = Buffer.alloc(LENGTH_BYTES);
  size.writeUInt32LE(text.length);
  const making = `${file}.making-${randomUUID()}`;
  try {
    await writeFile(making, Buffer.concat([size, text, ...parts]));
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
  const contents = bytes!.subarray(LENGTH_BYTES + bytes!.readUInt32LE());
  for (const name of header.folders) await mkdir(path.join(folder, name), { mode: 0o700 });
  for (const { path: name, start, bytes: length } of header.files) {
    const text = decompress(contents.subarray(start, start + length));
    if (text === undefined) return false;
    await writeFile(path.join(folder, name), text, { mode: 0o600 });
  }
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

function decompress(bytes: Buffer): Buffer | undefined {
  try {
    return zstdDecompressSync(bytes);
  } catch {
    return undefined;
  }
}
