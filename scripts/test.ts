/**
 * `npm test`: types, lint, generated files, then every test on one database server.
 *
 * The server is the embedded one, or the one DATABASE_URL names. Each test process gets a database of its own,
 * copied from a migrated template. Arguments after `--` are test files; none means all of them.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { glob, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type pg from "pg";
import { startEmbeddedDatabase } from "#platform/db/embedded/supervise.ts";
import { asOwner, migrateDatabase, onDatabase } from "#tests/support/database.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const BIN = path.join(ROOT, "node_modules/.bin");
const PATTERNS = [
  "src/**/*.test.ts",
  "packages/**/*.test.ts",
  "tests/**/*.test.ts",
  "console/**/*.test.ts",
  "scripts/**/*.test.ts",
];
/** People's journeys drive a browser and a service, each of which wants a core; they come after the rest. */
const JOURNEYS = "tests/journeys/";
/** Processes at once. Measured on two cores: more of the rest is slower, more journeys wait on each other. */
const CONCURRENCY = { rest: 3, journeys: 2 };

const started = performance.now();
const chosen = process.argv.slice(2);
const failures: string[] = [];

if (chosen.length === 0) {
  await step("types", "tsc", ["--noEmit"]);
  await step("console types", "tsc", ["--noEmit", "-p", "console"]);
  await step("lint and format", "biome", ["check", "--error-on-warnings", "."]);
  await step("unused files and dependencies", "knip", ["--no-progress"]);
  await step("generated files", "node", ["scripts/generate.ts", "--check"]);
  await step("console build", "node", ["scripts/build-console.ts"]);
}
const files = chosen.length > 0 ? chosen : await testFiles();
await tests(files);

const minutes = ((performance.now() - started) / 60_000).toFixed(1);
if (failures.length > 0) {
  console.log(`\nFailed after ${minutes} minutes: ${failures.join(", ")}.`);
  process.exit(1);
}
console.log(`\nEverything passed in ${minutes} minutes.`);

async function testFiles(): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob(PATTERNS, { cwd: ROOT, exclude: (name) => name === "node_modules" }))
    found.push(file);
  return found.sort();
}

async function step(name: string, command: string, args: string[]): Promise<void> {
  const began = performance.now();
  const code = await run(path.join(BIN, command), args, {});
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${code === 0 ? "✔" : "✖"} ${name} (${seconds} s)`);
  if (code !== 0) failures.push(name);
}

async function tests(names: string[]): Promise<void> {
  const server = await openServer();
  const template = `packhorse_template_${randomBytes(6).toString("hex")}`;
  try {
    await asOwner(server.config, (client) => client.query(`create database ${template}`));
    await migrateDatabase(onDatabase(server.config, template));
    const journeys = names.filter((name) => name.startsWith(JOURNEYS));
    const rest = names.filter((name) => !name.startsWith(JOURNEYS));
    for (const [name, some, concurrency] of [
      ["tests", rest, CONCURRENCY.rest],
      ["journeys", journeys, CONCURRENCY.journeys],
    ] as const) {
      if (some.length === 0) continue;
      const code = await run(
        path.join(BIN, "node"),
        ["--test", `--test-concurrency=${concurrency}`, "--test-reporter=spec", ...some],
        { PACKHORSE_TEST_SERVER: JSON.stringify({ config: server.config, template }) },
      );
      if (code !== 0) failures.push(name);
    }
  } finally {
    await asOwner(server.config, (client) =>
      client.query(`drop database if exists ${template} with (force)`),
    ).catch(() => {});
    await server.stop();
  }
}

interface Server {
  config: pg.ClientConfig;
  stop(): Promise<void>;
}

async function openServer(): Promise<Server> {
  const url = process.env["DATABASE_URL"];
  if (url !== undefined && url !== "") {
    console.log("Tests run on the server of DATABASE_URL.");
    return { config: { connectionString: url }, stop: async () => {} };
  }
  const folder = await mkdtemp(path.join(tmpdir(), "packhorse-tests-"));
  const embedded = await startEmbeddedDatabase({
    data_dir: folder,
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" },
  });
  return {
    config: embedded.config,
    async stop() {
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function run(command: string, args: string[], env: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: "inherit",
      env: { ...process.env, PATH: `${BIN}${path.delimiter}${process.env["PATH"] ?? ""}`, ...env },
    });
    child.on("error", (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      resolve(1);
    });
    child.on("exit", (code) => resolve(code ?? 1));
  });
}
