import assert from "node:assert/strict";
import { test } from "node:test";
import { findDraftDoubts } from "./doubts.ts";
import type { OrderDraft } from "./draft.ts";

const FINE = { name: "Ana", line1: "SIA 9", phone: "61 99999-0000", email: "ana@example.com", country: "BR" };

/** What differs from a fine order, and the doubts as `field code`. */
const CASES: [Partial<OrderDraft> | NonNullable<OrderDraft["dropoff"]>, string[]][] = [
  [{}, []],
  [{ ...FINE, name: "" }, ["dropoff/name no_name"]],
  [{ ...FINE, name: "  " }, ["dropoff/name no_name"]],
  [{ ...FINE, phone: "abc" }, ["dropoff/phone phone_form"]],
  [{ ...FINE, phone: "123" }, ["dropoff/phone phone_form"]],
  [{ ...FINE, phone: "5.56199E+12" }, ["dropoff/phone phone_form"]],
  [{ ...FINE, phone: "+49 30 901820" }, []],
  [{ ...FINE, phone: "030 901820", country: "DE" }, []],
  [{ ...FINE, email: "ana(at)example" }, ["dropoff/email email_form"]],
  [{ ...FINE, email: "ana@example" }, ["dropoff/email email_form"]],
  [{ ...FINE, email: "ana@@example.com" }, ["dropoff/email email_form"]],
  [{ ...FINE, email: "Ana <ana@example.com>" }, ["dropoff/email email_form"]],
  [{ ...FINE, email: "ana.souza+x@mail.example.com" }, []],
  [{ ...FINE, name: "=cmd|' /C calc'!A0" }, ["dropoff/name formula"]],
  [{ ...FINE, phone: "=1+1" }, ["dropoff/phone formula"]],
  [{ ...FINE, line1: "#N/A" }, ["dropoff/line1 cell_error"]],
  [{ note: "@SUM(1,2)" }, ["note formula"]],
  [{ scheduled_date: "2026-11-25" }, ["scheduled_date past_day"]],
  [{ scheduled_date: "2026-11-26" }, []],
  [{ ref: "A-1" }, ["ref ref_exists"]],
  [{ ref: "A-2" }, []],
];

test("what is valid and probably not meant is a doubt", () => {
  for (const [change, expected] of CASES) {
    const draft = "line1" in change ? { dropoff: change } : { dropoff: FINE, ...change };
    const doubts = findDraftDoubts(draft as OrderDraft, {
      home: "BR",
      today: "2026-11-26",
      order_by_ref: new Map([["A-1", 7]]),
    });
    assert.deepEqual(
      doubts.map(({ field, code }) => `${field} ${code}`),
      expected,
      JSON.stringify(change),
    );
  }
});
