import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { resolveCode } from "#otep/vocabulary.ts";
import { normalizeSearchText } from "../listing/search-text.ts";
import type { Custody, ParcelRow } from "../records/parcel.ts";
import {
  chooseCancelCommand,
  chooseReattemptCommand,
  classifyFact,
  coversAllParcels,
  deriveCustodian,
  foldSteps,
  refusalToReroute,
  type Step,
} from "./rules.ts";
import {
  getNextStatus,
  isTerminal,
  ORDER_STATUSES,
  type OrderCommand,
  type OrderStatus,
  OTEP_CODES,
  TERMINAL_STATUSES,
  TRANSITIONS,
} from "./status.ts";

/**
 * A second copy of the published transitions: from, command, to. There is no other
 * transition. Source: docs/guides/order-states.md.
 */
const TABLE = `
NEW_ORDER hold HOLD
NEW_ORDER plan ROUTED
NEW_ORDER dispatch DISPATCHED
NEW_ORDER receive AT_WAREHOUSE
NEW_ORDER raise_exception EXCEPTION
NEW_ORDER cancel CANCELLED
NEW_ORDER cancel_in_custody RETURNING
HOLD release NEW_ORDER
HOLD raise_exception EXCEPTION
HOLD cancel CANCELLED
HOLD cancel_in_custody RETURNING
ROUTED hold HOLD
ROUTED unplan NEW_ORDER
ROUTED dispatch DISPATCHED
ROUTED receive AT_WAREHOUSE
ROUTED raise_exception EXCEPTION
ROUTED cancel CANCELLED
ROUTED cancel_in_custody RETURNING
DISPATCHED unplan NEW_ORDER
DISPATCHED undispatch ROUTED
DISPATCHED pick_up PICKED_UP
DISPATCHED load LOADED
DISPATCHED receive AT_WAREHOUSE
DISPATCHED depart OUT_FOR_DELIVERY
DISPATCHED fail FAILED_ATTEMPT
DISPATCHED raise_exception EXCEPTION
DISPATCHED cancel CANCELLED
DISPATCHED cancel_in_custody RETURNING
PICKED_UP receive AT_WAREHOUSE
PICKED_UP depart OUT_FOR_DELIVERY
PICKED_UP raise_exception EXCEPTION
PICKED_UP cancel_in_custody RETURNING
AT_WAREHOUSE hold HOLD
AT_WAREHOUSE plan AT_WAREHOUSE
AT_WAREHOUSE unplan AT_WAREHOUSE
AT_WAREHOUSE dispatch AT_WAREHOUSE
AT_WAREHOUSE load LOADED
AT_WAREHOUSE transfer_out IN_TRANSFER
AT_WAREHOUSE deposit READY_FOR_PICKUP
AT_WAREHOUSE raise_exception EXCEPTION
AT_WAREHOUSE start_return RETURNING
AT_WAREHOUSE cancel_in_custody RETURNING
IN_TRANSFER receive AT_WAREHOUSE
IN_TRANSFER raise_exception EXCEPTION
IN_TRANSFER cancel_in_custody RETURNING
LOADED receive AT_WAREHOUSE
LOADED depart OUT_FOR_DELIVERY
LOADED raise_exception EXCEPTION
LOADED cancel_in_custody RETURNING
OUT_FOR_DELIVERY receive AT_WAREHOUSE
OUT_FOR_DELIVERY arrive ARRIVED
OUT_FOR_DELIVERY complete DELIVERED
OUT_FOR_DELIVERY fail FAILED_ATTEMPT
OUT_FOR_DELIVERY reject REJECTED
OUT_FOR_DELIVERY deposit READY_FOR_PICKUP
OUT_FOR_DELIVERY raise_exception EXCEPTION
OUT_FOR_DELIVERY cancel_in_custody RETURNING
ARRIVED complete DELIVERED
ARRIVED fail FAILED_ATTEMPT
ARRIVED reject REJECTED
ARRIVED deposit READY_FOR_PICKUP
ARRIVED raise_exception EXCEPTION
ARRIVED cancel_in_custody RETURNING
READY_FOR_PICKUP complete DELIVERED
READY_FOR_PICKUP collect DELIVERED
READY_FOR_PICKUP expire RETURNING
READY_FOR_PICKUP raise_exception EXCEPTION
READY_FOR_PICKUP cancel_in_custody RETURNING
FAILED_ATTEMPT hold HOLD
FAILED_ATTEMPT plan FAILED_ATTEMPT
FAILED_ATTEMPT unplan FAILED_ATTEMPT
FAILED_ATTEMPT dispatch FAILED_ATTEMPT
FAILED_ATTEMPT pick_up PICKED_UP
FAILED_ATTEMPT load LOADED
FAILED_ATTEMPT receive AT_WAREHOUSE
FAILED_ATTEMPT reattempt_aboard OUT_FOR_DELIVERY
FAILED_ATTEMPT reattempt_at_warehouse AT_WAREHOUSE
FAILED_ATTEMPT reattempt_from_sender NEW_ORDER
FAILED_ATTEMPT raise_exception EXCEPTION
FAILED_ATTEMPT start_return RETURNING
FAILED_ATTEMPT cancel CANCELLED
FAILED_ATTEMPT cancel_in_custody RETURNING
EXCEPTION receive AT_WAREHOUSE
EXCEPTION reattempt_aboard OUT_FOR_DELIVERY
EXCEPTION reattempt_at_warehouse AT_WAREHOUSE
EXCEPTION reattempt_from_sender NEW_ORDER
EXCEPTION raise_exception EXCEPTION
EXCEPTION start_return RETURNING
EXCEPTION cancel CANCELLED
EXCEPTION cancel_in_custody RETURNING
RETURNING raise_exception EXCEPTION
RETURNING return_delivered RETURNED
`;
const LISTED = new Map(
  TABLE.trim()
    .split("\n")
    .map((line) => {
      const [from, trigger, to] = line.split(" ");
      return [`${from} ${trigger}`, to] as const;
    }),
);
/** Events of carriers and partners lead to their status from every open status. */
const EXTERNAL = `
external_picked_up PICKED_UP
external_received AT_WAREHOUSE
external_in_transit IN_TRANSFER
external_out_for_delivery OUT_FOR_DELIVERY
external_available READY_FOR_PICKUP
external_attempted FAILED_ATTEMPT
external_exception EXCEPTION
external_returning RETURNING
external_delivered DELIVERED
external_returned RETURNED
external_rejected REJECTED
external_cancelled CANCELLED
`;
for (const line of EXTERNAL.trim().split("\n")) {
  const [trigger, to = ""] = line.split(" ");
  for (const from of ORDER_STATUSES.filter((status) => !TERMINAL_STATUSES.includes(status)))
    LISTED.set(`${from} ${trigger}`, to);
}
const COMMANDS = [...new Set(TRANSITIONS.map((transition) => transition.trigger))];

describe("the status machine", () => {
  for (const from of ORDER_STATUSES) {
    test(`from ${from}, every command leads to the status of the table, or has no transition`, () => {
      const led = Object.fromEntries(COMMANDS.map((trigger) => [trigger, getNextStatus(from, trigger)]));
      const listed = Object.fromEntries(
        COMMANDS.map((trigger) => [trigger, LISTED.get(`${from} ${trigger}`) ?? null]),
      );
      assert.deepEqual(led, listed);
    });
  }

  test("the table contains only existing statuses and commands, and no transition from a terminal status", () => {
    for (const line of TABLE.trim().split("\n")) {
      const [from = "", trigger = "", to = ""] = line.split(" ");
      assert.ok(
        ORDER_STATUSES.includes(from as OrderStatus) && ORDER_STATUSES.includes(to as OrderStatus),
        line,
      );
      assert.ok(COMMANDS.includes(trigger as OrderCommand), line);
      assert.ok(!TERMINAL_STATUSES.includes(from as OrderStatus), line);
    }
  });

  test("every status has a registered tracking code, which is terminal if the status is", () => {
    for (const status of ORDER_STATUSES) {
      assert.equal(resolveCode(OTEP_CODES[status]).terminal, isTerminal(status), status);
    }
  });
});

const box = (custody: Custody, id = 1) => ({ id, custody }) as ParcelRow;

describe("deciding by custody", () => {
  const cases: [OrderStatus, Custody[], OrderCommand | null][] = [
    ["NEW_ORDER", ["sender"], "cancel"],
    ["NEW_ORDER", ["warehouse"], "cancel_in_custody"],
    ["HOLD", ["sender"], "cancel"],
    ["HOLD", ["sender", "warehouse"], "cancel_in_custody"],
    ["DISPATCHED", ["sender"], "cancel"],
    ["PICKED_UP", ["driver"], "cancel_in_custody"],
    ["OUT_FOR_DELIVERY", ["sender"], "cancel_in_custody"],
    ["FAILED_ATTEMPT", ["sender"], "cancel"],
    ["FAILED_ATTEMPT", ["vehicle"], "cancel_in_custody"],
    ["RETURNING", ["driver"], null],
    ["DELIVERED", ["recipient"], null],
    ["CANCELLED", ["sender"], null],
  ];
  for (const [status, custody, command] of cases) {
    test(`cancelling ${status} with goods at ${custody.join(" and ")} is ${command ?? "refused"}`, () => {
      assert.equal(
        chooseCancelCommand(
          status,
          custody.map((one) => box(one)),
        ),
        command,
      );
    });
  }

  test("a new attempt starts at the parcel that has progressed least; missing parcels are ignored", () => {
    assert.equal(chooseReattemptCommand([box("sender"), box("missing")]), "reattempt_from_sender");
    assert.equal(chooseReattemptCommand([box("driver"), box("vehicle")]), "reattempt_aboard");
    assert.equal(chooseReattemptCommand([box("driver"), box("warehouse")]), "reattempt_at_warehouse");
    assert.equal(deriveCustodian([box("locker")]), "warehouse");
  });

  test("only goods in custody of the sender can be rerouted", () => {
    assert.equal(refusalToReroute({ status: "ROUTED", tender_state: null }, [box("sender")]), null);
    assert.equal(
      refusalToReroute({ status: "ROUTED", tender_state: "held" }, [box("sender")]),
      "held_by_carrier",
    );
    assert.equal(refusalToReroute({ status: "HOLD", tender_state: null }, [box("warehouse")]), "picked_up");
    assert.equal(
      refusalToReroute({ status: "LOADED", tender_state: null }, [box("vehicle")]),
      "invalid_transition",
    );
  });

  test("a fact is whole only when it covers every parcel", () => {
    const parcels = [box("vehicle", 1), box("vehicle", 2), box("missing", 3)];
    const recipient = { to: "recipient", ref: null } as const;
    assert.equal(coversAllParcels(parcels, [1], recipient), false);
    assert.equal(coversAllParcels(parcels, [1, 2], recipient), true);
    assert.equal(coversAllParcels([box("recipient", 1), box("vehicle", 2)], [2], recipient), true);
    assert.equal(coversAllParcels(parcels, undefined, recipient), true);
    const aboard = [{ ...box("vehicle", 1), custody_ref: "7" }, box("warehouse", 2)];
    assert.equal(coversAllParcels(aboard, [2], { to: "vehicle", ref: "7" }), true);
    assert.equal(coversAllParcels(aboard, [2], { to: "vehicle", ref: "8" }), false, "aboard another vehicle");
  });
});

describe("reading facts", () => {
  const cases: [OrderStatus, OrderCommand, string][] = [
    ["OUT_FOR_DELIVERY", "complete", "changes_status"],
    ["HOLD", "receive", "custody_only"],
    ["HOLD", "complete", "custody_only"],
    ["AT_WAREHOUSE", "receive", "expected"],
    ["RETURNING", "receive", "expected"],
    ["DELIVERED", "complete", "expected"],
    ["NEW_ORDER", "complete", "unexpected"],
    ["CANCELLED", "complete", "unexpected"],
  ];
  for (const [status, trigger, reading] of cases) {
    test(`${trigger} on ${status} is ${reading}`, () => assert.equal(classifyFact(status, trigger), reading));
  }
});

describe("folding", () => {
  const start = { status: "NEW_ORDER" as OrderStatus, at: "2026-11-20T08:00:00.000Z" };
  const step = (seq: number, trigger: OrderCommand, at: string, more: Partial<Step> = {}): Step => ({
    seq,
    trigger,
    at: `2026-11-20T${at}:00.000Z`,
    rank: 0,
    warehouse_id: null,
    // A recorded state that is outdated: only the transitions apply.
    from: "CANCELLED",
    to: "CANCELLED",
    refolded: true,
    goods_aboard: false,
    voided: false,
    ...more,
  });
  const day = [
    step(2, "plan", "08:30"),
    step(3, "dispatch", "09:00"),
    step(4, "depart", "09:30"),
    step(5, "arrive", "09:55"),
    step(6, "complete", "10:00"),
  ];

  test("the status does not depend on the order in which events arrive", () => {
    for (let turn = 0; turn < 200; turn += 1) {
      const shuffled = day
        .map((one) => ({ one, key: (one.seq * 7919 * (turn + 1)) % 104_729 }))
        .sort((a, b) => a.key - b.key);
      assert.deepEqual(
        foldSteps(
          start,
          shuffled.map(({ one }) => one),
        ).status,
        "DELIVERED",
      );
    }
  });

  test("delivered at 10:00, cancelled at 10:10: the order is DELIVERED and the cancellation does not apply", () => {
    const cancel = step(6, "cancel_in_custody", "10:10");
    const folded = foldSteps(start, [...day.slice(0, 4), cancel, step(7, "complete", "10:00")]);
    assert.equal(folded.status, "DELIVERED");
    assert.equal(folded.since, "2026-11-20T10:00:00.000Z");
    assert.equal(folded.applied.has(6), false);
  });

  test("steps in the same millisecond are sorted by rank, not by recording sequence", () => {
    const [load, fail] = [{ rank: 208 }, { rank: 416 }];
    for (const [one, other] of [
      [step(3, "load", "09:00", load), step(4, "fail", "09:00", fail)],
      [step(4, "load", "09:00", load), step(3, "fail", "09:00", fail)],
    ] as const)
      assert.equal(foldSteps({ ...start, status: "DISPATCHED" }, [one, other]).status, "LOADED");
  });

  test("a decision that leads back to the same status applies and leaves it unchanged", () => {
    const folded = foldSteps(start, [step(3, "dispatch", "09:00"), step(4, "receive", "08:10")]);
    assert.equal(folded.status, "AT_WAREHOUSE");
    assert.deepEqual([[...folded.applied].sort(), [...folded.stayed]], [[3, 4], [3]]);
    assert.deepEqual([...foldSteps(start, [step(3, "dispatch", "09:00")]).stayed], []);
  });

  test("after a terminal status nothing changes, unless the event that led to it is voided", () => {
    const late = step(7, "receive", "11:00");
    assert.equal(foldSteps(start, [...day, late]).status, "DELIVERED");
    assert.equal(
      foldSteps(start, [...day.slice(0, 4), { ...(day[4] as Step), voided: true }]).status,
      "ARRIVED",
    );
  });

  test("a step applies as recorded when the current status is its recorded one", () => {
    const own_step = step(2, "receive", "09:00", { from: "NEW_ORDER", to: "DELIVERED", refolded: false });
    assert.equal(foldSteps(start, [own_step]).status, "DELIVERED");
    assert.equal(foldSteps(start, [{ ...own_step, refolded: true }]).status, "AT_WAREHOUSE");
  });
});

describe("text", () => {
  test("a search finds names without their accents", () => {
    assert.equal(normalizeSearchText("  Brasília   SUL "), "brasilia sul");
    assert.equal(normalizeSearchText("か が"), "か が");
  });
});
