/**
 * `npm test`: types, lint, generated files, then every test on one database server.
 *
 * The server is the embedded one, or the one DATABASE_URL names. Each test file gets a database of its own, copied from
 * a migrated template. Arguments after `--`:
 *
 *   path/to/file.test.ts …   these files alone
 *   --changed [base]         what a change since `base` (main unless said) can break, with the checks before it
 *   --server                 what depends on the database server alone: for a second run on another server
 */
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { startEmbeddedDatabase } from "#platform/db/embedded/supervise.ts";
import { findChromium, launchBrowserServer } from "#tests/support/browser.ts";
import {
  asOwner,
  type CopyStrategy,
  dropFinished,
  migrateDatabase,
  onDatabase,
} from "#tests/support/database.ts";
import { isConsoleBuilt } from "./console/built-from.ts";
import { type Check, runChecks } from "./test/checks.ts";
import { readImportGraph } from "./test/import-graph.ts";
import { describePassedAgain, runAgain } from "./test/run-again.ts";
import { type FileOutcome, runGroups } from "./test/run-groups.ts";
import {
  findRepeatableJourneys,
  groupTests,
  selectChangedTests,
  selectServerTests,
  type TestGroup,
  testFiles,
} from "./test/select.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const BIN = path.join(ROOT, "node_modules/.bin");
const CACHE = path.join(ROOT, "node_modules/.cache/packhorse");
/** Seconds of each file in the last run, so that the longest start first. */
const SECONDS = path.join(CACHE, "test-seconds.json");
/**
 * Processes at once. Measured on two cores: more of the rest is slower, more journeys wait on each other. Those that kill
 * processes run beside all others, one after the other: they wait for four fifths of their time.
 */
const CONCURRENCY = { checks: 2, rest: 3, crash: 1, journeys: 2 };
/** Of a test file, roughly. */
const BYTES_OF_A_SECOND = 500;
const SLOWEST = 15;
/** How often the databases of tests that have ended are dropped. */
const DROP_EVERY_MS = 2000;
/** Connections that the service of a running test file may hold: its three pools, and the one that listens. */
const CONNECTIONS_OF_A_SERVICE = 15;
/**
 * Those of the other files of its process, at most: some hold more than the one that listens for a while. With eight files in a
 * process, on a server of 100 connections, one of eleven calls at once failed without a code.
 */
const CONNECTIONS_OF_AN_IDLE_SERVICE = 8;

const started = performance.now();
const failures: string[] = [];
/** First outcomes of journeys that passed only when they were run again alone. */
const passed_again: FileOutcome[] = [];
const graph = await readImportGraph(ROOT);
const { files, checks } = choose(process.argv.slice(2));

if (checks) {
  const options = { root: ROOT, bin: BIN, concurrency: CONCURRENCY.checks };
  // The types of the texts are generated.
  const generated = { name: "generated files", command: "node", args: ["scripts/generate.ts", "--check"] };
  failures.push(...(await runChecks([generated], options)));
  failures.push(...(await runChecks(await listChecks(), options)));
}
const outcomes = await tests(files);
report(outcomes);

function choose(args: string[]): { files: readonly string[]; checks: boolean } {
  const [first, second] = args;
  if (first === "--changed") {
    const chosen_files = selectChangedTests(graph, ROOT, second ?? "main");
    console.log(
      `${chosen_files.length} of ${testFiles(graph).length} test files depend on what was changed.`,
    );
    return { files: chosen_files, checks: true };
  }
  if (first === "--server") return { files: selectServerTests(graph), checks: false };
  if (args.length > 0) return { files: args.map((name) => path.relative(ROOT, name)), checks: false };
  return { files: testFiles(graph), checks: true };
}

async function lastSeconds(): Promise<Record<string, number>> {
  return readFile(SECONDS, "utf8").then(JSON.parse, () => ({}));
}

/** Where there was no run yet, as in CI: a longer file takes longer. */
async function estimateSeconds(names: readonly string[]): Promise<Record<string, number>> {
  const sizes = await Promise.all(names.map((name) => stat(path.join(ROOT, name))));
  return Object.fromEntries(
    names.map((name, index) => [name, (sizes[index]?.size ?? 0) / BYTES_OF_A_SECOND]),
  );
}

async function listChecks(): Promise<Check[]> {
  const checkTypes = (name: string, ...args: string[]): Check => ({
    name,
    command: "tsc",
    args: ["--noEmit", ...args],
    // All that it allocates lives until its end: there is nothing to collect.
    env: { GOGC: "off" },
  });
  const is_console_built = await isConsoleBuilt(ROOT);
  if (is_console_built) console.log("✔ console build (there is one of these files)");
  return [
    checkTypes("types"),
    checkTypes("console types", "-p", "console"),
    ...(is_console_built
      ? []
      : [{ name: "console build", command: "node", args: ["scripts/build-console.ts"] }]),
    { name: "lint and format", command: "biome", args: ["check", "--error-on-warnings", "."] },
    { name: "unused files and dependencies", command: "knip", args: ["--no-progress"] },
  ];
}

async function tests(names: readonly string[]): Promise<FileOutcome[]> {
  const server = await openServer();
  const template = `packhorse_template_${randomBytes(6).toString("hex")}`;
  let ended = false;
  const dropping = (async () => {
    while (!ended && server.strategy === "wal_log") {
      await wait(DROP_EVERY_MS);
      await dropFinished(server.config, template).catch(() => {});
    }
  })();
  try {
    const groups = groupTests(graph, names, {
      seconds: { ...(await estimateSeconds(names)), ...(await lastSeconds()) },
      services_max: await countFilesOfAProcess(server),
    });
    await asOwner(server.config, (client) => client.query(`create database ${template}`));
    await migrateDatabase(onDatabase(server.config, template));
    const env = {
      PATH: `${BIN}${path.delimiter}${process.env["PATH"] ?? ""}`,
      PACKHORSE_TEST_SERVER: JSON.stringify({ config: server.config, template, strategy: server.strategy }),
      // Reading and compiling the service takes a third of what starting it takes.
      NODE_COMPILE_CACHE: path.join(CACHE, "compile"),
      // The processor is always busy here: threads that give way would wait for the requests of all other files.
      WORKER_NICENESS: "0",
    };
    const journeys = groups.filter(({ kind }) => kind === "journeys");
    const crash = groups.filter(({ kind }) => kind === "crash");
    const rest = groups.filter(({ kind }) => kind !== "journeys" && kind !== "crash");
    // Browser journeys run a browser and a service, each of which needs a core; they run after the rest.
    const [in_turn, beside] = await Promise.all([
      runGroups(rest, { root: ROOT, env, concurrency: CONCURRENCY.rest }).then(async (outcomes) => [
        ...outcomes,
        ...(journeys.length === 0 ? [] : await runJourneys(journeys, env)),
      ]),
      runGroups(crash, { root: ROOT, env, concurrency: CONCURRENCY.crash }),
    ]);
    return [...in_turn, ...beside];
  } finally {
    ended = true;
    await dropping;
    await dropFinished(server.config, template).catch(() => {});
    await asOwner(server.config, (client) =>
      client.query(`drop database if exists ${template} with (force)`),
    ).catch(() => {});
    await server.stop();
  }
}

async function runJourneys(
  journeys: readonly TestGroup[],
  env: Record<string, string>,
): Promise<FileOutcome[]> {
  const browser = findChromium() === undefined ? undefined : await launchBrowserServer();
  try {
    const shared: Record<string, string> =
      browser === undefined ? {} : { PACKHORSE_TEST_BROWSER: browser.wsEndpoint() };
    const first = await runGroups(journeys, {
      root: ROOT,
      env: { ...env, ...shared },
      concurrency: CONCURRENCY.journeys,
    });
    const repeatable = findRepeatableJourneys(graph);
    // Each with a browser of its own: the shared one may be what failed.
    const repeated = await runAgain(first, (file) => repeatable.has(file), { root: ROOT, env });
    passed_again.push(...repeated.passed_again);
    return repeated.outcomes;
  } finally {
    await browser?.close();
  }
}

/** So many files may share a process on this server: their services live until the last of them has ended. */
async function countFilesOfAProcess({ config }: Server): Promise<number> {
  const { rows } = await asOwner(config, (client) =>
    client.query<{ max: number }>("select current_setting('max_connections')::int as max"),
  );
  const connections = ((rows[0]?.max ?? 100) - 10) / CONCURRENCY.rest;
  return (
    1 + Math.max(0, Math.floor((connections - CONNECTIONS_OF_A_SERVICE) / CONNECTIONS_OF_AN_IDLE_SERVICE))
  );
}

interface Server {
  config: pg.ClientConfig;
  strategy: CopyStrategy;
  stop(): Promise<void>;
}

async function openServer(): Promise<Server> {
  const url = process.env["DATABASE_URL"];
  if (url !== undefined && url !== "") {
    console.log("Tests run on the server of DATABASE_URL.");
    return { config: { connectionString: url }, strategy: "wal_log", stop: async () => {} };
  }
  const folder = await mkdtemp(path.join(tmpdir(), "packhorse-tests-"));
  const embedded = await startEmbeddedDatabase({
    data_dir: folder,
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "430" },
  });
  return {
    config: embedded.config,
    strategy: "file_copy",
    async stop() {
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Prints the seconds of the slowest files, all counts and the result; stores the seconds for the order of the
 * next run.
 */
function report(all: readonly FileOutcome[]): void {
  const slowest = [...all].sort((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  const sum = (of: (outcome: FileOutcome) => number) => all.reduce((total, one) => total + of(one), 0);
  console.log(
    `\nThe slowest of ${all.length} files, ${sum(({ seconds }) => seconds).toFixed(0)} s of tests in all:`,
  );
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`);
  reportKinds(all);
  for (const { file, failed } of all) if (failed > 0) failures.push(file);
  const counts = { passed: sum((one) => one.passed), failed: sum((one) => one.failed) };
  if (passed_again.length > 0) console.log(`\n${describePassedAgain(passed_again)}`);
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  if (failures.length > 0) console.log(`\nFailed after ${minutes} minutes: ${failures.join(", ")}.`);
  else console.log(`\nEverything passed in ${minutes} minutes.`);
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${sum((one) => one.skipped)} skipped`);
  if (failures.length > 0) process.exitCode = 1;
}

/** Prints what each kind of test took: where a suite that became too slow has to be looked at first. */
function reportKinds(all: readonly FileOutcome[]): void {
  console.log("\nFiles, seconds of tests, and of the processor, by kind:");
  for (const [kind, outcomes] of Map.groupBy(all, (outcome) => outcome.kind)) {
    const sum = (of: (outcome: FileOutcome) => number) =>
      outcomes.reduce((total, one) => total + of(one), 0).toFixed(0);
    const columns = [
      String(outcomes.length),
      sum(({ seconds }) => seconds),
      sum(({ processor_seconds }) => processor_seconds),
    ];
    console.log(`${columns.map((column) => column.padStart(8)).join("")}  ${kind}`);
  }
}

await lastSeconds().then(async (before) => {
  const now = Object.fromEntries(outcomes.map(({ file, seconds }) => [file, Math.round(seconds * 10) / 10]));
  await mkdir(CACHE, { recursive: true });
  await writeFile(SECONDS, `${JSON.stringify({ ...before, ...now }, null, 1)}\n`);
});
