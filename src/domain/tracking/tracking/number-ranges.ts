/** Ranges of a business's own tracking numbers, and the next numbers of one. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { Count, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { newTrackingNumber } from "./numbers.ts";
import { CHECK_DIGITS, formatRangeNumber, type NumberForm } from "./range-rules.ts";

export const FormMembers = {
  name: Type.String({ minLength: 1, maxLength: 80, pattern: "\\S" }),
  prefix: Type.String({ pattern: "^[A-Z0-9]{2,12}$", maxLength: 12 }),
  suffix: Type.String({ pattern: "^[A-Z]{0,4}$", maxLength: 4 }),
  digits: Type.Integer({ minimum: 4, maximum: 15, description: "Digits of the serial, with leading zeros." }),
  check_digit: StringEnum(CHECK_DIGITS, {
    description:
      "Between serial and suffix. `mod10`: one digit as in GS1 identifiers; `mod97`: two digits of ISO 7064; both over all digits " +
      "before. `s10`: one digit of a postal identifier (UPU S10), with two letters before, eight digits, two letters after.",
  }),
  first: Type.Integer({ minimum: 0, maximum: 999_999_999_999_999, description: "First serial." }),
  last: Type.Integer({ minimum: 0, maximum: 999_999_999_999_999, description: "Last serial." }),
};

export const NumberRange = Type.Object(
  {
    id: Ref("number_range"),
    ...FormMembers,
    next_number: Type.Union([Type.String(), Type.Null()], { description: "Null when the range is used up." }),
    remaining: Type.Integer({ minimum: 0, description: "Numbers that are left." }),
    status: StringEnum(["active", "closed"]),
    created_at: Timestamp,
    version: Count,
  },
  { $id: "NumberRange" },
);

export interface RangeRow extends NumberForm {
  id: number;
  name: string;
  first: number;
  last: number;
  next: number;
  status: "active" | "closed";
  created_at: string;
  version: number;
}

export const RANGE_COLUMNS =
  "id, name, prefix, suffix, digits, check_digit, first, last, next, status, created_at, version";

export function toRange({ next, ...row }: RangeRow) {
  return {
    ...row,
    next_number: next > row.last ? null : formatRangeNumber(row, next),
    remaining: row.last - next + 1,
  };
}

/** Is there such a range of the business that gives numbers? */
export async function isActiveRange(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  range_id: number,
): Promise<boolean> {
  const row = await db.row(
    "select id from number_range where business_id = $1 and id = $2 and status = 'active'",
    [business_id, range_id],
  );
  return row !== undefined;
}

/**
 * New tracking numbers: the next ones of the range that the business set for its orders, or random ones. The row of the
 * range stays locked until the commit, so that no two transactions get the same number and one that is rolled back
 * gives its numbers back. When the range is closed or has too few left, the numbers are random.
 */
export async function createTrackingNumbers(
  { db, business_id, business, now }: Pick<Context, "db" | "business_id" | "business" | "now">,
  count: number,
): Promise<string[]> {
  const range_id = business.settings.number_range_id;
  const range =
    range_id !== null
      ? await db.row<NumberForm & { next: number }>(
          `update number_range set next = next + $3, updated_at = $4
            where business_id = $1 and id = $2 and status = 'active' and next + $3 <= last + 1
            returning prefix, suffix, digits, check_digit, next - $3 as next`,
          [business_id, range_id, count, now],
        )
      : undefined;
  return Array.from({ length: count }, (_one, index) =>
    range === undefined ? newTrackingNumber() : formatRangeNumber(range, range.next + index),
  );
}
