/**
 * Runs groups of test files, each in a process of node's test runner, and collects the result of every test.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { IMPORT, MARK, PROCESSOR_MARK, type TestEnded } from "./events.ts";
import type { TestGroup } from "./select.ts";

export interface FileOutcome {
  file: string;
  passed: number;
  failed: number;
  skipped: number;
  kind: TestGroup["kind"];
  /** Time its tests took; starting the process and importing the file are not in it. */
  seconds: number;
  /** Processor time of its process, in equal parts for each of the files; that of the database and of a browser is not in it. */
  processor_seconds: number;
  /** What the process of a failed file reported and printed; empty when the file passed. */
  failure: string;
}

export interface RunOptions {
  root: string;
  env: Record<string, string>;
  /** Processes at once. */
  concurrency: number;
}

/** Returns one outcome per file; prints each as its process ends, with all failures. */
export async function runGroups(groups: readonly TestGroup[], options: RunOptions): Promise<FileOutcome[]> {
  const waiting = [...groups];
  const outcomes: FileOutcome[] = [];
  const worker = async () => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift())
      outcomes.push(...(await runGroup(group, options)));
  };
  await Promise.all(Array.from({ length: options.concurrency }, worker));
  return outcomes;
}

async function runGroup({ kind, files }: TestGroup, { root, env }: RunOptions): Promise<FileOutcome[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "packhorse-report-"));
  const report = path.join(folder, "report.txt");
  const args = [
    path.join(import.meta.dirname, "run-files.ts"),
    ...files.map((file) => path.join(root, file)),
  ];
  try {
    const { code, ended, output, processor_seconds } = await runNode(args, root, { ...env, REPORT: report });
    const outcomes = files.map((file) => ({
      ...buildOutcome(file, root, ended),
      kind,
      processor_seconds: processor_seconds / files.length,
    }));
    // A process that crashes fails its group, whatever its tests reported before.
    const broke = code !== 0 && outcomes.every(({ failed }) => failed === 0);
    if (broke) (outcomes[0] as FileOutcome).failed += 1;
    for (const outcome of outcomes) printOutcome(outcome, kind);
    if (code !== 0) {
      // A process that is killed leaves no report.
      const failures = await readFile(report, "utf8").then(
        extractFailures,
        () => `${files.join(", ")} ended with code ${code}.`,
      );
      const failure = output === "" ? failures : `${failures}\n${output}`;
      console.log(failure);
      for (const outcome of outcomes) if (outcome.failed > 0) outcome.failure = failure;
    }
    return outcomes;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Ran {
  code: number;
  ended: TestEnded[];
  /** Output of the tests themselves. */
  output: string;
  /** 0 of a process that was killed. */
  processor_seconds: number;
}

function runNode(args: string[], root: string, env: Record<string, string>): Promise<Ran> {
  // Node runs no tests in a process that a test has started, unless this is gone.
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...inherited, ...env },
    });
    const ended: TestEnded[] = [];
    const printed: string[] = [];
    let processor_seconds = 0;
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        const processor = line.indexOf(PROCESSOR_MARK);
        if (processor >= 0) {
          processor_seconds = Number(line.slice(processor + PROCESSOR_MARK.length));
          return;
        }
        const start = line.indexOf(MARK);
        if (start !== 0 && line !== "") printed.push(start < 0 ? line : line.slice(0, start));
        if (start >= 0) ended.push(JSON.parse(line.slice(start + MARK.length)) as TestEnded);
      });
    }
    child.on("error", reject);
    child.on("close", (code) =>
      resolve({ code: code ?? 1, ended, output: printed.join("\n"), processor_seconds }),
    );
  });
}

function buildOutcome(
  file: string,
  root: string,
  ended: readonly TestEnded[],
): Omit<FileOutcome, "kind" | "processor_seconds"> {
  const absolute = path.join(root, file);
  const own_tests = ended.filter(
    (test) => path.normalize(test.file) === absolute || test.name === `${IMPORT} ${absolute}`,
  );
  const tests = own_tests.filter(({ is_suite }) => !is_suite);
  const count = (outcome: TestEnded["outcome"]) => tests.filter((test) => test.outcome === outcome).length;
  // A suite whose hooks fail has no failed test.
  const broken_suites = own_tests.filter(({ is_suite, outcome }) => is_suite && outcome === "failed").length;
  const top = own_tests.filter(({ nesting }) => nesting === 0);
  return {
    file,
    passed: count("passed"),
    failed: count("failed") || broken_suites,
    skipped: count("skipped") + count("todo"),
    seconds: top.reduce((sum, { duration_ms }) => sum + duration_ms, 0) / 1000,
    failure: "",
  };
}

function printOutcome({ file, passed, failed, skipped, seconds }: FileOutcome, kind: string): void {
  const words = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    `${seconds.toFixed(1)} s`,
  ];
  console.log(
    `${failed > 0 ? "✖" : "✔"} ${kind === "journeys" ? "journey " : ""}${file} (${words.join(", ")})`,
  );
}

/** The part of the spec reporter's output that lists failures, with their errors. */
function extractFailures(report: string): string {
  const start = report.indexOf("✖ failing tests:");
  return start < 0 ? report : report.slice(start);
}
