/** A reporter of node's test runner for `scripts/test.ts`: one line of JSON for each test that has ended. */
import type { TestEvent } from "node:test/reporters";

/** Distinguishes these lines from the output of tests. */
export const MARK = "\u0001packhorse-test ";

/** Distinguishes the line that a process prints last: the seconds of processor time that it took. */
export const PROCESSOR_MARK = "\u0001packhorse-processor ";

/** Name, with the path after it, of the test that fails when a file cannot be imported. */
export const IMPORT = "import";

export interface TestEnded {
  file: string;
  name: string;
  outcome: "passed" | "failed" | "skipped" | "todo";
  /** Suites count for time, but not as tests. */
  is_suite: boolean;
  nesting: number;
  duration_ms: number;
}

export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of source) {
    if (type !== "test:pass" && type !== "test:fail") continue;
    const { name, file = "", nesting, skip, todo, details } = data;
    const outcome =
      type === "test:fail" && todo === undefined
        ? "failed"
        : skip !== undefined
          ? "skipped"
          : todo !== undefined
            ? "todo"
            : "passed";
    const ended: TestEnded = {
      file,
      name,
      outcome,
      is_suite: details.type === "suite",
      nesting,
      duration_ms: details.duration_ms,
    };
    yield `${MARK}${JSON.stringify(ended)}\n`;
  }
}
