import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { chooseAccount } from "./account.ts";
import { findBinaries } from "./binaries.ts";
import { openCluster } from "./cluster.ts";
import { diskFull, EmbeddedDatabaseError, explainFileError } from "./errors.ts";
import { openDataFolder, openSocketFolder, PORT } from "./layout.ts";
import {
  acceptsConnections,
  type Exit,
  explainExit,
  getLogSize,
  identifyProcess,
  isSameLaunch,
  type Launch,
  launchPostmaster,
  type Postmaster,
  readPidFile,
  removePidFile,
  stopPostmaster,
  waitUntilReady,
  watchPostmaster,
} from "./postmaster.ts";
import { takeServiceLock } from "./service-lock.ts";
import type { DatabaseTemplate } from "./template.ts";

export interface EmbeddedDatabaseOptions {
  /** The data folder of the database; created when missing. One service at a time. */
  data_dir: string;
  /** Created when missing. Default `packhorse`. */
  database?: string;
  log?: (message: string, fields?: Record<string, unknown>) => void;
  /** PostgreSQL settings by name; they override ours. */
  settings?: Record<string, string>;
  /** A new database is a copy of it where it fits; none when absent. */
  template?: DatabaseTemplate;
}

export interface EmbeddedDatabase {
  /** The same connection as `config`, for programs that take a URL. */
  url: string;
  /** For `pg.Pool` and `pg.Client`. The user is the superuser `postgres`. */
  config: pg.ClientConfig;
  /** Absolute. */
  data_dir: string;
  /** The folder of the database's files. */
  cluster: string;
  /** Of PostgreSQL, as its programs print it. */
  version: string;
  /** The server's pid; it changes with a restart. */
  readonly pid: number;
  /** Stops the server and releases the folder. Close the pools first. May be called again. */
  stop(): Promise<void>;
  /** Ends the server without waiting; the next start recovers committed data. */
  kill(): void;
  /**
   * Called whenever the server ends without `stop()`; it is restarted automatically. Returns a function that
   * removes the listener.
   */
  onExit(listener: (exit: Exit) => void): () => void;
}

/**
 * For two cores and a small memory. Commits are durable on disk. Failing statements are not logged: the caller has
 * the error, and their details are personal data.
 */
const SETTINGS: Record<string, string> = {
  cluster_name: "packhorse",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  wal_compression: "on",
  shared_buffers: "128MB",
  max_connections: "60",
  max_wal_size: "1GB",
  checkpoint_timeout: "15min",
  random_page_cost: "1.1",
  jit: "off",
  max_parallel_workers_per_gather: "0",
  timezone: "UTC",
  log_timezone: "UTC",
  log_destination: "stderr",
  logging_collector: "off",
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
};

/** How long a start waits for the remains of an earlier server: shared memory, children, a shutdown in progress. */
const BUSY_MS_MAX = 15_000;
const BUSY_PAUSE_MS = 50;

/** Pauses between restart attempts after the server ended; the last one repeats. */
const RESTART_PAUSES_MS = [0, 250, 500, 1000, 2000, 5000, 10_000];

/**
 * Starts PostgreSQL on a folder, or takes over the server that an earlier process left running, and restarts it
 * when it ends, until `stop()`. Throws `EmbeddedDatabaseError`; nothing is locked or running then.
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const log = options.log ?? (() => {});
  const database = options.database ?? "packhorse";
  const binaries = await findBinaries();
  const layout = await openDataFolder(options.data_dir);
  const lock = await takeServiceLock(layout.data_dir);
  try {
    const { account, version } = await chooseAccount(binaries, layout.data_dir, layout.cluster);
    const began = performance.now();
    if ((await openCluster(layout, binaries, account, version, options.template)) === "made") {
      log("created a new database", {
        folder: layout.cluster,
        version,
        took_ms: Math.round(performance.now() - began),
      });
    }

    const windows = process.platform === "win32";
    const socket_dir = windows ? null : await openSocketFolder(layout.data_dir, account);
    const port = windows ? await freePort() : PORT;
    const launch: Launch = {
      layout,
      binaries,
      account,
      settings: {
        ...SETTINGS,
        ...options.settings,
        port: String(port),
        listen_addresses: windows ? "127.0.0.1" : "",
        ...(socket_dir === null
          ? {}
          : { unix_socket_directories: quoteListItem(socket_dir), unix_socket_permissions: "0700" }),
      },
    };
    const supervisor = new Supervisor(launch, socket_dir, log);
    await supervisor.start();
    try {
      const password = windows ? (await readFile(layout.password, "utf8")).trim() : undefined;
      const config: pg.ClientConfig = {
        host: socket_dir ?? "127.0.0.1",
        port: (await readPidFile(layout.cluster))?.port ?? port,
        user: "postgres",
        database,
        ...(password === undefined ? {} : { password }),
      };
      await createDatabase(config, database);
      let stopped: Promise<void> | undefined;
      return {
        url: connectionUrl(config),
        config,
        data_dir: layout.data_dir,
        cluster: layout.cluster,
        version,
        get pid() {
          return supervisor.pid;
        },
        stop() {
          stopped ??= supervisor.stop().then(() => lock.release());
          return stopped;
        },
        kill: () => supervisor.kill(),
        onExit: (listener) => supervisor.onExit(listener),
      };
    } catch (error) {
      await supervisor.stop();
      throw error;
    }
  } catch (error) {
    await lock.release();
    // 53100 is PostgreSQL's code for a full disk.
    if ((error as { code?: string }).code === "53100") throw diskFull(layout.data_dir, error);
    throw explainFileError(error, layout.data_dir);
  }
}

/** Runs one server on one folder. Its creator holds the folder's lock. */
class Supervisor {
  readonly #launch: Launch;
  readonly #socket_dir: string | null;
  readonly #log: (message: string, fields?: Record<string, unknown>) => void;
  readonly #listeners = new Set<(exit: Exit) => void>();
  readonly #stopping = new AbortController();
  #postmaster: Postmaster | null = null;
  #restarting: Promise<void> = Promise.resolve();

  constructor(
    launch: Launch,
    socket_dir: string | null,
    log: (message: string, fields?: Record<string, unknown>) => void,
  ) {
    this.#launch = launch;
    this.#socket_dir = socket_dir;
    this.#log = log;
  }

  get pid(): number {
    return this.#postmaster?.pid ?? 0;
  }

  onExit(listener: (exit: Exit) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async start(): Promise<void> {
    try {
      const postmaster = await this.#bringUp();
      void postmaster.ended.then((exit) => this.#whenEnded(exit));
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#restarting;
    if (this.#postmaster !== null) await stopPostmaster(this.#postmaster, this.#launch);
    this.#postmaster = null;
  }

  kill(): void {
    this.#stopping.abort();
    try {
      // PostgreSQL's immediate shutdown; on Windows processes can only be terminated.
      if (this.#postmaster !== null) process.kill(this.#postmaster.pid, "SIGQUIT");
    } catch {
      // It has already ended.
    }
  }

  #whenEnded(exit: Exit): void {
    if (this.#stopping.signal.aborted) return;
    this.#postmaster = null;
    this.#log("the database server ended and is being restarted", { ...exit });
    this.#restarting = this.#restart();
    for (const listener of this.#listeners) listener(exit);
  }

  async #restart(): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      const pause_ms = RESTART_PAUSES_MS[Math.min(attempt, RESTART_PAUSES_MS.length - 1)];
      await sleep(pause_ms, undefined, { signal: this.#stopping.signal }).catch(() => {});
      if (this.#stopping.signal.aborted) return;
      try {
        const postmaster = await this.#bringUp();
        this.#log("the database server is ready again", { pid: postmaster.pid });
        void postmaster.ended.then((exit) => this.#whenEnded(exit));
        return;
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        this.#log("the database server could not be restarted", { error: (error as Error).message });
      }
    }
  }

  /**
   * Returns a ready server: the running one, or a new one. Waits for a server that is starting or ending; a running
   * server with other binaries or settings is stopped and replaced.
   */
  async #bringUp(): Promise<Postmaster> {
    const { layout } = this.#launch;
    const deadline = performance.now() + BUSY_MS_MAX;
    for (;;) {
      const running_postmaster = await this.#takeOver();
      if (running_postmaster !== null) return running_postmaster;

      const offset = await getLogSize(layout.log);
      const postmaster = await launchPostmaster(this.#launch);
      this.#postmaster = postmaster;
      const exit = await waitUntilReady(postmaster, layout.cluster, this.#stopping.signal);
      if (exit === null) return postmaster;
      this.#postmaster = null;
      const { busy, error } = await explainExit(layout, offset, exit);
      if (!busy || performance.now() > deadline || this.#stopping.signal.aborted) throw error;
      await sleep(BUSY_PAUSE_MS);
    }
  }

  /** The ready server of an earlier process; null when there is none, or it is ending. */
  async #takeOver(): Promise<Postmaster | null> {
    const { cluster } = this.#launch.layout;
    const pid_file = await readPidFile(cluster);
    if (pid_file === null) return null;
    const who = await identifyProcess(pid_file.pid, cluster);
    if (process.platform === "win32") {
      // A process that cannot be identified here is asked to stop: `pg_ctl` only affects a PostgreSQL server.
      if (who === "unknown") await stopPostmaster(watchPostmaster(pid_file.pid), this.#launch);
      return null;
    }
    if (who === "gone" || who === "other") await this.#refuseIfServedFromElsewhere(pid_file.socket_dir);
    if (who === "other") {
      this.#log("removed a postmaster.pid whose pid belongs to another program now", {
        pid: pid_file.pid,
      });
      await removePidFile(cluster);
    }
    if (who !== "ours") return null;

    const postmaster = watchPostmaster(pid_file.pid);
    if (await isSameLaunch(this.#launch)) {
      this.#postmaster = postmaster;
      const exit = await untilReadyOrStopping(postmaster, cluster, this.#stopping.signal);
      if (exit === "ready") {
        this.#log("took over the running database server", { pid: pid_file.pid });
        return postmaster;
      }
    } else {
      this.#log("the running database server has other settings and is replaced", { pid: pid_file.pid });
      await stopPostmaster(postmaster, this.#launch);
    }
    await postmaster.ended;
    this.#postmaster = null;
    return null;
  }

  /**
   * A pid has no meaning in another container, but the socket on a shared volume does. The dying children of a
   * killed server may still accept connections for a moment.
   */
  async #refuseIfServedFromElsewhere(socket_dir: string | undefined): Promise<void> {
    const deadline = performance.now() + 1000;
    while (socket_dir !== undefined && (await acceptsConnections(socket_dir))) {
      if (performance.now() > deadline) {
        throw new EmbeddedDatabaseError(
          "in_use",
          `A PostgreSQL that cannot be seen from here, perhaps in another container, serves ${this.#launch.layout.cluster}. Stop it, or set DATA_DIR or DATABASE_URL.`,
        );
      }
      await sleep(BUSY_PAUSE_MS);
    }
  }
}

/** Waits for a server that was taken over; one that is shutting down will not become ready and is not waited for. */
async function untilReadyOrStopping(
  postmaster: Postmaster,
  cluster: string,
  stopping: AbortSignal,
): Promise<"ready" | "ended"> {
  const pid_file = await readPidFile(cluster);
  if (pid_file?.status === "stopping") {
    await postmaster.ended;
    return "ended";
  }
  return (await waitUntilReady(postmaster, cluster, stopping)) === null ? "ready" : "ended";
}

async function createDatabase(config: pg.ClientConfig, database: string): Promise<void> {
  await withClient({ ...config, database: "postgres" }, async (client) => {
    const databases = await client.query("select from pg_database where datname = $1", [database]);
    if (databases.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(database)}`);
  });
}

async function withClient(
  config: pg.ClientConfig,
  use: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

function connectionUrl({ host, port, user, database, password }: pg.ClientConfig): string {
  const name = encodeURIComponent(database!);
  if (password === undefined)
    return `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host!)}&port=${port}`;
  return `postgres://${user}:${encodeURIComponent(String(password))}@${host}:${port}/${name}`;
}

/** The socket folders are a list in one setting, so a comma or a blank in a path needs quotes. */
function quoteListItem(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}
