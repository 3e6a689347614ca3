import assert from "node:assert/strict";
import { test } from "node:test";
import { findNextAction, listActions } from "./actions.ts";

const NOTHING = {
  can_quote: false,
  can_confirm: false,
  can_process: false,
  can_receive: false,
  can_measure: false,
  can_release: false,
  can_reprice: false,
  can_complete: false,
  can_settle: false,
  can_refund: false,
  can_cancel: false,
  is_priced: true,
  packages: [],
  prices_hidden_from_customer: false,
  remaining_minor: 0,
};

test("what usually comes next, and nothing while it is the customer's turn", () => {
  const pending = { ...NOTHING, can_quote: true, can_confirm: true, can_cancel: true };
  const next = (order: Parameters<typeof findNextAction>[0]) => findNextAction(order, listActions(order));
  assert.deepEqual(listActions(pending), ["quote", "confirm", "cancel"]);
  assert.equal(next({ ...pending, is_priced: false, can_confirm: false }), "quote");
  assert.equal(next({ ...pending, remaining_minor: 100 }), null);
  assert.equal(next({ ...pending, remaining_minor: 100, prices_hidden_from_customer: true }), "confirm");
  assert.equal(next({ ...NOTHING, can_process: true, can_receive: true }), "receive");
  const received_package = { status: "RECEIVED", measured_at: null } as (typeof pending.packages)[number];
  const in_store = { ...NOTHING, can_measure: true, can_release: true, can_reprice: true };
  assert.equal(next({ ...in_store, packages: [received_package] }), "measure");
  assert.equal(next(in_store), null);
  // What the caller may not do is not proposed.
  assert.equal(findNextAction({ ...NOTHING, can_settle: true }, []), null);
});
