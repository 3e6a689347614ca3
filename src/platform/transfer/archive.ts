/**
 * The file of a business: gzip of lines of JSON. The first line is the manifest, in a gzip member of its own, because
 * it is known last; then come the tables, each a control line and its rows, the jobs, the files, and the end.
 *
 *   {"format":"packhorse-business",…,"mac":"…"}
 *   ["table","delivery_order"]
 *   {"id":1,…}
 *   ["job",{"name":"webhooks.send","data":{…}}]
 *   ["file","<sha256>",<bytes>]
 *   ["bytes","<base64>"]
 *   ["end"]
 */
import { createHash, type Hash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip, gzipSync } from "node:zlib";
import { Type } from "typebox";
import { Value } from "typebox/value";
import { TransferError } from "./error.ts";
import { authenticate } from "./secrets.ts";

const FORMAT = "packhorse-business";
const FORMAT_VERSION = 1;
/** A longer line is neither written nor read, bytes. */
const LINE_BYTES_MAX = 64 * 1024 * 1024;
/** Of a stored file, bytes a line. */
const PIECE_BYTES = 384 * 1024;

const Count = Type.Integer({ minimum: 0 });
const Digest = Type.String({ pattern: "^[0-9a-f]{64}$" });
const Section = { rows: Count, sha256: Digest };

const Contents = Type.Object(
  {
    format: Type.Literal(FORMAT),
    format_version: Type.Integer(),
    version: Type.String({ maxLength: 100 }),
    created_at: Type.String({ maxLength: 40 }),
    business: Type.Object(
      {
        id: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }),
        code: Type.String({ maxLength: 100 }),
        name: Type.String(),
      },
      { additionalProperties: false },
    ),
    migrations: Type.Array(
      Type.Object({ name: Type.String({ maxLength: 200 }), sha256: Digest }, { additionalProperties: false }),
    ),
    salt: Type.String({ pattern: "^[A-Za-z0-9_-]{22}$" }),
    /** Of the SECRET_KEY of the installation that wrote the file. */
    key_fingerprint: Type.String({ maxLength: 100 }),
    tables: Type.Array(
      Type.Object(
        {
          name: Type.String({ maxLength: 63 }),
          columns: Type.Array(Type.String({ maxLength: 63 })),
          ...Section,
        },
        { additionalProperties: false },
      ),
    ),
    jobs: Type.Object(Section, { additionalProperties: false }),
    files: Type.Object({ count: Count, bytes: Count, sha256: Digest }, { additionalProperties: false }),
    /** Rows of the installation that rows of the business refer to, by table. */
    installation_rows: Type.Record(
      Type.String({ maxLength: 63 }),
      Type.Array(Type.Record(Type.String(), Type.Unknown())),
    ),
  },
  { additionalProperties: false },
);
export type Manifest = Type.Static<typeof Contents>;
const Signed = Type.Object({ mac: Type.String(), manifest: Contents }, { additionalProperties: false });

export const hashLine = (digest: Hash, line: string): void => void digest.update(line).update("\n");

/** Writes the body beside the file, then the manifest and the body into it. */
export class ArchiveWriter {
  readonly #file: string;
  readonly #gzip = createGzip({ level: 6 });
  readonly #written: Promise<void>;

  constructor(file: string) {
    this.#file = file;
    this.#written = pipeline(this.#gzip, createWriteStream(`${file}.body`, { mode: 0o600 }));
    this.#written.catch(() => {});
  }

  async writeLine(line: string): Promise<void> {
    if (line.length > LINE_BYTES_MAX / 3 && Buffer.byteLength(line) > LINE_BYTES_MAX)
      throw new TransferError(`A row is larger than ${LINE_BYTES_MAX / 1024 / 1024} MiB.`);
    if (!this.#gzip.write(`${line}\n`)) await Promise.race([once(this.#gzip, "drain"), this.#written]);
  }

  async writeFile(sha256: string, bytes: Buffer): Promise<void> {
    await this.writeLine(JSON.stringify(["file", sha256, bytes.length]));
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      await this.writeLine(
        JSON.stringify(["bytes", bytes.subarray(at, at + PIECE_BYTES).toString("base64")]),
      );
  }

  async finish(manifest: Manifest, transfer_key: Buffer): Promise<void> {
    await this.writeLine(JSON.stringify(["end"]));
    this.#gzip.end();
    await this.#written;
    const draft = `${this.#file}.draft`;
    const out = await open(draft, "w", 0o600);
    try {
      await out.writeFile(gzipSync(`${signManifest(manifest, transfer_key)}\n`));
      await pipeline(
        createReadStream(`${this.#file}.body`),
        createWriteStream("", { fd: out.fd, autoClose: false }),
      );
      await out.sync();
    } finally {
      await out.close();
    }
    await rename(draft, this.#file);
    await rm(`${this.#file}.body`);
  }

  /** Removes what was written. */
  async abort(): Promise<void> {
    this.#gzip.destroy();
    await this.#written.catch(() => {});
    for (const part of ["body", "draft"]) await rm(`${this.#file}.${part}`, { force: true });
  }
}

/** The first line of a file. */
export const signManifest = (manifest: Manifest, transfer_key: Buffer): string =>
  JSON.stringify({ mac: authenticate(transfer_key, JSON.stringify(manifest)), manifest });

export function createManifest(facts: Omit<Manifest, "format" | "format_version">): Manifest {
  return { format: FORMAT, format_version: FORMAT_VERSION, ...facts };
}

/** The lines of a file, some at a time. */
async function* readLines(file: string): AsyncGenerator<string[]> {
  const source = createReadStream(file);
  const gunzip = createGunzip();
  source.on("error", (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  let rest: Buffer[] = [];
  let rest_bytes = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      const last = chunk.lastIndexOf(10);
      if (last >= 0) {
        const lines = Buffer.concat([...rest, chunk.subarray(0, last)])
          .toString("utf8")
          .split("\n");
        rest = [chunk.subarray(last + 1)];
        rest_bytes = chunk.length - last - 1;
        yield lines;
      } else {
        rest.push(chunk);
        rest_bytes += chunk.length;
      }
      if (rest_bytes > LINE_BYTES_MAX)
        throw new TransferError(`The file has a line of more than ${LINE_BYTES_MAX / 1024 / 1024} MiB.`);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "EISDIR" || code === "EACCES")
      throw new TransferError(`The file ${file} cannot be read (${code}).`, { cause: error });
    if (code?.startsWith("Z_"))
      throw new TransferError("The file is cut off or damaged, or it is no file of `npm run export`.", {
        cause: error,
      });
    throw error;
  } finally {
    source.destroy();
    gunzip.destroy();
  }
  if (rest_bytes > 0) throw new TransferError("The file is cut off: its last line is not complete.");
}

/** The first line, before anything in it is trusted; `checkAuthenticity` follows. */
export async function readManifest(file: string): Promise<{ mac: string; manifest: Manifest }> {
  for await (const [first = ""] of readLines(file)) {
    const document = parseJson(first);
    const inner = (document as { manifest?: { format?: unknown; format_version?: unknown } } | undefined)
      ?.manifest;
    if (inner?.format !== FORMAT)
      throw new TransferError("This is no file of `npm run export -- --business`.");
    if (inner.format_version !== FORMAT_VERSION)
      throw new TransferError(
        `The file has format ${inner.format_version}, and this version reads format ${FORMAT_VERSION}: import it with the version that wrote it, or a later one.`,
      );
    if (!Value.Check(Signed, document)) {
      const [fault] = Value.Errors(Signed, document);
      throw new TransferError(
        `The manifest of the file is not valid: ${fault?.instancePath ?? ""} ${fault?.message ?? ""}.`,
      );
    }
    return document;
  }
  throw new TransferError("The file is empty.");
}

export function checkAuthenticity(
  { mac, manifest }: { mac: string; manifest: Manifest },
  transfer_key: Buffer,
): void {
  if (mac !== authenticate(transfer_key, JSON.stringify(manifest)))
    throw new TransferError(
      "The passphrase is not the one that the file was written with, or the file was changed since.",
    );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type Item =
  | { kind: "row"; table: string; line: string; row: Record<string, unknown> }
  | { kind: "job"; line: string; job: unknown }
  | { kind: "file"; sha256: string; bytes: Buffer };

/** A stored file may be this large, bytes: more than any that can be uploaded. */
const FILE_BYTES_MAX = 256 * 1024 * 1024;

/**
 * The contents of a file after its manifest. Throws `TransferError` at what is not as the manifest says: counts, checksums, the
 * order of lines, columns of rows; complete only when the iteration ends.
 */
export async function* readItems(file: string, manifest: Manifest): AsyncGenerator<Item[]> {
  const tables = new Map(manifest.tables.map((table) => [table.name, table]));
  if (tables.size < manifest.tables.length)
    throw new TransferError("The manifest of the file names a table twice.");
  const seen_tables = new Set<string>();
  let section: { what: string; rows: number; sha256: string; count: number; digest: Hash } | undefined;
  let table: (Manifest["tables"][number] & { members: Set<string> }) | undefined;
  let open_file: { sha256: string; size: number; pieces: Buffer[]; bytes: number } | undefined;
  const files = { count: 0, bytes: 0, digest: createHash("sha256") };
  let stage: "tables" | "jobs" | "files" | "end" = "tables";
  let is_first = true;
  const jobs = { what: "The jobs", ...manifest.jobs, count: 0, digest: createHash("sha256") };

  const endSection = () => {
    if (section !== undefined) {
      if (section.count !== section.rows)
        throw new TransferError(
          `${section.what} should have ${section.rows} rows in the file, and there are ${section.count}.`,
        );
      if (section.digest.digest("hex") !== section.sha256)
        throw new TransferError(`${section.what}: the rows in the file do not match their checksum.`);
    }
    section = undefined;
    table = undefined;
  };
  const endFile = (): Item | undefined => {
    if (open_file === undefined) return undefined;
    const bytes = Buffer.concat(open_file.pieces);
    const { sha256, size } = open_file;
    open_file = undefined;
    if (bytes.length !== size || createHash("sha256").update(bytes).digest("hex") !== sha256)
      throw new TransferError(`The stored file ${sha256} does not match its name or size.`);
    return { kind: "file", sha256, bytes };
  };
  const countRow = (line: string) => {
    if (section === undefined) throw unexpected(line);
    section.count += 1;
    if (section.count > section.rows)
      throw new TransferError(
        `${section.what} has more rows in the file than the ${section.rows} of its manifest.`,
      );
    hashLine(section.digest, line);
  };

  function readLine(line: string): Item | undefined {
    if (stage === "end") throw unexpected(line);
    const value = parseJson(line);
    if (!Array.isArray(value)) {
      if (table === undefined || typeof value !== "object" || value === null) throw unexpected(line);
      const row = value as Record<string, unknown>;
      const names = Object.keys(row);
      const other = names.find((name) => !table?.members.has(name));
      if (other !== undefined)
        throw new TransferError(`A row of ${table.name} has a column that its table has not: ${other}.`);
      if (names.length !== table.members.size)
        throw new TransferError(`A row of ${table.name} has not all columns of its table.`);
      countRow(line);
      return { kind: "row", table: table.name, line, row };
    }
    const [word, first, second] = value;
    if (word === "bytes" && open_file !== undefined && typeof first === "string") {
      const piece = Buffer.from(first, "base64");
      open_file.bytes += piece.length;
      if (open_file.bytes > open_file.size)
        throw new TransferError(`The stored file ${open_file.sha256} does not match its name or size.`);
      open_file.pieces.push(piece);
      return undefined;
    }
    const ended = endFile();
    if (word === "table" && stage === "tables" && typeof first === "string") {
      endSection();
      const declared = tables.get(first);
      if (declared === undefined || seen_tables.has(first))
        throw new TransferError(`The file has a table that its manifest does not name, or twice: ${first}.`);
      seen_tables.add(first);
      table = { ...declared, members: new Set(declared.columns) };
      section = { what: first, ...declared, count: 0, digest: createHash("sha256") };
    } else if (word === "job" && (stage === "tables" || stage === "jobs")) {
      if (stage === "tables") endSection();
      stage = "jobs";
      section = jobs;
      countRow(line);
      return { kind: "job", line, job: first };
    } else if (
      word === "file" &&
      typeof first === "string" &&
      /^[0-9a-f]{64}$/.test(first) &&
      Number.isSafeInteger(second) &&
      second >= 0 &&
      second <= FILE_BYTES_MAX
    ) {
      if (stage !== "files") endSection();
      stage = "files";
      files.count += 1;
      files.bytes += second;
      files.digest.update(first);
      open_file = { sha256: first, size: second, pieces: [], bytes: 0 };
    } else if (word === "end" && value.length === 1) {
      endSection();
      stage = "end";
      const { count, bytes, sha256 } = manifest.files;
      if (files.count !== count || files.bytes !== bytes || files.digest.digest("hex") !== sha256)
        throw new TransferError("The stored files are not those that the manifest of the file says.");
      if (jobs.count !== manifest.jobs.rows)
        throw new TransferError(
          `The jobs should have ${manifest.jobs.rows} rows in the file, and there are ${jobs.count}.`,
        );
      const missing = manifest.tables.find(({ name }) => !seen_tables.has(name));
      if (missing !== undefined) throw new TransferError(`The table ${missing.name} is missing in the file.`);
    } else throw unexpected(line);
    return ended;
  }

  for await (const lines of readLines(file)) {
    const items: Item[] = [];
    for (const line of lines) {
      if (is_first) is_first = false;
      else {
        const item = readLine(line);
        if (item !== undefined) items.push(item);
      }
    }
    if (items.length > 0) yield items;
  }
  if ((stage as string) !== "end") throw new TransferError("The file is cut off: its end is missing.");
}

const unexpected = (line: string) =>
  new TransferError(`The file has a line that does not belong there: ${line.slice(0, 80)}`);
