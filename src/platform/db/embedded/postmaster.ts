import { spawn } from "node:child_process";
import { open, readFile, readlink, rename, rm, stat } from "node:fs/promises";
import { connect } from "node:net";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Account, as, run } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { diskFull, EmbeddedDatabaseError } from "./errors.ts";
import { type Layout, requireRoom, socketPath } from "./layout.ts";

export interface Exit {
  /** Both are null for a postmaster that was not our child: nobody tells us how it ended. */
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A living PostgreSQL server of our folder. */
export interface Postmaster {
  pid: number;
  /** True when an earlier process of ours had started it. */
  adopted: boolean;
  ended: Promise<Exit>;
}

/** What PostgreSQL writes about itself; the file has one fact a line, and grows while the server starts. */
interface PidFile {
  pid: number;
  port: number | undefined;
  socket_dir: string | undefined;
  /** `starting`, `ready`, `stopping`; undefined until the server gets so far. */
  status: string | undefined;
}

export async function readPidFile(cluster: string): Promise<PidFile | null> {
  const text = await readFile(pidFilePath(cluster), "utf8").catch(() => "");
  const lines = text.split("\n").map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  return {
    pid,
    port: Number(lines[3]) || undefined,
    socket_dir: lines[4] || undefined,
    status: lines[7] || undefined,
  };
}

function pidFilePath(cluster: string): string {
  return join(cluster, "postmaster.pid");
}

/**
 * Who has the process number that `postmaster.pid` names: the server of this cluster (`ours`), somebody
 * else (`other`: after a restart of the machine or the container numbers are given again), nobody
 * (`gone`), or a living process that this platform does not let us look into (`unknown`).
 */
export async function whoIs(pid: number, cluster: string): Promise<"ours" | "other" | "gone" | "unknown"> {
  if (!(await isAlive(pid))) return "gone";
  if (process.platform === "linux") {
    try {
      const [exe, working, own] = await Promise.all([
        readlink(`/proc/${pid}/exe`),
        stat(`/proc/${pid}/cwd`),
        stat(cluster),
      ]);
      // " (deleted)" follows the name when the packages were installed again meanwhile.
      const is_postgres = basename(exe).startsWith("postgres");
      return is_postgres && working.dev === own.dev && working.ino === own.ino ? "ours" : "other";
    } catch {
      // A container's root may not look into the processes of other users, except at their command line.
      const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      if (command === "") return (await isAlive(pid)) ? "unknown" : "gone";
      return isCommandOf(command.split("\0"), cluster) ? "ours" : "other";
    }
  }
  if (process.platform === "win32") return "unknown";
  const { output } = await run(as({ kind: "self" }, "ps", ["-o", "command=", "-p", String(pid)]));
  return output.includes("postgres") && output.includes(cluster) ? "ours" : "other";
}

/** The server keeps the command line we gave it: `postgres -D <cluster> …`. */
function isCommandOf([program, flag, folder]: string[], cluster: string): boolean {
  return basename(program ?? "") === "postgres" && flag === "-D" && folder === cluster;
}

/** A process that ended and was not yet collected by its parent counts as dead. */
export async function isAlive(pid: number): Promise<boolean> {
  if (process.platform === "linux") {
    const line = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    // The name, in parentheses, may hold anything; the state is the letter after the last one.
    const state = line.slice(line.lastIndexOf(")") + 2)[0];
    return state !== undefined && state !== "Z" && state !== "X";
  }
  return signal(pid, 0);
}

/** False when there is no such process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    if ((error as NodeJS.ErrnoException).code === "EPERM" && name === 0) return true;
    throw error;
  }
}

/** Watch a server that is not our child, until it ends. */
export function adopt(pid: number): Postmaster {
  const watch = async (): Promise<Exit> => {
    while (await isAlive(pid)) await sleep(200);
    return { code: null, signal: null };
  };
  return { pid, adopted: true, ended: watch() };
}

export interface Launch {
  layout: Layout;
  binaries: Binaries;
  account: Account;
  /** Server settings, by name. */
  settings: Record<string, string>;
}

function argumentsOf({ layout, settings }: Launch): string[] {
  return [
    "-D",
    layout.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
}

/** Was the server that runs now started with the binaries and settings we would start it with? */
export async function isSameLaunch(launch: Launch): Promise<boolean> {
  const written = await readFile(join(launch.layout.cluster, "postmaster.opts"), "utf8").catch(() => "");
  const ours = [launch.binaries.postgres, ...argumentsOf(launch).map((argument) => `"${argument}"`)].join(
    " ",
  );
  return written.trim() === ours;
}

/** Above this the log is set aside at the next start; one older log is kept. */
const LOG_BYTES_MAX = 10_000_000;

/**
 * Start the server, in a session of its own so that Ctrl-C in the terminal reaches us and not it. Its log
 * is a file, as a pipe would break with us and end it.
 */
export async function launchPostmaster(launch: Launch): Promise<Postmaster> {
  const { layout, binaries, account } = launch;
  const log_bytes = await logSize(layout.log);
  if (log_bytes > LOG_BYTES_MAX) await rename(layout.log, `${layout.log}.1`);
  if (process.platform === "win32") return launchOnWindows(launch);

  const log = await open(layout.log, "a", 0o600);
  try {
    const invocation = as(account, binaries.postgres, argumentsOf(launch));
    const child = spawn(invocation.command, invocation.args, {
      ...invocation.options,
      cwd: "/",
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
    });
    const ended = new Promise<Exit>((resolve) => {
      child.on("exit", (code, signal) => resolve({ code, signal }));
      child.on("error", () => resolve({ code: null, signal: null }));
    });
    if (child.pid === undefined) {
      throw new EmbeddedDatabaseError("failed", `${invocation.command} could not be started.`);
    }
    return { pid: child.pid, adopted: false, ended };
  } finally {
    await log.close();
  }
}

/** PostgreSQL on Windows refuses an administrator; `pg_ctl` gives those rights up for it. */
async function launchOnWindows(launch: Launch): Promise<Postmaster> {
  const { layout, binaries, account, settings } = launch;
  await rm(pidFilePath(layout.cluster), { force: true });
  const options = Object.entries(settings).map(([name, value]) => `-c "${name}=${value}"`);
  const args = ["start", "-W", "-s", "-D", layout.cluster, "-l", layout.log, "-o", options.join(" ")];
  const { code, output } = await run(as(account, binaries.pg_ctl, args));
  if (code !== 0)
    throw new EmbeddedDatabaseError("failed", `pg_ctl could not start PostgreSQL: ${output.trim()}`);
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const found = await readPidFile(layout.cluster);
    if (found !== null) return adopt(found.pid);
    await sleep(10);
  }
  throw new EmbeddedDatabaseError("failed", `PostgreSQL wrote no postmaster.pid; see ${layout.log}.`);
}

export async function logSize(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.size,
    () => 0,
  );
}

/**
 * Wait for the word `ready` in `postmaster.pid`: the socket answers earlier, while the server still replays
 * its log, which may take as long as it takes. Answers null when ready, else how the server ended.
 */
export async function untilReady(
  postmaster: Postmaster,
  cluster: string,
  stopping: AbortSignal,
): Promise<Exit | null> {
  let exit: Exit | undefined;
  void postmaster.ended.then((ended) => {
    exit = ended;
  });
  for (;;) {
    if (exit !== undefined) return exit;
    const found = await readPidFile(cluster);
    if (found?.pid === postmaster.pid && found.status === "ready") return null;
    if (stopping.aborted)
      throw new EmbeddedDatabaseError("stopped", "The embedded database was stopped while it started.");
    await sleep(10);
  }
}

/**
 * Why a server that never became ready ended, from what it logged after `offset`: `busy` while another
 * server, or what is left of it, holds the folder, else the error to show.
 */
export async function explainExit(
  layout: Layout,
  offset: number,
  exit: Exit,
): Promise<{ busy: boolean; error: unknown }> {
  const text = (await readFile(layout.log).catch(() => Buffer.alloc(0))).subarray(offset).toString();
  if (text.includes("No space left on device")) return { busy: false, error: diskFull(layout.data_dir) };
  // With no room at all the log stays empty.
  const room = await requireRoom(layout.data_dir, 1_000_000).then(
    () => null,
    (error: unknown) => error,
  );
  if (room !== null) return { busy: false, error: room };

  const lines = text.split("\n").filter((line) => /\b(FATAL|PANIC|HINT|DETAIL):/.test(line));
  const reason = (lines.length > 0 ? lines : text.trim().split("\n"))
    .slice(-4)
    .map((line) => line.replace(/^.*?\b(?=FATAL|PANIC|HINT|DETAIL)/, ""))
    .join(" / ");
  const how = exit.signal === null ? `exit code ${exit.code}` : `signal ${exit.signal}`;
  const busy = /lock file ".*" already exists|pre-existing shared memory block|lock file ".*" is empty/.test(
    text,
  );
  const message = `PostgreSQL could not start in ${layout.cluster} (${how}): ${reason || "it logged nothing"}. Its log is ${layout.log}.`;
  return { busy, error: new EmbeddedDatabaseError("failed", message) };
}

/** Does anybody answer on the server's socket? */
export async function answers(socket_dir: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(socketPath(socket_dir));
  socket.on("connect", () => resolve(true));
  socket.on("error", () => resolve(false));
  try {
    return await promise;
  } finally {
    socket.destroy();
  }
}

export async function removePidFile(cluster: string): Promise<void> {
  await rm(pidFilePath(cluster), { force: true });
}

/**
 * Stop the server: finish what is committed and disconnect everybody (fast), after 20 seconds leave the
 * rest to recovery (immediate), at last kill it. Nothing committed is lost by any of them.
 */
export async function stopPostmaster(
  postmaster: Postmaster,
  { layout, binaries, account }: Launch,
): Promise<void> {
  if (process.platform === "win32") {
    await run(as(account, binaries.pg_ctl, ["stop", "-D", layout.cluster, "-m", "fast", "-s"]));
    await postmaster.ended;
    return;
  }
  for (const [name, patience_ms] of [
    ["SIGINT", 20_000],
    ["SIGQUIT", 10_000],
    ["SIGKILL", 10_000],
  ] as const) {
    if (!signal(postmaster.pid, name)) break;
    const patience = new AbortController();
    const ended = await Promise.race([
      postmaster.ended.then(() => true),
      sleep(patience_ms, false, { signal: patience.signal }).catch(() => false),
    ]);
    patience.abort();
    if (ended) return;
  }
  await postmaster.ended;
}
