/**
 * Compresses the files of a folder once, at the build: the service sends what a browser accepts and compresses nothing
 * itself. Browsers accept brotli over https and from localhost, gzip everywhere.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT = /\.(m?js|css|json|svg|html)$/;
/** 11 makes files 7 % smaller than 9, and takes twelve times as long: too long for the largest. */
const BROTLI_QUALITY = 11;
const BROTLI_QUALITY_LARGE = 9;
const LARGE_BYTES = 1_200_000;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Writes `<name>.br` and `<name>.gz` beside each text file. Returns the bytes of all files, before and as brotli. */
export async function compressFiles(folder: string): Promise<{ before: number; after: number }> {
  const total = { before: 0, after: 0 };
  const compress = async (name: string) => {
    const file = path.join(folder, name);
    const bytes = await readFile(file);
    const [brotli, zipped] = await Promise.all([
      compressBrotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]:
            bytes.length > LARGE_BYTES ? BROTLI_QUALITY_LARGE : BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
      compressGzip(bytes, { level: 9 }),
    ]);
    total.before += bytes.length;
    total.after += brotli.length;
    await writeFile(`${file}.br`, brotli);
    await writeFile(`${file}.gz`, zipped);
  };
  const names = (await readdir(folder, { recursive: true })).filter((name) => TEXT.test(name));
  await Promise.all(names.map(compress));
  return total;
}
