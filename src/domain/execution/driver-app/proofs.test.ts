/** Proofs of stops: photos, PINs, cash. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { uploadFile } from "#domain/files/files/operations/upload-file.ts";
import { createEntry } from "#domain/locations/addressbook/operations/create-entry.ts";
import { getOrder } from "#domain/orders/orders/operations/get-order.ts";
import { resetOrderPinTries } from "#domain/orders/orders/operations/reset-order-pin-tries.ts";
import { createReleasedRoute, JPEG, listAttention, uploadPhoto } from "#tests/support/driver-app.ts";
import { assertAllFoldsConsistent } from "#tests/support/orders.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { completeStop } from "./operations/complete-stop.ts";
import { failStop } from "./operations/fail-stop.ts";
import { getRoute } from "./operations/get-route.ts";
import { scanParcel } from "./operations/scan-parcel.ts";
import { sendProofs } from "./operations/send-proofs.ts";
import { startRoute } from "./operations/start-route.ts";
import { sync } from "./operations/sync.ts";

const service = await testService();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A time some milliseconds from the service's now, in the phone's format. */
const at = (offset_ms: number) => new Date(service.now().getTime() + offset_ms).toISOString();

describe("proofs", () => {
  test("that come in a later batch than their completion are waited for: the item is sent again and counts then", async () => {
    const business = await service.business();
    const { person, stops, orders, route_id } = await createReleasedRoute(business, [
      { requirements: { pod: ["photo"] } },
    ]);
    const [stop_id, order_id] = [stops[0]?.id ?? 0, orders[0]?.id ?? 0];
    const file_id = await uploadPhoto(person);
    service.advance(HOUR);
    const minutesAgo = (minutes: number) =>
      new Date(service.now().getTime() - minutes * 60_000).toISOString();
    const [start, proofs, complete] = [
      { seq: 1, type: "route_start" as const, occurred_at: minutesAgo(30), body: { route_id } },
      {
        seq: 2,
        type: "stop_proofs" as const,
        occurred_at: minutesAgo(11),
        body: { stop_id, proofs: [{ kind: "photo", file_id }] },
      },
      { seq: 3, type: "stop_complete" as const, occurred_at: minutesAgo(10), body: { stop_id } },
    ];
    const send = async (...items: object[]) =>
      (await person.call(sync, { device_id: "phone", items: items as never })).items;
    const [early] = await send(complete);
    assert.partialDeepStrictEqual(early, { result: false, retry: true, error_code: "PROOF_MISSING" });
    assert.notEqual(await business.readStatus(order_id), "DELIVERED");
    await send(proofs, start);
    const [again] = await send(complete);
    assert.partialDeepStrictEqual(again, { result: true, replayed: false });
    const row = await service.system.row("select status, delivered_at from delivery_order where id = $1", [
      order_id,
    ]);
    assert.deepEqual(row, { status: "DELIVERED", delivered_at: complete.occurred_at });
    assert.partialDeepStrictEqual((await send(complete))[0], { result: true, replayed: true });
  });

  test("a stop without its required proofs is refused with each missing kind, and stays unchanged", async () => {
    const business = await service.business();
    const recipient = await business.customer();
    const { person, stops, orders, route_id } = await createReleasedRoute(business, [
      { requirements: { pod: ["photo", "signature"], pin: "4711" }, customer_id: recipient.id },
    ]);
    const stop_id = stops[0]?.id ?? 0;
    await person.call(startRoute, { route_id });
    const file_id = await uploadPhoto(person);
    const missing = await catchRefusal(
      person.call(completeStop, { stop_id, proofs: [{ kind: "photo", file_id }] }),
    );
    assert.equal(missing.code, "proof_missing");
    assert.deepEqual(missing.errors?.map((error) => error.code).sort(), ["pin", "signature"]);
    const wrong = await catchRefusal(
      person.call(completeStop, {
        stop_id,
        proofs: [
          { kind: "photo", file_id },
          { kind: "signature", file_id },
          { kind: "pin", value: "0000" },
        ],
      }),
    );
    assert.equal(wrong.code, "wrong_pin");
    assert.equal(await business.readStatus(orders[0]?.id ?? 0), "OUT_FOR_DELIVERY");
    assert.equal(
      await service.system.row("select 1 from proof where business_id = $1", [business.id]),
      undefined,
    );
    const completion = await person.call(completeStop, {
      stop_id,
      proofs: [
        { kind: "photo", file_id },
        { kind: "signature", file_id, signed_by: "Clara Dias", relation: "self" },
        { kind: "pin", value: "4711" },
      ],
    });
    assert.partialDeepStrictEqual(completion, { stop_status: "DONE", proofs: 3 });
    // The picture belongs to the order now, and is read by everybody who may read the order.
    assert.equal((await recipient.person.http("GET", `/api/v1/files/${file_id}`)).status, 200);
    const other_customer = await business.customer();
    assert.equal((await other_customer.person.http("GET", `/api/v1/files/${file_id}`)).status, 404);
    const stored_proofs = await service.system.rows<{ kind: string; value: string | null }>(
      "select kind, value from proof where subject_type = 'order' and subject_id = $1 order by id",
      [orders[0]?.id],
    );
    assert.deepEqual(stored_proofs, [
      { kind: "photo", value: null },
      { kind: "signature", value: null },
      { kind: "pin", value: null },
    ]);
    const tracked = await service.system.rows<{
      document: { proof?: { type: string; signed_by?: string }[] };
    }>("select document from tracking_event where tracking_number = $1 order by id desc limit 1", [
      orders[0]?.tracking_number,
    ]);
    assert.deepEqual(
      tracked[0]?.document.proof?.map((proof) => proof.type),
      ["photo", "signature", "pin"],
    );
    assert.doesNotMatch(JSON.stringify(tracked), /Clara/);
    assert.doesNotMatch(JSON.stringify(await business.readEvents("order", orders[0]?.id ?? 0)), /Clara/);
  });

  describe("a PIN", () => {
    const locked = async () => {
      const business = await service.business();
      const tour = await createReleasedRoute(business, [{ requirements: { pin: "4711" } }, {}]);
      const stop = tour.stops.find((one) => one.tasks[0]?.order_id === tour.orders[0]?.id);
      const stop_id = stop?.id ?? 0;
      const order_id = tour.orders[0]?.id ?? 0;
      const guess = (value: string, more: Record<string, unknown> = {}) =>
        catchRefusal(
          tour.person.call(completeStop, { stop_id, proofs: [{ kind: "pin" as const, value }], ...more }),
        );
      const countRemainingTries = async () =>
        (await business.as("client_admin")(getOrder, { order_id })).pin?.tries_left;
      return { business, ...tour, stop_id, order_id, guess, left: countRemainingTries };
    };

    test("is refused after five wrong tries, sent alone or in batches, until a dispatcher resets the tries", async () => {
      const {
        business,
        person,
        stop_id,
        order_id,
        route_id,
        guess,
        left: countRemainingTries,
      } = await locked();
      const first = await guess("0000");
      assert.equal(first.code, "wrong_pin");
      assert.match(first.message, /Tries left: 4\./);
      assert.equal(first.extra?.["tries_left"], 4);
      await catchRefusal(person.call(sendProofs, { stop_id, proofs: [{ kind: "pin", value: "0001" }] }));
      await catchRefusal(
        person.call(failStop, {
          stop_id,
          return_reason: "weather",
          proofs: [{ kind: "pin", value: "0002" }],
        }),
      );
      const body = (value: string) => ({ stop_id, proofs: [{ kind: "pin", value }] });
      const items = ["0003", "0004", "4711"].map((value, seq) => ({
        seq,
        type: "stop_complete" as const,
        occurred_at: at(0),
        body: body(value),
      }));
      const batch = await person.call(sync, { device_id: "a", items });
      assert.deepEqual(
        batch.items.map(({ error_code, status }) => [error_code, status]),
        [
          ["WRONG_PIN", 422],
          ["WRONG_PIN", 422],
          ["PIN_LOCKED", 423],
        ],
      );
      assert.match(batch.items[1]?.message ?? "", /Tries left: 0\./);
      const over = await guess("4711");
      assert.deepEqual([over.code, over.status], ["pin_locked", 423]);
      assert.equal(await business.readStatus(order_id), "DISPATCHED");
      assert.equal((await person.call(getRoute, { route_id })).stops[0]?.tasks[0]?.pin_hash, null);
      assert.equal(await countRemainingTries(), 0);
      assert.deepEqual(
        (await listAttention(business)).map(({ kind, order_id: of }) => [kind, of]),
        [["pin_locked", order_id]],
      );

      const other = (await service.business()).as("client_admin");
      assert.equal((await catchRefusal(other(resetOrderPinTries, { order_id }))).status, 404);
      const admin = business.as("client_admin");
      assert.equal((await admin(resetOrderPinTries, { order_id })).tries_reset, 5);
      assert.deepEqual(
        (await listAttention(business)).map((item) => item.state),
        ["cleared"],
      );
      const completion = await person.call(completeStop, {
        stop_id,
        proofs: [{ kind: "pin", value: "4711" }],
      });
      assert.equal(completion.stop_status, "DONE");
    });

    test("is tried only by who carries the order: others are refused and use up none of its tries", async () => {
      const { business, stop_id, order_id, person, left: countRemainingTries } = await locked();
      const colleague = (await createReleasedRoute(business, [{}])).person;
      const stranger = (await createReleasedRoute(await service.business(), [{}])).person;
      const body = { stop_id, proofs: [{ kind: "pin" as const, value: "0000" }] };
      const item = (type: "stop_complete" | "stop_proofs" | "stop_fail") => ({
        seq: 1,
        type,
        occurred_at: at(0),
        body: { ...body, ...(type === "stop_fail" ? { return_reason: "weather" } : {}) },
      });
      for (const who of [colleague, stranger]) {
        for (const [operation, input] of [
          [completeStop, body],
          [sendProofs, body],
          [failStop, { ...body, return_reason: "weather" }],
        ] as const) {
          const { code } = await catchRefusal(who.call(operation, input as never));
          assert.ok(code !== "wrong_pin" && code !== "pin_locked", code);
        }
        for (const type of ["stop_complete", "stop_proofs", "stop_fail"] as const)
          await who.call(sync, { device_id: type, items: [item(type)] });
      }
      assert.equal((await catchRefusal(service.anonymous(completeStop, body))).status, 401);
      assert.equal(await countRemainingTries(), 5);
      const right = { stop_id, proofs: [{ kind: "pin" as const, value: "4711" }] };
      assert.equal((await person.call(completeStop, right)).stop_status, "DONE");
      assert.equal(await business.readStatus(order_id), "DELIVERED");
    });

    test("sent again counts once, alone or in a batch", async () => {
      const { person, stop_id, guess, left: countRemainingTries } = await locked();
      const place = { device_id: "a", seq: 1, occurred_at: at(-MINUTE) };
      for (let turn = 0; turn < 3; turn += 1) assert.match((await guess("0000", place)).message, /left: 4\./);
      const item = {
        seq: 1,
        type: "stop_complete" as const,
        occurred_at: place.occurred_at,
        body: { stop_id, proofs: [{ kind: "pin", value: "0000" }] },
      };
      for (let turn = 0; turn < 2; turn += 1) await person.call(sync, { device_id: "a", items: [item] });
      assert.equal(await countRemainingTries(), 4);
      await person.call(sync, { device_id: "b", items: [item] });
      assert.equal(await countRemainingTries(), 3);
      // The number of a refused request may be sent again, with another PIN.
      const { device_id } = place;
      assert.match((await guess("0001", { ...place, seq: 2 })).message, /left: 2\./);
      const right = { stop_id, proofs: [{ kind: "pin" as const, value: "4711" }], device_id, seq: 2 };
      assert.equal((await person.call(completeStop, right)).stop_status, "DONE");
    });

    test("cannot be guessed by concurrent requests, from several phones or with dry runs", async () => {
      const { business, person, stop_id, orders, guess } = await locked();
      const trial = await person.call(
        completeStop,
        { stop_id, proofs: [{ kind: "pin", value: "0000" }] },
        { dry_run: true },
      );
      assert.equal(trial.stop_status, "DONE");
      const singles = Array.from({ length: 8 }, (_, index) => guess(`000${index}`));
      const batches = Array.from({ length: 4 }, (_, index) =>
        person.call(sync, {
          device_id: `phone-${index}`,
          items: [1, 2, 3].map((seq) => ({
            seq,
            type: "stop_complete" as const,
            occurred_at: at(0),
            body: { stop_id, proofs: [{ kind: "pin", value: `1${index}0${seq}` }] },
          })),
        }),
      );
      const codes = [
        ...(await Promise.all(singles)).map((refusal) => refusal.error_code),
        ...(await Promise.all(batches)).flatMap((answer) => answer.items.map((item) => item.error_code)),
      ];
      assert.equal(codes.filter((code) => code === "WRONG_PIN").length, 5);
      assert.equal(codes.filter((code) => code === "PIN_LOCKED").length, codes.length - 5);
      assert.equal(await business.readStatus(orders[0]?.id ?? 0), "DISPATCHED");
      assert.equal((await listAttention(business)).length, 1);
    });
  });

  test("may arrive before their stop; the requirements of the customer and of the business both apply", async () => {
    const business = await service.business({ settings: { required_proofs: ["photo"] } });
    const customer = await business.customer();
    await service.system.execute("update customer set required_proofs = '{scan}' where id = $1", [
      customer.id,
    ]);
    const { person, stops, orders } = await createReleasedRoute(business, [{ customer_id: customer.id }]);
    const stop_id = stops[0]?.id ?? 0;
    assert.deepEqual([...(stops[0]?.tasks[0]?.required_proofs ?? [])].sort(), ["photo", "scan"]);
    await person.call(sendProofs, {
      stop_id,
      proofs: [{ kind: "photo", file_id: await uploadPhoto(person) }],
    });
    await person.call(scanParcel, { code: orders[0]?.tracking_number ?? "", action: "deliver" });
    assert.equal((await person.call(completeStop, { stop_id })).stop_status, "DONE");
  });

  test("a photo taken at the door updates the position in the address book; one taken far away does not", async () => {
    const business = await service.business();
    const place = { line1: "Quadra 12, Casa 3", city: "Brasília", country: "BR", lat: -15.75, lng: -47.85 };
    const { entry_id } = await business.as("client_admin")(createEntry, { place });
    const { person, stops } = await createReleasedRoute(business, [{ dropoff: place }, { dropoff: place }]);
    const getStop = (index: number) =>
      stops.flatMap((stop) => stop.tasks.map((task) => ({ stop, task })))[index];
    const where = async () =>
      service.system.row<{ lat: number; visits: number }>(
        "select lat, visits from address_entry where id = $1",
        [entry_id],
      );
    const deliver = async (index: number, lat: number) => {
      const at_stop = getStop(index);
      const file_id = await uploadPhoto(person);
      await person.call(completeStop, {
        stop_id: at_stop?.stop.id ?? 0,
        order_ids: [at_stop?.task.order_id ?? 0],
        proofs: [{ kind: "photo", file_id, lat, lng: -47.85 }],
      });
    };
    await deliver(0, -15.85);
    assert.deepEqual(await where(), { lat: -15.75, visits: 0 });
    await deliver(1, -15.7503);
    assert.deepEqual(await where(), { lat: -15.7503, visits: 1 });
  });

  test("a file uploaded by another user is refused as proof", async () => {
    const business = await service.business();
    const { person, stops } = await createReleasedRoute(business);
    const admin = await business.person("client_admin");
    const { file_id } = await admin.call(uploadFile, {
      content_base64: JPEG,
      content_type: "image/jpeg",
      name: "x.jpg",
    });
    const refusal = await catchRefusal(
      person.call(completeStop, { stop_id: stops[0]?.id ?? 0, proofs: [{ kind: "photo", file_id }] }),
    );
    assert.equal(refusal.code, "proof_invalid");
    assert.equal(refusal.errors?.[0]?.field, "proofs/0/file_id");
  });

  test("cash on delivery must be reported; a different amount is accepted and opens an attention item", async () => {
    const business = await service.business();
    const { person, stops, orders } = await createReleasedRoute(business, [{ cod_minor: 5000 }]);
    const stop_id = stops[0]?.id ?? 0;
    assert.equal((await catchRefusal(person.call(completeStop, { stop_id }))).code, "cod_missing");
    await person.call(completeStop, { stop_id, cod_collected: 4000 });
    assert.equal(await business.readStatus(orders[0]?.id ?? 0), "DELIVERED");
    assert.partialDeepStrictEqual(await listAttention(business), [
      { kind: "cod_mismatch", facts: { expected_minor: 5000, collected_minor: 4000 } },
    ]);
  });
});

test("at the end, every order's status is the fold of its events and agrees with its timeline", () =>
  assertAllFoldsConsistent(service));
