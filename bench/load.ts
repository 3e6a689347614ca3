/**
 * Generates load in this process on a server in another, alternating between the candidates, so that noise
 * affects all equally.
 */
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import autocannon from "autocannon";

export interface Candidate {
  name: string;
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** A new body for each request: creates. */
  bodies?: () => string;
  /** A new path for each request: reads of different rows. */
  paths?: () => string;
}

export interface Measured {
  name: string;
  /** Requests per second, median of the rounds. */
  rate: number;
  p50_ms: number;
  p99_ms: number;
}

export interface Rounds {
  rounds?: number;
  seconds?: number;
  connections?: number;
  /** Maximum requests per second, over all connections. */
  rate?: number;
}

function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

async function once(
  { url, method = "GET", headers = {}, body, bodies, paths }: Candidate,
  seconds: number,
  connections: number,
  rate?: number,
) {
  const result = await autocannon({
    url,
    method,
    headers: { ...(method === "POST" ? { "content-type": "application/json" } : {}), ...headers },
    connections,
    duration: seconds,
    ...(rate === undefined ? {} : { overallRate: rate }),
    ...(body === undefined ? {} : { body }),
    ...(bodies === undefined && paths === undefined
      ? {}
      : {
          requests: [
            {
              setupRequest: (request: autocannon.Request) => ({
                ...request,
                ...(bodies === undefined
                  ? {}
                  : { body: bodies(), headers: { ...request.headers, "idempotency-key": randomUUID() } }),
                ...(paths === undefined ? {} : { path: paths() }),
              }),
            },
          ],
        }),
  } as autocannon.Options);
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx and ${result.errors} failed.`);
  }
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

export async function measureCandidates(
  candidates: readonly Candidate[],
  { rounds = 5, seconds = 2, connections = 12, rate }: Rounds = {},
): Promise<Measured[]> {
  const measurements = candidates.map(() => ({
    rates: [] as number[],
    p50: [] as number[],
    p99: [] as number[],
  }));
  for (const candidate of candidates) await once(candidate, 1, connections, rate);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, candidate] of candidates.entries()) {
      const figures = await once(candidate, seconds, connections, rate);
      measurements[index]?.rates.push(figures.rate);
      measurements[index]?.p50.push(figures.p50);
      measurements[index]?.p99.push(figures.p99);
    }
  }
  return candidates.map(({ name }, index) => {
    const { rates = [], p50 = [], p99 = [] } = measurements[index] ?? {};
    return { name, rate: median(rates), p50_ms: median(p50), p99_ms: median(p99) };
  });
}

export function measureRate(measured: readonly Measured[], name: string): number {
  const measured_entry = measured.find((one) => one.name === name);
  if (measured_entry === undefined) throw new Error(`${name} was not measured.`);
  return measured_entry.rate;
}

/** One line of a table: the ratio, its target, and whether it holds. */
export function verdict(
  what: string,
  ratio: number,
  target: number,
  better: "at least" | "at most" = "at least",
): boolean {
  const holds = better === "at least" ? ratio >= target : ratio <= target;
  console.log(`${holds ? "✔" : "✖"} ${what.padEnd(68)} ${ratio.toFixed(2)} (target ${better} ${target})`);
  return holds;
}

/** CPU time used so far by the server and the processes of the database, hundredths of a second; Linux only. */
export function readCpuTicks(server: number): { server: number; database: number } {
  const ticks = (pid: string) => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return { parent: Number(fields[1]), used: Number(fields[11]) + Number(fields[12]) };
  };
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [{ pid: Number(pid), ...ticks(pid), text: readFileSync(`/proc/${pid}/cmdline`, "utf8") }];
      } catch {
        return [];
      }
    });
  const masters = new Set(
    all
      .filter(({ text }) => text.includes("packhorse-bench") && text.includes("postgres"))
      .map(({ pid }) => pid),
  );
  return {
    server: all.find(({ pid }) => pid === server)?.used ?? 0,
    database: all.filter(({ parent }) => masters.has(parent)).reduce((sum, { used }) => sum + used, 0),
  };
}
