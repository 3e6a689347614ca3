/** The official conformance suite against the fixtures: every scored scenario of each revision must pass. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fixturesEnabled } from "./fixtures/enabled.ts";
import { startApp } from "./testing.ts";

const CLI = path.join(
  import.meta.dirname,
  "../../../../node_modules/@modelcontextprotocol/conformance/dist/index.js",
);

/** Time limit for one revision, which normally takes seconds: milliseconds. */
const RUN_MS_MAX = 600_000;

const MODERN = "2026-07-28";
/** Not scored, because tasks are an extension; another of the suite is not written yet. */
const TASK_SCENARIOS = 9;

const REVISIONS: [string, string[], number][] = [
  [MODERN, ["--requirements", MODERN], 37],
  ["2025-11-25", ["--requirements", "2025-11-25"], 30],
  ["2025-06-18", ["--suite", "all", "--spec-version", "2025-06-18"], 26],
];
for (const [revision, selection, scenarios_min] of REVISIONS) {
  test(`passes every scored scenario of ${revision}`, async (context) => {
    const app = await startApp(context, { fixtures: true });
    const results = await mkdtemp(path.join(tmpdir(), "conformance-"));
    context.after(() => rm(results, { recursive: true, force: true }));
    const url = `http://localhost:${app.port}/mcp/fixtures`;
    const { code, output } = await run(["server", "--url", url, ...selection, "-o", results], results);
    const passed = output.match(/^✓ .*: [1-9]\d* passed, 0 failed$/gm) ?? [];
    const optional = output.match(/tasks-[a-z-]+: [1-9]\d* passed, 0 failed/g) ?? [];
    assert.equal(code, 0, output);
    assert.ok(passed.length >= scenarios_min, output);
    if (revision === MODERN) assert.ok(optional.length >= TASK_SCENARIOS, output);
  });
}

test("fixtures must be enabled explicitly, and are refused in production", () => {
  assert.equal(fixturesEnabled({}), false);
  assert.equal(fixturesEnabled({ MCP_FIXTURES: "0", NODE_ENV: "production" }), false);
  assert.equal(fixturesEnabled({ MCP_FIXTURES: "1", NODE_ENV: "development" }), true);
  assert.throws(() => fixturesEnabled({ MCP_FIXTURES: "1", NODE_ENV: "production" }), /MCP_FIXTURES/);
});

function run(args: string[], cwd: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], { cwd, timeout: RUN_MS_MAX }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), output: stdout + stderr });
    });
  });
}
