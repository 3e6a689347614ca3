import assert from "node:assert/strict";
import { test } from "node:test";
import { listSteps } from "./next-steps.ts";
import type { ScanMatch } from "./queries.ts";

const match = (facts: Partial<ScanMatch>): ScanMatch => ({
  type: "parcel",
  id: 1,
  label: "P1",
  about: "",
  status: null,
  warehouse_id: null,
  bin_id: null,
  bin_code: null,
  qty: null,
  order_id: 5,
  route_id: null,
  route_number: null,
  transfer_id: null,
  receipt_id: null,
  set_aside: null,
  next: null,
  path: null,
  actions: [],
  ...facts,
});
const scan = { code: "P1", warehouse_id: 3 };

test("a parcel is received, sorted, loaded and transferred by commands of the queue, in the order of the service", () => {
  const steps = listSteps(match({ actions: ["sort", "load"], route_id: 9 }), scan);
  assert.deepEqual(steps, [
    { action: "sort", type: "sort_scan", body: { code: "P1", warehouse_id: 3 } },
    { action: "load", type: "outbound_scan", body: { route_id: 9, code: "P1" } },
  ]);
  const [out] = listSteps(match({ actions: ["transfer_out"], transfer_id: 4 }), scan);
  assert.deepEqual(out, {
    action: "transfer_out",
    type: "transfer_out",
    body: { transfer_id: 4, code: "P1" },
  });
  const [comes] = listSteps(match({ actions: ["transfer_in"], transfer_id: 4 }), scan);
  assert.deepEqual(comes, {
    action: "transfer_in",
    type: "transfer_in",
    body: { transfer_id: 4, code: "P1", warehouse_id: 3 },
  });
});

test("everything else leads to its page, of a record by its kind", () => {
  const [receipt] = listSteps(match({ type: "package", actions: ["receive"], receipt_id: 8 }), scan);
  assert.deepEqual(receipt, { action: "receive", record: "receipt", id: 8 });
  const [transfer] = listSteps(match({ type: "transfer", actions: ["transfer_in"], transfer_id: 4 }), scan);
  assert.deepEqual(transfer, { action: "transfer_in", record: "transfer", id: 4 });
  const [closes] = listSteps(match({ type: "transfer", id: 4, actions: ["close"], transfer_id: 4 }), scan);
  assert.deepEqual(closes, { action: "close", record: "transfer", id: 4 });
  const [route] = listSteps(match({ type: "route", id: 9, actions: ["check_load"] }), scan);
  assert.deepEqual(route, { action: "check_load", to: "/sorting/$route_id", params: { route_id: "9" } });
  assert.deepEqual(listSteps(match({ actions: ["load"] }), scan), [], "a parcel of no route is not loaded");
});
