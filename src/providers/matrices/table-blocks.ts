/** Road tables in blocks that a server accepts, for servers that limit the size of one request. */
import type { Point } from "#vocabulary/geo.ts";
import { type MatrixRequest, RoadMatrixUnavailable, type RoadTable } from "./port.ts";

/** Our choice: enough to keep a server of few cores busy. */
const REQUESTS_AT_ONCE = 4;

/** Rows and columns of one request: index ranges of the points, each without its end. */
export interface Block {
  rows: Range;
  columns: Range;
}
type Range = readonly [from: number, end: number];

/** Rows of values, null where there is no route. */
type Values = (number | null)[][];

/** Seconds and metres of a block, as the server responded: not validated. */
export interface BlockAnswer {
  durations: unknown;
  distances: unknown;
}

/**
 * The table of all points, requested block by block. Throws `RoadMatrixUnavailable`: when time is up, when cancelled, when a
 * request fails, and when a block does not have its size.
 */
export async function requestTable(
  points: readonly Point[],
  blocks: Block[],
  { time_limit_ms, isCancelled }: MatrixRequest,
  request: (block: Block) => Promise<BlockAnswer>,
): Promise<RoadTable> {
  const size = points.length;
  // Shared memory: a solver's thread reads it without a copy.
  const createValues = () => new Float32Array(new SharedArrayBuffer(4 * size * size));
  const table = { distance_m: createValues(), duration_s: createValues() };
  const waiting = [...blocks];
  const until = performance.now() + time_limit_ms;
  let failed = false;
  const ask = async () => {
    for (let block = waiting.shift(); block !== undefined && !failed; block = waiting.shift()) {
      if (isCancelled?.()) throw new RoadMatrixUnavailable({ code: "cancelled" });
      if (performance.now() > until) throw new RoadMatrixUnavailable({ code: "too_slow" });
      fill(table, size, block, await request(block));
    }
  };
  const asking = Array.from({ length: Math.min(REQUESTS_AT_ONCE, waiting.length) }, () =>
    ask().catch((error) => {
      failed = true;
      throw error;
    }),
  );
  await Promise.all(asking);
  return table;
}

/** The table in squares of at most `side` rows and columns. */
export function splitIntoBlocks(size: number, side: number): Block[] {
  const ranges = Array.from(
    { length: Math.ceil(size / side) },
    (_, at): Range => [at * side, Math.min(size, (at + 1) * side)],
  );
  return ranges.flatMap((rows) => ranges.map((columns) => ({ rows, columns })));
}

/** Awaits a response and reads its JSON object. Throws `RoadMatrixUnavailable`, without the server's address. */
export async function readResponse(
  response: Promise<{ status: number; body: string }>,
  server: string,
): Promise<{ status: number; body: Record<string, unknown> }> {
  let answer: { status: number; body: string };
  try {
    answer = await response;
  } catch (cause) {
    throw new RoadMatrixUnavailable({ code: "unreachable" }, { cause });
  }
  let body: unknown;
  try {
    body = JSON.parse(answer.body);
  } catch (cause) {
    throw new RoadMatrixUnavailable({ code: "no_json", status: answer.status, server }, { cause });
  }
  const object = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  return { status: answer.status, body: object };
}

/** The server's error; `words` are those of its response that say what is wrong. */
export function describeError(status: number, words: readonly unknown[]): RoadMatrixUnavailable {
  const detail = words.filter((word) => typeof word === "string" && word !== "").join(": ");
  return new RoadMatrixUnavailable({ code: "refused", status, detail: detail.slice(0, 200) });
}

function fill(table: RoadTable, size: number, { rows, columns }: Block, answer: BlockAnswer): void {
  const height = rows[1] - rows[0];
  const width = columns[1] - columns[0];
  const durations = parseValues(answer, "durations", height, width);
  const distances = parseValues(answer, "distances", height, width);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = (rows[0] + row) * size + columns[0] + column;
      const [seconds, metres] = [durations[row]?.[column] ?? null, distances[row]?.[column] ?? null];
      const is_there = seconds !== null && metres !== null;
      table.duration_s[at] = is_there ? seconds : Number.POSITIVE_INFINITY;
      table.distance_m[at] = is_there ? metres : Number.POSITIVE_INFINITY;
    }
  }
}

function parseValues(
  answer: BlockAnswer,
  name: "durations" | "distances",
  height: number,
  width: number,
): Values {
  const rows = answer[name];
  const is_value = (value: unknown) =>
    value === null || (typeof value === "number" && value >= 0 && Number.isFinite(value));
  const is_table =
    Array.isArray(rows) &&
    rows.length === height &&
    rows.every((row) => Array.isArray(row) && row.length === width && row.every(is_value));
  if (!is_table)
    throw new RoadMatrixUnavailable({ code: "no_table", table: name, rows: height, columns: width });
  return rows;
}
