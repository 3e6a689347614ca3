/** Checks before the tests, each a program: several at once, and what each prints in one piece when it has ended. */
import { spawn } from "node:child_process";
import path from "node:path";

export interface Check {
  name: string;
  command: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
}

interface CheckOptions {
  root: string;
  /** Where the programs are. */
  bin: string;
  /** Checks at once. */
  concurrency: number;
}

/** The names of those that failed, in the order of the checks. */
export async function runChecks(checks: readonly Check[], options: CheckOptions): Promise<string[]> {
  const waiting = [...checks];
  const failures = new Set<string>();
  const worker = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift())
      if (!(await runCheck(check, options))) failures.add(check.name);
  };
  await Promise.all(Array.from({ length: options.concurrency }, worker));
  return checks.map(({ name }) => name).filter((name) => failures.has(name));
}

async function runCheck(check: Check, options: CheckOptions): Promise<boolean> {
  const began = performance.now();
  const { code, output } = await runProgram(check, options);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${output}${code === 0 ? "✔" : "✖"} ${check.name} (${seconds} s)`);
  return code === 0;
}

function runProgram(
  { command, args, env = {} }: Check,
  { root, bin }: CheckOptions,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(path.join(bin, command), args, {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env["PATH"] ?? ""}`, ...env },
    });
    const printed: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (bytes: Buffer) => printed.push(bytes));
    child.on("error", (error) => resolve({ code: 1, output: `${command}: ${error.message}\n` }));
    child.on("close", (code) =>
      resolve({ code: code ?? 1, output: Buffer.concat(printed).toString("utf8") }),
    );
  });
}
