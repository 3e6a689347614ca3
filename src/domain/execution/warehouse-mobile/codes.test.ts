/** What is scanned on the floor and on the road: every form of a code, every number of the business, and what must not go on. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { checkLoad } from "#domain/execution/driver-app/operations/check-load.ts";
import { completeStop } from "#domain/execution/driver-app/operations/complete-stop.ts";
import { scanParcel } from "#domain/execution/driver-app/operations/scan-parcel.ts";
import { createTransfer } from "#domain/execution/transfers/operations/create-transfer.ts";
import { scanTransferIn } from "#domain/execution/transfers/operations/scan-transfer-in.ts";
import { cancelOrder } from "#domain/orders/orders/operations/cancel-order.ts";
import { createArticle } from "#domain/warehouse/inventory/operations/create-article.ts";
import { createReleasedRoute } from "#tests/support/driver-app.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { openWarehouse } from "#tests/support/stock.ts";
import { identifyScannedCode } from "./operations/identify-scanned-code.ts";
import { receiveParcel } from "./operations/receive-parcel.ts";
import { scanOutbound } from "./operations/scan-outbound.ts";
import { sortParcel } from "./operations/sort-parcel.ts";

const service = await testService();

/** A number as labels, scanners, keyboards and pages deliver it. */
const FORMS: [what: string, (number: string) => string][] = [
  ["the QR code of our label", (n) => `https://depot.example/track/${n}`],
  ["that QR code in capital letters", (n) => `HTTPS://DEPOT.EXAMPLE/TRACK/${n}`],
  ["small letters", (n) => n.toLowerCase()],
  ["a space", (n) => `${n.slice(0, 2)} ${n.slice(2)}`],
  ["hyphens", (n) => `${n.slice(0, 2)}-${n.slice(2, 8)}-${n.slice(8)}`],
  ["a line end", (n) => `${n}\r\n`],
  ["a symbology", (n) => `]C0${n}`],
  ["asterisks", (n) => `*${n}*`],
  ["full-width characters", (n) => n.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))],
  ["a zero-width space", (n) => `\u200b${n}`],
];

describe("our own number is the same parcel everywhere", () => {
  test("on the floor, at receiving, in the driver's app and as a proof", async () => {
    const business = await service.business();
    const { admin, warehouse_id } = await openWarehouse(business);
    const drafts = FORMS.map(() => ({ requirements: { pod: ["scan"] } }));
    const { person, orders, stops, route_id } = await createReleasedRoute(business, drafts);
    for (const [at, [what, form]] of FORMS.entries()) {
      const order = orders[at];
      assert(order !== undefined);
      const code = form(order.tracking_number);
      const { matches } = await admin(identifyScannedCode, { code, warehouse_id });
      assert.deepEqual([matches[0]?.type, matches[0]?.order_id], ["parcel", order.id], what);
      assert.equal((await admin(receiveParcel, { code, warehouse_id })).order_id, order.id, what);
      const scanned = await person.call(scanParcel, { code, action: "load" });
      assert.deepEqual([scanned.outcome, scanned.order_id], ["accepted", order.id], what);
      const checked = await person.call(checkLoad, { route_id, codes: [code] });
      assert.deepEqual([checked.unknown, checked.ambiguous], [[], []], what);
      const stop = stops.find(({ tasks }) => tasks.some((task) => task.order_id === order.id));
      await person.call(completeStop, { stop_id: stop?.id ?? 0, proofs: [{ kind: "scan", value: code }] });
    }
  });
});

describe("an article has one number in every length", () => {
  const LENGTHS = [
    "012345678905",
    "0012345678905",
    "00012345678905",
    "(01)00012345678905",
    "]E00012345678905",
  ];

  for (const registered of LENGTHS.slice(0, 4))
    test(`registered as ${registered}`, async () => {
      const business = await service.business();
      const { admin, warehouse_id } = await openWarehouse(business);
      await admin(createArticle, { sku: "TEA", name: "Tea", barcodes: [registered] });
      for (const code of LENGTHS) {
        const { matches } = await admin(identifyScannedCode, { code, warehouse_id });
        assert.deepEqual(
          matches.map(({ label }) => label),
          ["TEA"],
          code,
        );
        const again = await catchRefusal(
          admin(createArticle, { sku: "T2", name: "Tea 2", barcodes: [code] }),
        );
        assert.equal(again.error_code, "BARCODE_TAKEN", code);
      }
    });

  test("UPC-E is the number that it shortens", async () => {
    const business = await service.business();
    const { admin, warehouse_id } = await openWarehouse(business);
    await admin(createArticle, { sku: "GUM", name: "Gum", barcodes: ["01234565"] });
    for (const code of ["01234565", "012345000065", "0012345000065", "]E00012345000065"]) {
      const { matches } = await admin(identifyScannedCode, { code, warehouse_id });
      assert.deepEqual(
        matches.map(({ label }) => label),
        ["GUM"],
        code,
      );
    }
  });
});

describe("two orders with one external number", () => {
  test("are shown to the worker who scans it, and the chosen one is taken", async () => {
    const business = await service.business();
    const { admin, warehouse_id } = await openWarehouse(business);
    const code = `EXT-${business.id}-7`;
    const one = await business.order({ external_tracking: code });
    const route = await createReleasedRoute(business, [{ external_tracking: code }]);
    const two = route.orders[0];
    assert(two !== undefined);
    const scan = { code, warehouse_id };
    const identification = await admin(identifyScannedCode, scan);
    assert.deepEqual([identification.is_ambiguous, identification.matches.length], [true, 2]);
    for (const refused of [() => admin(receiveParcel, scan), () => admin(sortParcel, scan)]) {
      const refusal = await catchRefusal(refused());
      assert.deepEqual([refusal.status, refusal.error_code], [409, "AMBIGUOUS_CODE"]);
      const { candidates } = refusal.extra as { candidates: { order_id: number }[] };
      assert.deepEqual(
        candidates.map(({ order_id }) => order_id),
        [one.id, two.id],
      );
    }
    assert.equal((await admin(receiveParcel, { ...scan, order_id: one.id })).order_id, one.id);
    // Of the two, the driver has one.
    const loaded = await route.person.call(scanParcel, { code, action: "load" });
    assert.deepEqual([loaded.outcome, loaded.order_id], ["accepted", two.id]);
    const other = await business.driver();
    const unclear = await other.person.call(scanParcel, { code, action: "load" });
    assert.deepEqual([unclear.outcome, unclear.candidates.length], ["ambiguous", 2]);
    const scan_answer = await other.person.call(scanParcel, { code, action: "load", order_id: one.id });
    assert.deepEqual([scan_answer.outcome, scan_answer.order_id], ["wrong_route", one.id]);
  });
});

describe("a parcel of a cancelled order", () => {
  test("is a stop at every scan, with what to do", async () => {
    const business = await service.business();
    const house = await openWarehouse(business);
    const { admin, warehouse_id } = house;
    const other = await openWarehouse(business, "OTHER");
    const { person, orders, route_id } = await createReleasedRoute(business, [{}, {}]);
    const order = orders[0];
    assert(order !== undefined);
    const code = order.tracking_number;
    await admin(cancelOrder, { order_id: order.id });
    const { matches } = await admin(identifyScannedCode, { code, warehouse_id });
    assert.equal(matches[0]?.set_aside, "cancelled");
    assert.match(matches[0]?.next ?? "", /cancelled/);
    assert.equal((await admin(receiveParcel, { code, warehouse_id })).set_aside, "cancelled");
    assert.equal((await catchRefusal(admin(sortParcel, { code, warehouse_id }))).error_code, "SET_ASIDE");
    assert.equal((await person.call(scanParcel, { code, action: "load" })).outcome, "set_aside");
    const checked = await person.call(checkLoad, { route_id, codes: [code] });
    assert.deepEqual(
      checked.set_aside.map(({ reason }) => reason),
      ["cancelled"],
    );
    const { transfer } = await admin(createTransfer, {
      from_warehouse_id: other.warehouse_id,
      to_warehouse_id: warehouse_id,
      reason: "overflow",
    } as never);
    const came = await admin(scanTransferIn, { transfer_id: transfer.id, code, warehouse_id });
    assert.equal(came.set_aside, "cancelled");
    // One that was cancelled when it was in the house goes back to its sender.
    const late = orders[1];
    assert(late !== undefined);
    const scan = { code: late.tracking_number, warehouse_id };
    await admin(receiveParcel, scan);
    await admin(cancelOrder, { order_id: late.id });
    assert.equal((await admin(identifyScannedCode, scan)).matches[0]?.set_aside, "cancel_requested");
    assert.equal((await catchRefusal(admin(sortParcel, scan))).error_code, "SET_ASIDE");
    const load = await catchRefusal(admin(scanOutbound, { route_id, code: late.tracking_number }));
    assert.equal(load.error_code, "SET_ASIDE");
  });
});
