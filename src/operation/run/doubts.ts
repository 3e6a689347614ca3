/**
 * What a write would take and is probably not meant: the members `doubts` of its answer and of the items in its lists. No
 * difference shows them, so that previews name them beside the differences. Pure.
 */

export interface FoundDoubt {
  /** The item of the answer that it is about, such as `orders/3`; absent of the answer as a whole. */
  item?: string;
  /** Path of a member. */
  field?: string;
  message?: string;
  [member: string]: unknown;
}

/** The most that a preview shows. */
const SHOWN_MAX = 20;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const readDoubts = ({ doubts }: Record<string, unknown>): FoundDoubt[] =>
  Array.isArray(doubts) ? doubts.filter(isRecord) : [];

export function listDoubts(answer: Record<string, unknown>): FoundDoubt[] {
  const of_items = Object.entries(answer).flatMap(([name, list]) =>
    Array.isArray(list)
      ? list.flatMap((item, index) =>
          isRecord(item) ? readDoubts(item).map((doubt) => ({ item: `${name}/${index}`, ...doubt })) : [],
        )
      : [],
  );
  return [...readDoubts(answer), ...of_items];
}

/** Nothing, or the first doubts and, when there are more, how many. */
export function shortenDoubts(answer: Record<string, unknown>): {
  doubts?: FoundDoubt[];
  doubts_total?: number;
} {
  const doubts = listDoubts(answer);
  if (doubts.length === 0) return {};
  const total = doubts.length > SHOWN_MAX ? { doubts_total: doubts.length } : {};
  return { doubts: doubts.slice(0, SHOWN_MAX), ...total };
}

/** `orders/3/ref is the reference of an order that exists (1054)`. */
export function describeDoubt({ item, field, message, order_id }: FoundDoubt): string {
  const path = [item, field].filter((part) => part !== undefined).join("/");
  const order = order_id === undefined || order_id === null ? "" : ` (${String(order_id)})`;
  return `${path} ${message ?? "is in doubt"}${order}`.trim();
}
