/**
 * Create a range of tracking numbers of the business's own form. Orders take their numbers from the range that the
 * setting `number_range_id` names.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { messages } from "../messages.ts";
import { FormMembers, NumberRange, RANGE_COLUMNS, type RangeRow, toRange } from "../number-ranges.ts";
import { findRangeFaults, formatStem, getNumberLength } from "../range-rules.ts";

const RANGES_MAX = 200;

export const createNumberRange = defineOperation({
  name: "trackingNumberRangeCreate",
  summary: "Create a range of tracking numbers",
  description:
    "Numbers of a range follow one another, so whoever has one can guess others; random numbers cannot be guessed. No two " +
    "ranges of the installation share a number. Orders take numbers of the range that the setting number_range_id names.",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/tracking/numbers/ranges", status: 201 },
  input: Type.Object({
    ...FormMembers,
    suffix: Type.Optional({ ...FormMembers.suffix, default: "" }),
    check_digit: Type.Optional({ ...FormMembers.check_digit, default: "mod10" }),
  }),
  output: Type.Object({ result: Type.Boolean(), range: NumberRange }),
  refusals: { range_overlaps: "conflict", too_many_ranges: "conflict" },

  async run({ db, business_id, actor, now, refuse, emit }, { first, last, ...input }) {
    const form = { ...input, suffix: input.suffix ?? "", check_digit: input.check_digit ?? "mod10" };
    const faults = findRangeFaults(form, first, last);
    if (faults.length > 0)
      throw refuse("invalid_request", { message: messages.range_not_valid, errors: faults });
    const counted = await db.row<{ n: number }>(
      "select count(*) as n from number_range where business_id = $1",
      [business_id],
    );
    if ((counted?.n ?? 0) >= RANGES_MAX)
      throw refuse("too_many_ranges", { message: messages.ranges_max, values: { ranges: RANGES_MAX } });
    // Ranges are compared over all businesses, so only one is created at a time.
    await db.execute("select pg_advisory_xact_lock(hashtext('number_range'))", []);
    const [low, high] = [formatStem(form, first), formatStem(form, last)];
    const length = getNumberLength(form);
    const compared = await db.row<{ overlaps: boolean }>(
      "select number_range_overlaps($1, $2, $3) as overlaps",
      [low, high, length],
    );
    if (compared?.overlaps !== false) {
      throw refuse("range_overlaps", {
        message: messages.range_overlaps,
        errors: [{ field: "prefix", message: messages.numbers_of_other_range }],
      });
    }
    const row = await db.row<RangeRow>(
      `insert into number_range (business_id, name, prefix, suffix, digits, check_digit, first, last, next, low, high, length,
         created_by, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $7, $9, $10, $11, $12, $13, $13) returning ${RANGE_COLUMNS}`,
      [
        business_id,
        form.name,
        form.prefix,
        form.suffix,
        form.digits,
        form.check_digit,
        first,
        last,
        low,
        high,
        length,
        actor.account_id,
        now,
      ],
    );
    if (row === undefined) throw new Error("The range was not stored.");
    emit({
      subject: { type: "number_range", id: row.id, is_new: true },
      kind: "number_range.created",
      payload: { prefix: form.prefix, first, last },
      before: null,
      after: { ...form, first, last },
    });
    return { result: true, range: toRange(row) };
  },
});
