/** Requests with events: bodies, results per event, replays, dry runs. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertFoldConsistent } from "#tests/support/orders.ts";
import { createEventTools, createProvider } from "#tests/support/provider.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();
const { after, event, countEvents, readTimeline } = createEventTools(service);
const MINUTE = 60_000;

describe("a request", () => {
  describe("each event on its own", () => {
    test("the same event again is a duplicate, another one with its id a conflict", async () => {
      const business = await service.business();
      const [order, other] = [await business.order(), await business.order()];
      const carrier = await createProvider(business);
      const one = event(order.tracking_number, "received", { event_id: "scan-1" });
      assert.equal((await carrier.ingest(one)).body.accepted, 1);
      const again = await carrier.ingest([
        one,
        { ...one, status_code: "otep:core:departed" },
        { ...one, subject: other.tracking_number },
        event(order.tracking_number, "departed", { event_id: "scan-2", occurred_at: after(1) }),
        event(other.tracking_number, "departed", { event_id: "scan-2", occurred_at: after(1) }),
      ]);
      assert.equal(again.status, 200);
      assert.deepEqual(
        again.body.results.map((result: { status: string; errors: { code: string }[] }) => [
          result.status,
          ...result.errors.map(({ code }) => code),
        ]),
        [
          ["duplicate"],
          ["rejected", "event_id_conflict"],
          ["rejected", "event_id_conflict"],
          ["accepted"],
          ["rejected", "event_id_conflict"],
        ],
      );
      assert.equal(again.body.result, true);
      assert.deepEqual(
        [
          await countEvents(business, order.tracking_number),
          await countEvents(business, other.tracking_number),
        ],
        [2, 0],
      );
      // Ids of another provider are separate.
      const second = await createProvider(business);
      assert.equal((await second.ingest(one)).body.accepted, 1);
    });

    test("an event without an id is identified by its content", async () => {
      const business = await service.business();
      const order = await business.order();
      const carrier = await createProvider(business);
      const { event_id: _none, ...bare } = event(order.tracking_number, "received");
      const first = await carrier.ingest(bare);
      // The same bytes in the same second would be the same signed request.
      service.advance(1000);
      const second = await carrier.ingest(bare);
      assert.deepEqual([first.body.accepted, second.body.duplicates], [1, 1]);
      assert.equal(first.body.results[0].event_id, second.body.results[0].event_id);
    });

    test("unknown subjects and those of other businesses get the same response", async () => {
      const [business, other] = [await service.business(), await service.business()];
      const theirs = await other.order();
      const carrier = await createProvider(business);
      const good = await business.order();
      const strange = ["PH10000000000085", theirs.tracking_number, "nobody-has-it"];
      const answer = await carrier.ingest([
        event(good.tracking_number, "received"),
        ...strange.map((number) => event(number, "delivered")),
      ]);
      const [, ...refused] = answer.body.results;
      for (const [index, result] of refused.entries()) {
        assert.equal(result.status, "rejected");
        assert.deepEqual(result.errors, [
          {
            path: `/${index + 1}/subject`,
            code: "subject_not_found",
            message: "There is no such subject in the scope of this provider.",
          },
        ]);
        assert.equal(result.revision, null);
      }
      assert.equal(await other.readStatus(theirs.id), "NEW_ORDER");
      assert.equal(await countEvents(other, theirs.tracking_number), 0);
    });

    test("errors are reported with their path, and 422 if no event is valid", async () => {
      const business = await service.business();
      const order = await business.order();
      const carrier = await createProvider(business);
      const wrong = [
        { ...event(order.tracking_number, "received"), occurred_at: "2026-11-20T10:00:00" },
        { ...event(order.tracking_number, "received"), status_code: "otep:core:teleported" },
        { ...event(order.tracking_number, "received"), source: { provider: "somebody-else" } },
        { ...event(order.tracking_number, "received"), extensions: { "x-big": "x".repeat(17_000) } },
        7,
      ];
      const mixed = await carrier.ingest({ events: [...wrong, event(order.tracking_number, "received")] });
      assert.equal(mixed.status, 200);
      assert.partialDeepStrictEqual(mixed.body, { result: true, accepted: 1, rejected: 5 });
      assert.deepEqual(
        mixed.body.results.map(
          (one: { errors: { path: string; code: string }[] }) => one.errors[0]?.code ?? null,
        ),
        [
          "timestamp_without_offset",
          "unknown_status_code",
          "invalid_identifier",
          "field_too_long",
          "invalid_type",
          null,
        ],
      );
      assert.equal(mixed.body.results[1].errors[0].path, "/events/1/status_code");
      const none = await carrier.ingest({ events: wrong });
      assert.equal(none.status, 422);
      assert.partialDeepStrictEqual(none.body, {
        result: false,
        error_code: "INVALID_REQUEST",
        accepted: 0,
        rejected: 5,
        errors: [{ path: "/events/0/occurred_at", code: "timestamp_without_offset" }],
      });
      assert.equal(none.body.results.length, 5);
    });

    test("rollback stores all events or none", async () => {
      const business = await service.business();
      const order = await business.order();
      const carrier = await createProvider(business);
      const events = [event(order.tracking_number, "delivered"), event("PH10000000000085", "delivered")];
      const refused = await carrier.ingest({ events }, { "otep-error-behaviour": "rollback" });
      assert.equal(refused.status, 422);
      assert.deepEqual(
        refused.body.results.map((one: { status: string }) => one.status),
        ["rolled_back", "rejected"],
      );
      assert.equal(await countEvents(business, order.tracking_number), 0);
      assert.equal(await business.readStatus(order.id), "NEW_ORDER");
      const ingest_answer = await carrier.ingest(
        { events: events.slice(0, 1) },
        { "otep-error-behaviour": "rollback" },
      );
      assert.equal(ingest_answer.status, 200);
      assert.equal(await business.readStatus(order.id), "DELIVERED");
      const other = await business.order();
      const conflict = await carrier.ingest(
        [event(other.tracking_number, "received"), { ...events[0], subject: other.tracking_number }],
        { "otep-error-behaviour": "rollback" },
      );
      assert.equal(conflict.status, 422, "a conflict found while storing rolls back too");
      assert.equal(await countEvents(business, other.tracking_number), 0);
      const unknown = await carrier.ingest({ events }, { "otep-error-behaviour": "maybe" });
      assert.equal(unknown.status, 422);
    });

    test("a status-only source gives one event for each change", async () => {
      const business = await service.business();
      const order = await business.order();
      const carrier = await createProvider(business);
      const observe = async (code: string, minutes: number) => {
        const { event_id: _none, ...members } = event(order.tracking_number, code, {
          occurred_at: after(minutes),
          source: { synthesized: true },
        });
        return (await carrier.ingest(members)).body.results[0].status;
      };
      assert.deepEqual(
        [
          await observe("in_transit", 1),
          await observe("in_transit", 2),
          await observe("out_for_delivery", 3),
          await observe("out_for_delivery", 4),
          await observe("in_transit", 5),
        ],
        ["accepted", "unchanged", "accepted", "unchanged", "accepted"],
      );
      const { events } = await readTimeline(order.tracking_number);
      assert.equal(
        events.filter((one: { source: { synthesized?: boolean } }) => one.source.synthesized).length,
        3,
      );
      assert.equal(await business.readStatus(order.id), "IN_TRANSFER");
      await assertFoldConsistent(business);
    });

    test("a status that its source withdrew is a change if it is sent again", async () => {
      const business = await service.business();
      const order = await business.order();
      const carrier = await createProvider(business);
      const observation = (code: string, minutes: number, event_id?: string) =>
        event(order.tracking_number, code, {
          event_id,
          occurred_at: after(minutes),
          source: { synthesized: true },
        });
      const correction = event(order.tracking_number, "note", {
        event_id: "undo",
        occurred_at: after(3),
        corrects: "slip",
      });
      const first = observation("in_transit", 1);
      const sent_events = [first, observation("delivered", 2, "slip"), correction];
      const statuses = async (events: unknown) =>
        (await carrier.ingest(events)).body.results.map((one: { status: string }) => one.status);
      assert.deepEqual(await statuses(sent_events), ["accepted", "accepted", "accepted"]);
      assert.deepEqual(await statuses([observation("in_transit", 4), observation("delivered", 5)]), [
        "unchanged",
        "accepted",
      ]);
      assert.equal((await readTimeline(order.tracking_number)).status.base, "delivered");
      // A repeated old observation is no change, and does not make the next one a change.
      assert.deepEqual(await statuses([first, observation("delivered", 6)]), ["duplicate", "unchanged"]);
      await assertFoldConsistent(business);
    });

    test("subjects can be named by order, parcel, carrier's number and number before a reroute", async () => {
      const business = await service.business();
      const carrier = await createProvider(business);
      const order = await business.order({ external_tracking: "ACME-000777" });
      const [parcel] = await service.system.rows<{ id: number }>(
        "select id from parcel where order_id = $1",
        [order.id],
      );
      const answer = await carrier.ingest([
        event("", "received", { subject: { scheme: "order_id", id: String(order.id) } }),
        event("", "departed", {
          subject: { scheme: "package_id", id: String(parcel?.id) },
          occurred_at: after(1),
        }),
        event("ACME-000777", "out_for_delivery", { occurred_at: after(2) }),
      ]);
      assert.equal(answer.body.accepted, 3, JSON.stringify(answer.body));
      assert.equal(await business.readStatus(order.id), "OUT_FOR_DELIVERY");
      const timeline = await readTimeline(order.tracking_number);
      assert.deepEqual(
        timeline.events.map((one: { subject: { id: string } }) => one.subject.id),
        Array(4).fill(order.tracking_number),
      );
      const tracking_answer = await business.http(
        "employee",
        "GET",
        `/api/v1/otep/trackings/${order.tracking_number}`,
      );
      assert.deepEqual(tracking_answer.body.events[1].subject.related, [
        { id: String(order.id), scheme: "order_id" },
      ]);
      const judged = await service.http("POST", "/api/v1/otep/validate", timeline);
      assert.deepEqual(judged.body.errors, []);
      const again = await carrier.ingest([
        event("", "received", { subject: { scheme: "order_id", id: "999999999" } }),
      ]);
      assert.equal(again.body.results[0].errors[0].code, "subject_not_found");
    });
  });

  describe("bodies", () => {
    type One = ReturnType<typeof event>;

    /** One event in each accepted body format, with its media type. */
    function buildForms(provider: string): ((one: One) => [unknown, string])[] {
      const cloud = (one: One) => ({
        specversion: "1.0",
        id: one.event_id,
        source: `urn:otep:provider:${provider}`,
        type: one.status_code,
        subject: one.subject,
        time: one.occurred_at,
        data: one,
      });
      return [
        (one) => [one, "application/json"],
        (one) => [{ events: [one] }, "application/json"],
        (one) => [[one], "application/json"],
        (one) => [
          { type: "otep.timeline", protocol_version: "1.0.0", subject: one.subject, events: [one] },
          "application/json",
        ],
        (one) => [cloud(one), "application/cloudevents+json"],
        (one) => [[cloud(one)], "application/cloudevents-batch+json; charset=utf-8"],
        (one) => [`${JSON.stringify(one)}\n\n`, "application/x-ndjson"],
      ];
    }

    test("a base that does not match its code is refused in every format, also by the validator", async () => {
      const business = await service.business();
      const order = await business.order();
      const carrier = await createProvider(business);
      for (const form of buildForms(carrier.provider.code)) {
        const [body, type] = form(event(order.tracking_number, "departed", { base: "delivered" }));
        const headers = { "content-type": type };
        const sent_text = typeof body === "string" ? body : JSON.stringify(body);
        const answers = [
          await carrier.ingest(body, headers),
          await service.http("POST", "/api/v1/otep/validate", sent_text, headers),
        ];
        assert.equal(answers[0]?.status, 422);
        for (const answer of answers)
          assert.deepEqual(
            answer.body.errors.map(({ path, code }: { path: string; code: string }) => [
              path.split("/").at(-1),
              code,
            ]),
            [["base", "status_mismatch"]],
            `${type}: ${JSON.stringify(answer.body)}`,
          );
      }
      assert.equal(await countEvents(business, order.tracking_number), 0);
      const right = event(order.tracking_number, "departed", { base: "departed" });
      assert.equal((await carrier.ingest(right)).body.accepted, 1);
    });

    test("a timeline, an event, a list, CloudEvents and lines give the same result", async () => {
      const business = await service.business();
      const carrier = await createProvider(business);
      for (const form of buildForms(carrier.provider.code)) {
        const order = await business.order();
        const [body, type] = form(event(order.tracking_number, "received"));
        const answer = await carrier.ingest(body, { "content-type": type });
        assert.equal(answer.status, 200, `${type}: ${JSON.stringify(answer.body)}`);
        assert.equal(await business.readStatus(order.id), "AT_WAREHOUSE", type);
      }
    });

    test("only a line that is not JSON is rejected", async () => {
      const business = await service.business();
      const order = await business.order();
      const carrier = await createProvider(business);
      const lines = `{broken\n${JSON.stringify(event(order.tracking_number, "received"))}`;
      const answer = await carrier.ingest(lines, { "content-type": "application/x-ndjson" });
      assert.deepEqual([answer.status, answer.body.accepted, answer.body.rejected], [200, 1, 1]);
    });

    test("are refused if too large, too many, too deep, not JSON or of another type", async () => {
      const business = await service.business();
      const order = await business.order();
      const carrier = await createProvider(business);
      const one = event(order.tracking_number, "note");
      const many = await carrier.ingest(Array.from({ length: 1001 }, () => one));
      assert.deepEqual([many.status, many.body.error_code], [413, "PAYLOAD_TOO_LARGE"]);
      const large = await carrier.ingest({ ...one, description: "x".repeat(4 * 1024 * 1024) });
      assert.deepEqual([large.status, large.body.error_code], [413, "PAYLOAD_TOO_LARGE"]);
      const broken = await carrier.ingest("{broken");
      assert.deepEqual([broken.status, broken.body.error_code], [400, "INVALID_JSON"]);
      const deep = await carrier.ingest(`${"[".repeat(200)}${"]".repeat(200)}`);
      assert.deepEqual([deep.status, deep.body.error_code], [400, "INVALID_JSON"]);
      const empty = await carrier.ingest({ events: [] });
      assert.deepEqual([empty.status, empty.body.error_code], [422, "INVALID_REQUEST"]);
      const other = await carrier.ingest("<events/>", { "content-type": "application/xml" });
      assert.deepEqual([other.status, other.body.error_code], [415, "UNSUPPORTED_MEDIA_TYPE"]);
      const binary = await carrier.ingest("a", { "content-type": "application/json" });
      assert.equal(binary.status, 400);
      assert.equal(await countEvents(business, order.tracking_number), 0);
    });

    test("a thousand events at once", async () => {
      const business = await service.business();
      const carrier = await createProvider(business);
      const orders = await Promise.all(Array.from({ length: 20 }, () => business.order()));
      const events = orders.flatMap(({ tracking_number }, order) =>
        Array.from({ length: 50 }, (_one, index) =>
          event(tracking_number, index % 2 === 0 ? "in_transit" : "note", {
            occurred_at: after(order + index),
          }),
        ),
      );
      const answer = await carrier.ingest({ events });
      assert.deepEqual([answer.status, answer.body.accepted], [200, 1000]);
      await assertFoldConsistent(business);
    });
  });

  test("the same Idempotency-Key returns the same response for a day", async () => {
    const business = await service.business();
    const order = await business.order();
    const carrier = await createProvider(business);
    const key = { "idempotency-key": "batch-7" };
    const one = event(order.tracking_number, "received");
    const first = await carrier.ingest(one, key);
    service.advance(1000);
    const second = await carrier.ingest(one, key);
    assert.deepEqual(second.body, first.body);
    assert.equal(second.headers["idempotency-replayed"], "true");
    service.advance(1000);
    const other = await carrier.ingest({ ...one, event_id: "other" }, key);
    assert.deepEqual([other.status, other.body.error_code], [409, "IDEMPOTENCY_KEY_REUSED"]);
    service.advance(24 * 60 * MINUTE);
    const next_day = await carrier.ingest({ ...one, event_id: "other" }, key);
    assert.equal(next_day.status, 200);
  });

  test("a dry run returns the result and stores nothing", async () => {
    const business = await service.business();
    const order = await business.order();
    const carrier = await createProvider(business);
    const answer = await carrier.ingest(event(order.tracking_number, "delivered"), { "x-dry-run": "1" });
    assert.partialDeepStrictEqual(answer.body, { dry_run: true, accepted: 1 });
    assert.equal(await business.readStatus(order.id), "NEW_ORDER");
  });
});
