import { spawn } from "node:child_process";
import { chmod, chown, lchown, readdir, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import type { Binaries } from "./binaries.ts";
import { EmbeddedDatabaseError } from "./errors.ts";

/**
 * The operating system user that runs PostgreSQL, which refuses to run as root. ⏎
 *
 * - `self`: this process is an ordinary user, and PostgreSQL runs as the same user.
 * - `namespace`: it runs in a user namespace in which our user, usually root, has the id 65534. Its files stay
 * ours, and it can use every path that we can.
 * - `other`: we are root; it runs as `uid`, who must be able to read the binaries and own its files.
 */
export type Account = { kind: "self" } | { kind: "namespace" } | { kind: "other"; uid: number; gid: number };

/** The user `nobody`, on every Linux and in practice on macOS: an id that owns nothing. */
const NOBODY = 65534;
const NAMESPACE = ["--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, "--"];

/**
 * The environment variables a program needs; our settings and secrets are not passed, and PG* variables would
 * mislead it.
 */
const ENVIRONMENT = [
  "PATH",
  "HOME",
  "TMPDIR",
  "TEMP",
  "TMP",
  "SystemRoot",
  "SystemDrive",
  "windir",
  "USERNAME",
];

export interface Invocation {
  command: string;
  args: string[];
  options: { uid?: number; gid?: number; env: NodeJS.ProcessEnv };
}

/** How to spawn `command` as `account`; under `namespace` the child's pid is the program's own. */
export function buildInvocation(account: Account, command: string, args: string[]): Invocation {
  const env: NodeJS.ProcessEnv = { LC_ALL: "C" };
  for (const name of ENVIRONMENT) if (process.env[name] !== undefined) env[name] = process.env[name];
  if (account.kind === "namespace") {
    return { command: "unshare", args: [...NAMESPACE, command, ...args], options: { env } };
  }
  if (account.kind === "other") {
    return { command, args, options: { uid: account.uid, gid: account.gid, env } };
  }
  return { command, args, options: { env } };
}

/**
 * Chooses the account and tries it. `cluster` is the folder of the database's files, which may not exist yet; when
 * it exists and is not root's, its owner runs PostgreSQL. Also returns the version of PostgreSQL, which the trial
 * prints. Throws `no_account`, `no_binaries`, `not_ours`.
 */
export async function chooseAccount(
  binaries: Binaries,
  data_dir: string,
  cluster: string,
): Promise<{ account: Account; version: string }> {
  if (process.platform === "win32") return tryAccount(binaries, { kind: "self" });
  const owner = await stat(cluster).catch(() => undefined);
  const uid = process.geteuid!();
  if (uid !== 0) {
    if (owner !== undefined && owner.uid !== uid) {
      throw new EmbeddedDatabaseError(
        "not_ours",
        `The database in ${cluster} belongs to user ${owner.uid} and this is user ${uid}. Start the service as that user, give the folder to this one (chown -R), or set DATA_DIR or DATABASE_URL.`,
      );
    }
    // initdb needs a user name, and containers may run as ids without one; the server itself does not need it.
    if (owner !== undefined || hasName()) return tryAccount(binaries, { kind: "self" });
    return tryAccount(binaries, { kind: "namespace" }).catch((cause) => {
      throw new EmbeddedDatabaseError(
        "no_account",
        `A new database cannot be made: user ${uid} has no name in /etc/passwd, and a user namespace does not work here (${(cause as Error).message}). Add the user there, start the service as a user with a name, or set DATABASE_URL to a PostgreSQL 15 or later.`,
        { cause },
      );
    });
  }

  const candidates: Account[] =
    owner !== undefined && owner.uid !== 0
      ? [{ kind: "other", uid: owner.uid, gid: owner.gid }]
      : [{ kind: "namespace" }, { kind: "other", uid: NOBODY, gid: NOBODY }];
  const refusals: string[] = [];
  for (const account of candidates) {
    const name = account.kind === "other" ? `user ${account.uid}` : "root in a user namespace";
    const closed = await findFirstClosed(data_dir, account);
    if (closed !== null) {
      refusals.push(`${name} cannot pass ${closed.path}`);
      // A folder inside a closed home directory belongs to the owner of that home.
      const is_known = candidates.some((other) => other.kind === "other" && other.uid === closed.uid);
      if (closed.uid !== 0 && !is_known) candidates.push({ kind: "other", uid: closed.uid, gid: closed.gid });
      continue;
    }
    try {
      return await tryAccount(binaries, account);
    } catch (error) {
      refusals.push(`${name}: ${(error as Error).message}`);
    }
  }
  throw new EmbeddedDatabaseError(
    "no_account",
    `PostgreSQL refuses to run as root, and no other way to run it works here (${refusals.join("; ")}). Start the service as an ordinary user, or set DATABASE_URL to a PostgreSQL 15 or later.`,
  );
}

function hasName(): boolean {
  try {
    return userInfo().username !== "";
  } catch {
    return false;
  }
}

async function tryAccount(
  binaries: Binaries,
  account: Account,
): Promise<{ account: Account; version: string }> {
  const answer = await runToEnd(buildInvocation(account, binaries.postgres, ["--version"]));
  const version = /(\d+)(\.\d+)?/.exec(answer.output)?.[0];
  if (answer.code !== 0 || version === undefined) {
    throw new EmbeddedDatabaseError(
      "no_binaries",
      `${binaries.postgres} cannot be run: ${answer.output.trim() || `exit code ${answer.code}`}. Set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
  return { account, version };
}

/**
 * Runs a short program to its end. Returns its exit code (null when it could not start or was killed) and all its
 * output.
 */
export async function runToEnd(invocation: Invocation): Promise<{ code: number | null; output: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; output: string }>();
  const child = spawn(invocation.command, invocation.args, {
    ...invocation.options,
    cwd: "/",
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  child.on("error", (error) => resolve({ code: null, output: error.message }));
  child.on("close", (code, signal) =>
    resolve({ code, output: signal === null ? output : `${output}\nended by ${signal}` }),
  );
  return promise;
}

/**
 * The first folder on the path to `path` that the account may not enter; null when all can be entered. Root in a
 * user namespace has no rights beyond the owner's. The last folder may be closed to an `other` account when it is
 * root's: `giveTo` opens it.
 */
async function findFirstClosed(
  path: string,
  account: Account,
): Promise<{ path: string; uid: number; gid: number } | null> {
  const uid = account.kind === "other" ? account.uid : 0;
  const gid = account.kind === "other" ? account.gid : 0;
  const folders = [path];
  while (dirname(folders[0]!) !== folders[0]) folders.unshift(dirname(folders[0]!));
  for (const folder of folders) {
    const stats = await stat(folder);
    const ours_to_give = folder === path && stats.uid === 0 && account.kind === "other";
    if (!ours_to_give && !canEnter(stats, uid, gid)) return { path: folder, uid: stats.uid, gid: stats.gid };
  }
  return null;
}

function canEnter(folder: { uid: number; gid: number; mode: number }, uid: number, gid: number): boolean {
  if (folder.uid === uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}

/**
 * Changes the owner of what the account must own: `cluster` with all its files, and `data_dir` itself when the
 * account could not enter it otherwise. Only an `other` account needs it.
 */
export async function transferOwnership(account: Account, data_dir: string, folder: string): Promise<void> {
  if (account.kind !== "other") return;
  if (!canEnter(await stat(data_dir), account.uid, account.gid))
    await chown(data_dir, account.uid, account.gid);
  const stats = await stat(folder);
  if (stats.uid !== account.uid) await chownAll(folder, account.uid, account.gid);
}

/** The folder itself is changed last, so that an interrupted run is repeated. */
async function chownAll(folder: string, uid: number, gid: number): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await chownAll(path, uid, gid);
    else await lchown(path, uid, gid);
  }
  await chown(folder, uid, gid);
  await chmod(folder, 0o700);
}
