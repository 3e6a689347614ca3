/**
 * Content-addressed file storage: the SHA-256 of the bytes is the name, so storing a file twice stores it once. A
 * local folder by default, a bucket of an S3-compatible store where one is configured.
 */
export interface Files {
  /** Stores bytes durably; returns their SHA-256 in hex. */
  put(bytes: Uint8Array): Promise<string>;
  /** The bytes, or undefined when no such file is stored. The caller compares the bytes with the hash. */
  get(sha256: string): Promise<Buffer | undefined>;
}

/**
 * The store was unreachable, too slow or refused: nothing was stored or read. The message is for the operator and
 * contains no secret; callers of the API only learn that the store is unavailable.
 */
export class FileStoreUnavailable extends Error {
  override name = "FileStoreUnavailable";
  /** Retrying does not help: the settings, the bucket or the rights on it have to be changed. */
  readonly misconfigured: boolean;

  constructor(message: string, options: ErrorOptions & { misconfigured?: boolean } = {}) {
    super(message, options);
    this.misconfigured = options.misconfigured ?? false;
  }
}

const SHA256 = /^[0-9a-f]{64}$/;

export const isSha256 = (name: string): boolean => SHA256.test(name);

/** Path of a file, the same in a folder and in a bucket, so that one store can be copied to the other unchanged. */
export const buildFilePath = (sha256: string): string => `${sha256.slice(0, 2)}/${sha256}`;

/** Writes and reads back the empty file; throws `FileStoreUnavailable` when either fails. */
export async function checkFileStore(files: Files): Promise<void> {
  const bytes = await files.get(await files.put(Buffer.alloc(0)));
  if (bytes?.length !== 0)
    throw new FileStoreUnavailable("The file store does not return what was written to it.", {
      misconfigured: true,
    });
}
