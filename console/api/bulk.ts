/** A bulk command for more records than one call takes: in parts, one after the other. */
import type { CallOptions, Written } from "./client.ts";

export interface RunOptions extends CallOptions {
  /** Called after each part, with how many records were asked about, of how many. */
  progress?: (finished: number, of: number) => void;
}

interface BulkAnswer {
  result: boolean;
  done: number;
  failed: number;
  errors: { index: number }[];
  orders: unknown[];
}

/** What one call takes. */
export const PART_MAX = 500;

/**
 * Stopped by the signal between two parts, it answers what was done; the rest counts as failed, because it is as it was. A
 * part that was not answered is an error, which says how many were done before.
 */
export async function runInParts<Answer extends BulkAnswer>(
  all_ids: readonly number[],
  run: (part: number[], options: CallOptions) => Promise<Written<Answer>>,
  { progress, signal, ...options }: RunOptions,
): Promise<Written<Answer>> {
  const ids = [...new Set(all_ids)];
  let merged: Written<Answer> | undefined;
  for (let from = 0; from < ids.length; from += PART_MAX) {
    if (signal?.aborted) {
      if (merged === undefined || options.dry_run) signal.throwIfAborted();
      break;
    }
    const part = ids.slice(from, from + PART_MAX);
    const is_only = ids.length <= PART_MAX;
    let answer: Written<Answer>;
    try {
      // A part that was sent is waited for: whether it was done would not be known otherwise.
      answer = await run(part, signal && (is_only || options.dry_run) ? { ...options, signal } : options);
    } catch (error) {
      if (merged === undefined || options.dry_run) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${reason} (${merged.done} / ${ids.length})`, { cause: error });
    }
    merged = merged === undefined ? answer : merge(merged, answer, from);
    progress?.(Math.min(ids.length, from + PART_MAX), ids.length);
  }
  if (merged === undefined) throw new Error("A bulk command names at least one record.");
  return { ...merged, failed: ids.length - merged.done };
}

function merge<Answer extends BulkAnswer>(
  before: Written<Answer>,
  part: Written<Answer>,
  from: number,
): Written<Answer> {
  return {
    ...before,
    result: before.result || part.result,
    done: before.done + part.done,
    failed: before.failed + part.failed,
    errors: [...before.errors, ...part.errors.map((error) => ({ ...error, index: error.index + from }))],
    orders: [...before.orders, ...part.orders],
    ...(before.would_emit === undefined
      ? {}
      : { would_emit: [...before.would_emit, ...(part.would_emit ?? [])] }),
  };
}
