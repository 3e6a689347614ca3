import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  applyPayment,
  computeExpiry,
  computeFee,
  computeTax,
  PAYMENT_STATUSES,
  refusalToSell,
  requestRefund,
  SALE_STATUSES,
} from "./rules.ts";

const NOW = new Date("2026-11-28T12:00:00Z");
const HELD = {
  status: "CART_HELD",
  payment_status: "OPEN",
  opened_at: null,
  payment_failure: null,
  price_minor: 1200,
  currency: "BRL",
} as const;
const AUTHORISED = { state: "authorised", amount_minor: 1200, currency: "BRL" } as const;

describe("a payment", () => {
  test("pays a sale that is held, with its amount; every other is given up", () => {
    assert.partialDeepStrictEqual(applyPayment(HELD, AUTHORISED, true), {
      status: "PAID",
      payment_wanted: null,
    });
    assert.partialDeepStrictEqual(applyPayment(HELD, AUTHORISED, false), {
      status: "EXPIRED",
      payment_wanted: "VOID",
    });
    assert.partialDeepStrictEqual(applyPayment(HELD, { ...AUTHORISED, amount_minor: 1 }, true), {
      status: "EXPIRED",
      payment_wanted: "VOID",
      failure: "other_amount",
    });
    assert.partialDeepStrictEqual(applyPayment(HELD, { ...AUTHORISED, currency: "EUR" }, true), {
      payment_wanted: "VOID",
    });
  });

  test("reported again changes nothing", () => {
    assert.equal(
      applyPayment({ ...HELD, status: "PAID", payment_status: "AUTHORISED" }, AUTHORISED, true),
      null,
    );
    assert.equal(
      applyPayment(
        { ...HELD, status: "REFUNDED", payment_status: "VOIDED" },
        { ...AUTHORISED, state: "voided" },
        true,
      ),
      null,
    );
  });

  test("in whatever state is never taken for a sale whose door did not open", () => {
    for (const status of SALE_STATUSES)
      for (const payment_status of PAYMENT_STATUSES) {
        const sale = { ...HELD, status, payment_status };
        for (const state of ["authorised", "captured", "voided"] as const)
          for (const is_held of [true, false]) {
            const change = applyPayment(sale, { ...AUTHORISED, state }, is_held);
            assert.notEqual(change?.payment_wanted, "CAPTURE");
            if (change?.payment_status === "CAPTURED") assert.equal(change.payment_wanted, "REFUND");
          }
      }
  });

  test("goes back once, as it was given", () => {
    const state = { ...HELD, status: "PAID" } as const;
    assert.equal(requestRefund({ ...state, payment_status: "AUTHORISED" })?.payment_wanted, "VOID");
    assert.equal(
      requestRefund({ ...state, status: "COLLECTED", payment_status: "CAPTURED" })?.payment_wanted,
      "REFUND",
    );
    assert.equal(requestRefund({ ...state, status: "REFUND_PENDING", payment_status: "CAPTURED" }), null);
    assert.equal(requestRefund({ ...state, payment_status: "OPEN" }), null);
    const refused = {
      ...state,
      status: "REFUND_PENDING",
      payment_status: "AUTHORISED",
      payment_failure: "x",
    } as const;
    assert.equal(requestRefund(refused)?.payment_wanted, "VOID");
  });
});

test("goods are sold while they are there, fresh, cool and reachable", () => {
  const cell = { qty: 2, held: 1, expires_at: null, is_too_warm: false, is_ready: true, is_offered: true };
  assert.equal(refusalToSell(cell, NOW), null);
  assert.equal(refusalToSell({ ...cell, held: 2 }, NOW), "sold_out");
  assert.equal(refusalToSell({ ...cell, expires_at: NOW.toISOString() }, NOW), "goods_expired");
  assert.equal(refusalToSell({ ...cell, is_too_warm: true }, NOW), "too_warm");
  assert.equal(refusalToSell({ ...cell, is_ready: false }, NOW), "not_ready");
  assert.equal(refusalToSell({ ...cell, is_offered: false }, NOW), "not_offered");
});

test("goods expire by their shelf life or the date on them, and those before do not keep longer by what is added", () => {
  const at = new Date("2026-11-28T10:00:00.000Z");
  const [soon, later] = ["2026-11-28T11:00:00.000Z", "2026-11-29T10:00:00.000Z"];
  const empty = { qty: 0, expires_at: soon, goods_expire_at: null };
  assert.equal(computeExpiry(empty, null, at), null);
  assert.equal(computeExpiry(empty, 24, at), later);
  assert.equal(computeExpiry({ ...empty, goods_expire_at: soon }, 24, at), soon);
  assert.equal(computeExpiry({ ...empty, goods_expire_at: later }, 1, at), soon);
  assert.equal(computeExpiry({ ...empty, qty: 1 }, 24, at), soon);
  assert.equal(computeExpiry({ qty: 1, expires_at: later, goods_expire_at: soon }, null, at), soon);
});

test("tax is inside the price, the fee is a part of it", () => {
  assert.deepEqual([computeTax(1200, 2000), computeTax(1000, 0), computeFee(1200, 500)], [200, 0, 60]);
});
