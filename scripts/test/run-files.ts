/**
 * Runs test files in one process: `node scripts/test/run-files.ts a.test.ts …`. Prints one line per test (`events.ts`), writes what failed
 * to the file that `REPORT` names, and exits with 1 when a test or an error outside of tests failed.
 *
 * The test runner tracks every promise, to find the test that an error belongs to when nothing awaits it. That takes more than
 * half of the time of tests that await much (measured: 9.2 s for the first service of a process, 3.4 s without), so promises are not
 * tracked here: such an error fails the process, and with it all files of its group.
 */
import asyncHooks, { type HookCallbacks } from "node:async_hooks";
import { createWriteStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import events, { PROCESSOR_MARK } from "./events.ts";

/** A test that hangs fails, and the others go on. */
const TEST_TIMEOUT_MS = 600_000;

const { createHook } = asyncHooks;
// The runner takes this function when it is loaded, which is now.
asyncHooks.createHook = (callbacks: HookCallbacks) => createHook({ ...callbacks, trackPromises: false });
const { run } = await import("node:test");
asyncHooks.createHook = createHook;
const { spec: SpecReporter } = await import("node:test/reporters");

// One file that imports the others: an error of an import is lost otherwise.
const stream = run({
  files: [path.join(import.meta.dirname, "import-files.ts")],
  isolation: "none",
  timeout: TEST_TIMEOUT_MS,
});
stream.on("test:fail", () => {
  process.exitCode = 1;
});
await Promise.all([
  pipeline(stream.compose(new SpecReporter()), createWriteStream(process.env["REPORT"] ?? "/dev/null")),
  pipeline(stream.compose(events), process.stdout, { end: false }),
]);
const { user, system } = process.cpuUsage();
process.stdout.write(`${PROCESSOR_MARK}${(user + system) / 1e6}\n`);
// A failed test may have left a server or a connection open.
process.exit();
