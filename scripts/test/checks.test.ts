/** Checks that run beside each other: which failed, and what they printed. */
import assert from "node:assert/strict";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { runChecks } from "./checks.ts";

test("those that fail or cannot be started are named in their order, with what each printed in one piece", async (context) => {
  const bin = await mkdtemp(path.join(tmpdir(), "packhorse-checks-"));
  context.after(() => rm(bin, { recursive: true, force: true }));
  await symlink(process.execPath, path.join(bin, "node"));
  const log = context.mock.method(console, "log", () => {});
  const run = (name: string, code: string) => ({ name, command: "node", args: ["-e", code] });
  const failures = await runChecks(
    [
      run("slow", 'setTimeout(() => { console.log("two"); process.exitCode = 3; }, 100); console.log("one")'),
      run("passing", "console.error(process.env.PATH)"),
      run("killed", 'process.kill(process.pid, "SIGKILL")'),
      { name: "absent", command: "no-such-program", args: [] },
      {
        ...run("with a setting", "process.exitCode = process.env.SETTING === 'on' ? 0 : 1"),
        env: { SETTING: "on" },
      },
    ],
    { root: bin, bin, concurrency: 2 },
  );
  assert.deepEqual(failures, ["slow", "killed", "absent"]);
  const printed = log.mock.calls.map(({ arguments: [text] }) => String(text));
  assert.equal(printed.length, 5);
  assert.match(printed.find((text) => text.includes("slow")) ?? "", /^one\ntwo\n✖ slow \(/);
  assert.ok(printed.find((text) => text.includes("✔ passing"))?.startsWith(bin));
  assert.match(printed.find((text) => text.includes("absent")) ?? "", /ENOENT/);
});
