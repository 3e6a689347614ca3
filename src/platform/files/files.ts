/**
 * Files are content-addressed behind this port: the SHA-256 of the bytes is the name, so writing twice is
 * writing once. A local folder by default, a bucket of an S3-compatible store where one is configured.
 */
export interface Files {
  /** Store bytes durably; answers their SHA-256 in hex. */
  put(bytes: Uint8Array): Promise<string>;
  /** The bytes, or undefined when no such file is stored. Whoever reads compares them with their name. */
  get(sha256: string): Promise<Buffer | undefined>;
}

/**
 * The store was not reached, was too slow or would not: nothing was stored or read. The message is for the
 * operator and holds no secret; callers are told only that the store does not answer.
 */
export class FileStoreUnavailable extends Error {
  override name = "FileStoreUnavailable";
  /** Waiting does not help: the settings, the bucket or the rights on it have to be changed. */
  readonly misconfigured: boolean;

  constructor(message: string, options: ErrorOptions & { misconfigured?: boolean } = {}) {
    super(message, options);
    this.misconfigured = options.misconfigured ?? false;
  }
}

const SHA256 = /^[0-9a-f]{64}$/;

export const isSha256 = (name: string): boolean => SHA256.test(name);

/** Where a file lies, in a folder as in a bucket: a store of one kind can be copied to the other as it is. */
export const placeOf = (sha256: string): string => `${sha256.slice(0, 2)}/${sha256}`;

/** Write and read back the empty file; throws `FileStoreUnavailable` when the store does not do both. */
export async function tryFiles(files: Files): Promise<void> {
  const bytes = await files.get(await files.put(Buffer.alloc(0)));
  if (bytes?.length !== 0)
    throw new FileStoreUnavailable("The file store does not give back what it was given.", {
      misconfigured: true,
    });
}
