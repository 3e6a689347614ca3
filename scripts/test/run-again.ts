/**
 * Runs each journey that failed once more, alone. A browser on a busy machine can make one step of a journey late; the
 * first failure is still reported in full, so that its cause can be found.
 */
import { type FileOutcome, type RunOptions, runGroups } from "./run-groups.ts";

export interface Repeated {
  /** The last outcome of each file, in the order of the first run. */
  outcomes: FileOutcome[];
  /** First outcomes of the files that passed only at the second run. */
  passed_again: FileOutcome[];
}

/** Runs again the failed files for which `mayRepeat` holds, one at a time; all other outcomes stay as they are. */
export async function runAgain(
  first: readonly FileOutcome[],
  mayRepeat: (file: string) => boolean,
  options: Omit<RunOptions, "concurrency">,
): Promise<Repeated> {
  const failed = first.filter((outcome) => outcome.failed > 0 && mayRepeat(outcome.file));
  if (failed.length === 0) return { outcomes: [...first], passed_again: [] };
  console.log(`\nRun again, each alone: ${failed.map(({ file }) => file).join(", ")}.`);
  const groups = failed.map(({ file }) => ({ kind: "journeys" as const, files: [file] }));
  const second = new Map(
    (await runGroups(groups, { ...options, concurrency: 1 })).map((outcome) => [outcome.file, outcome]),
  );
  return {
    outcomes: first.map((outcome) => second.get(outcome.file) ?? outcome),
    passed_again: failed.filter(({ file }) => second.get(file)?.failed === 0),
  };
}

/** What the report says of the files that passed only at the second run; empty when there are none. */
export function describePassedAgain(passed_again: readonly FileOutcome[]): string {
  if (passed_again.length === 0) return "";
  const count = passed_again.length === 1 ? "1 file" : `${passed_again.length} files`;
  const failures = passed_again.map(
    ({ file, failure }) => `${file} passed only when run again alone. Its first failure:\n${failure}`,
  );
  return `${failures.join("\n\n")}\n\n${count} passed only when run again alone`;
}
