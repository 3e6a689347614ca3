import { spawn } from "node:child_process";
import { open, readFile, readlink, rename, rm, stat } from "node:fs/promises";
import { connect } from "node:net";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Account, buildInvocation, runToEnd } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { diskFull, EmbeddedDatabaseError } from "./errors.ts";
import { buildSocketPath, type Layout, requireFreeSpace } from "./layout.ts";

export interface Exit {
  /** Both are null for a postmaster that was not our child process: its exit status is not available. */
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A running PostgreSQL server of our data folder. */
export interface Postmaster {
  pid: number;
  /** True when an earlier process of this service started it. */
  adopted: boolean;
  ended: Promise<Exit>;
}

/** The contents of `postmaster.pid`: one value per line; the file grows while the server starts. */
interface PidFile {
  pid: number;
  port: number | undefined;
  socket_dir: string | undefined;
  /** `starting`, `ready`, `stopping`; undefined until the server has written it. */
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
 * Which process has the pid in `postmaster.pid`: the server of this cluster (`ours`), another program (`other`:
 * after a restart of the machine or the container pids are reused), none (`gone`), or a running process that this
 * platform does not let us inspect (`unknown`).
 */
export async function identifyProcess(
  pid: number,
  cluster: string,
): Promise<"ours" | "other" | "gone" | "unknown"> {
  if (!(await isAlive(pid))) return "gone";
  if (process.platform === "linux") {
    try {
      const [exe, working, cluster_stats] = await Promise.all([
        readlink(`/proc/${pid}/exe`),
        stat(`/proc/${pid}/cwd`),
        stat(cluster),
      ]);
      // " (deleted)" follows the name when the packages were reinstalled in the meantime.
      const is_postgres = basename(exe).startsWith("postgres");
      return is_postgres && working.dev === cluster_stats.dev && working.ino === cluster_stats.ino
        ? "ours"
        : "other";
    } catch {
      // Root in a container may not inspect processes of other users, except for their command line.
      const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      if (command === "") return (await isAlive(pid)) ? "unknown" : "gone";
      return isPostmasterCommand(command.split("\0"), cluster) ? "ours" : "other";
    }
  }
  if (process.platform === "win32") return "unknown";
  const { output } = await runToEnd(
    buildInvocation({ kind: "self" }, "ps", ["-o", "command=", "-p", String(pid)]),
  );
  return output.includes("postgres") && output.includes(cluster) ? "ours" : "other";
}

/** The server keeps the command line it was started with: `postgres -D <cluster> …`. */
function isPostmasterCommand([program, flag, folder]: string[], cluster: string): boolean {
  return basename(program ?? "") === "postgres" && flag === "-D" && folder === cluster;
}

/** A zombie process, which has ended but was not yet collected by its parent, counts as dead. */
export async function isAlive(pid: number): Promise<boolean> {
  if (process.platform === "linux") {
    const line = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    // The name, in parentheses, may contain any character; the state is the letter after the last parenthesis.
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

/** Watches a server that is not our child process, until it ends. */
export function watchPostmaster(pid: number): Postmaster {
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

function postmasterArguments({ layout, settings }: Launch): string[] {
  return [
    "-D",
    layout.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
}

/** True when the running server was started with the binaries and settings that we would use. */
export async function isSameLaunch(launch: Launch): Promise<boolean> {
  const written = await readFile(join(launch.layout.cluster, "postmaster.opts"), "utf8").catch(() => "");
  const ours = [
    launch.binaries.postgres,
    ...postmasterArguments(launch).map((argument) => `"${argument}"`),
  ].join(" ");
  return written.trim() === ours;
}

/** A larger log is renamed at the next start; one older log is retained. */
const LOG_BYTES_MAX = 10_000_000;

/**
 * Starts the server in its own session, so that Ctrl-C in the terminal does not reach it. Its log is a file,
 * because a pipe would break when this process ends, and end the server too.
 */
export async function launchPostmaster(launch: Launch): Promise<Postmaster> {
  const { layout, binaries, account } = launch;
  const log_bytes = await getLogSize(layout.log);
  if (log_bytes > LOG_BYTES_MAX) await rename(layout.log, `${layout.log}.1`);
  if (process.platform === "win32") return launchOnWindows(launch);

  const log = await open(layout.log, "a", 0o600);
  try {
    const invocation = buildInvocation(account, binaries.postgres, postmasterArguments(launch));
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

/** PostgreSQL on Windows refuses to run as an administrator; `pg_ctl` drops those rights for it. */
async function launchOnWindows(launch: Launch): Promise<Postmaster> {
  const { layout, binaries, account, settings } = launch;
  await rm(pidFilePath(layout.cluster), { force: true });
  const options = Object.entries(settings).map(([name, value]) => `-c "${name}=${value}"`);
  const args = ["start", "-W", "-s", "-D", layout.cluster, "-l", layout.log, "-o", options.join(" ")];
  const { code, output } = await runToEnd(buildInvocation(account, binaries.pg_ctl, args));
  if (code !== 0)
    throw new EmbeddedDatabaseError("failed", `pg_ctl could not start PostgreSQL: ${output.trim()}`);
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const pid_file = await readPidFile(layout.cluster);
    if (pid_file !== null) return watchPostmaster(pid_file.pid);
    await sleep(10);
  }
  throw new EmbeddedDatabaseError("failed", `PostgreSQL wrote no postmaster.pid; see ${layout.log}.`);
}

export async function getLogSize(path: string): Promise<number> {
  return stat(path).then(
    (stats) => stats.size,
    () => 0,
  );
}

/**
 * Waits for `ready` in `postmaster.pid`: the socket accepts connections earlier, while the server still replays its
 * WAL, which has no time limit. Returns null when ready, else how the server ended.
 */
export async function waitUntilReady(
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
    const pid_file = await readPidFile(cluster);
    if (pid_file?.pid === postmaster.pid && pid_file.status === "ready") return null;
    if (stopping.aborted)
      throw new EmbeddedDatabaseError("stopped", "The embedded database was stopped while it started.");
    await sleep(10);
  }
}

/**
 * Why a server that never became ready ended, from its log after `offset`: `busy` while another server, or its
 * remains, holds the folder, else the error to show.
 */
export async function explainExit(
  layout: Layout,
  offset: number,
  exit: Exit,
): Promise<{ busy: boolean; error: unknown }> {
  const text = (await readFile(layout.log).catch(() => Buffer.alloc(0))).subarray(offset).toString();
  if (text.includes("No space left on device")) return { busy: false, error: diskFull(layout.data_dir) };
  // When the disk is full the log stays empty.
  const room = await requireFreeSpace(layout.data_dir, 1_000_000).then(
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

/** True when a server accepts connections on the socket. */
export async function acceptsConnections(socket_dir: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(buildSocketPath(socket_dir));
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
 * Stops the server: a fast shutdown (disconnects all clients), after 20 seconds an immediate shutdown (with
 * recovery at the next start), and finally a kill. None of them loses committed data.
 */
export async function stopPostmaster(
  postmaster: Postmaster,
  { layout, binaries, account }: Launch,
): Promise<void> {
  if (process.platform === "win32") {
    await runToEnd(
      buildInvocation(account, binaries.pg_ctl, ["stop", "-D", layout.cluster, "-m", "fast", "-s"]),
    );
    await postmaster.ended;
    return;
  }
  for (const [name, timeout_ms] of [
    ["SIGINT", 20_000],
    ["SIGQUIT", 10_000],
    ["SIGKILL", 10_000],
  ] as const) {
    if (!signal(postmaster.pid, name)) break;
    const timeout = new AbortController();
    const ended = await Promise.race([
      postmaster.ended.then(() => true),
      sleep(timeout_ms, false, { signal: timeout.signal }).catch(() => false),
    ]);
    timeout.abort();
    if (ended) return;
  }
  await postmaster.ended;
}
