/** Decides which items open and end when the causes are known, and the threshold that applies. */
import type { Cause, Threshold } from "#operation/define/attention.ts";
import type { ItemRow } from "./records/attention-item.ts";
import type { RuleRow } from "./records/attention-rule.ts";

export type UnclearedItem = Pick<ItemRow, "id" | "subject_id" | "cause_key" | "state">;

export interface Comparison {
  /** Causes without an item. */
  opening: Cause[];
  /** Items without a cause. */
  ending: UnclearedItem[];
  /** When each record is to be evaluated again, because a cause becomes an item then. */
  re_evaluations: Map<number, Date>;
}

const buildKey = (subject_id: number, key: string) => `${subject_id} ${key}`;

/**
 * Compares causes with the items of the same records. Those of a kind without a threshold are items at once, because
 * events may be dated a little later than the reader's clock. A decided item lasts as long as its cause, also while a threshold
 * that was raised makes it an item later.
 */
export function compareCauses(
  causes: readonly Cause[],
  uncleared_items: readonly UnclearedItem[],
  { now, has_threshold }: { now: Date; has_threshold: boolean },
): Comparison {
  const all = new Set<string>();
  const present = new Map<string, Cause>();
  const re_evaluations = new Map<number, Date>();
  for (const cause of causes) {
    const key = buildKey(cause.subject_id, cause.key);
    all.add(key);
    const at = new Date(cause.at);
    if (at <= now || !has_threshold) {
      present.set(key, cause);
      continue;
    }
    const re_evaluated_at = re_evaluations.get(cause.subject_id);
    if (re_evaluated_at === undefined || at < re_evaluated_at) re_evaluations.set(cause.subject_id, at);
  }
  const known_keys = new Set(uncleared_items.map((item) => buildKey(item.subject_id, item.cause_key)));
  return {
    opening: [...present].filter(([key]) => !known_keys.has(key)).map(([, cause]) => cause),
    ending: uncleared_items.filter((item) => {
      const key = buildKey(item.subject_id, item.cause_key);
      return item.state === "decided" ? !all.has(key) : !present.has(key);
    }),
    re_evaluations,
  };
}

const UNIT_MS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/** The threshold of a kind for a business; the declared one where it set none. */
export function computeThreshold(
  declared: Threshold | undefined,
  rule: Pick<RuleRow, "after" | "time"> | undefined,
): { threshold_ms: number; time_of_day: string } {
  if (declared === undefined) return { threshold_ms: 0, time_of_day: "00:00" };
  if (declared.unit === "time_of_day") return { threshold_ms: 0, time_of_day: rule?.time ?? declared.value };
  return { threshold_ms: (rule?.after ?? declared.value) * UNIT_MS[declared.unit], time_of_day: "00:00" };
}
