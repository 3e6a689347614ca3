/** Reading timelines: formats, entity tags, views, pages, batches; the validator and the vocabulary; rate limits. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formats } from "#otep/projections.ts";
import { createTrackedOrder } from "#tests/support/provider.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();
const BASE = "/api/v1/otep/trackings";
const get = (path: string, headers?: Record<string, string>) =>
  service.http("GET", `${BASE}/${path}`, undefined, headers);

describe("the validator", () => {
  const validate = (body: unknown, headers?: Record<string, string>) =>
    service.http("POST", "/api/v1/otep/validate", body, headers);

  test("accepts the documents of the timeline route, in both views", async () => {
    const business = await service.business();
    const { tracking_number } = await createTrackedOrder(business);
    const { token } = await business.person("employee");
    const views: Record<string, string>[] = [{}, { authorization: `Bearer ${token}` }];
    for (const headers of views) {
      const { body } = await validate((await get(tracking_number, headers)).body);
      assert.deepEqual([body.conformant, body.level, body.errors], [true, 1, []]);
      assert.equal(body.summary.event_count, 6);
    }
  });

  test("returns 200 with findings for any JSON, 400 for anything else", async () => {
    const wrong = [
      null,
      7,
      "text",
      [],
      {},
      { events: {} },
      [[]],
      { type: "otep.timeline" },
      { events: [{ subject: "\u0000" }] },
    ];
    for (const body of wrong) {
      const answer = await validate(JSON.stringify(body));
      assert.equal(answer.status, 200, JSON.stringify(body));
      assert.equal(answer.body.conformant, Array.isArray(body) && body.length === 0, JSON.stringify(body));
    }
    const one = await validate({
      subject: "PKH0001",
      occurred_at: "2026-03-02T10:00:00",
      status_code: "delivered",
    });
    assert.partialDeepStrictEqual(one.body, {
      conformant: false,
      level: 0,
      errors: [{ path: "/occurred_at", code: "timestamp_without_offset" }],
      warnings: [{ path: "/status_code", code: "alias_code" }],
    });
    for (const body of ["{broken", "", `${"[".repeat(500)}`])
      assert.deepEqual(
        (await validate(body, { "content-type": "application/json" })).body.error_code,
        "INVALID_JSON",
      );
    const lines = await validate(
      '{broken\n{"subject":"PKH0001","occurred_at":"2026-03-02T10:00:00Z","status_code":"otep:core:created"}',
      {
        "content-type": "application/x-ndjson",
      },
    );
    assert.deepEqual([lines.status, lines.body.errors.length, lines.body.summary.event_count], [200, 1, 2]);
    assert.equal((await validate("a", { "content-type": "text/plain" })).status, 415);
  });

  test("does not create objects for millions of empty values", async () => {
    const send = async (body: string, type = "application/json") => {
      const { status, body: answered } = await validate(body, { "content-type": type });
      return status === 200 ? status : answered.error_code;
    };
    assert.equal(await send(`{"events":[${"{},".repeat(600_000)}{}]}`), "PAYLOAD_TOO_LARGE");
    assert.equal(await send(`[${"1,".repeat(600_000)}1]`), "PAYLOAD_TOO_LARGE");
    assert.equal(await send("{}\n".repeat(600_000), "application/x-ndjson"), "PAYLOAD_TOO_LARGE");
    assert.equal(await send(`"${"\n".repeat(600_000)}`, "application/x-ndjson"), "PAYLOAD_TOO_LARGE");
    assert.equal(await send(JSON.stringify({ description: ",".repeat(600_000) })), 200);
    assert.equal(await send(`{}${"\n".repeat(600_000)}`), 200);
  });

  test("accepts ten thousand events and reports if there are more", async () => {
    const event = { subject: "PKH0001", occurred_at: "2026-03-02T10:00:00Z", status_code: "otep:core:note" };
    const list = (length: number) =>
      Array.from({ length }, (_one, index) => ({ ...event, event_id: `e${index}` }));
    assert.equal((await validate(list(10_000))).body.conformant, true);
    const more = await validate(list(10_001));
    assert.equal(more.body.errors[0].code, "too_many_events");
  });

  test("is a tool of developers, for a document or one event", async () => {
    const { body } = await service.http("POST", "/mcp/developer", {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "validate_otep_payload",
        arguments: { document: { subject: "PKH0001", status_code: "otep:core:delivered" } },
      },
    });
    assert.equal(body.result.structuredContent.errors[0].code, "missing_field");
  });
});

describe("the vocabulary", () => {
  test("is published with its mappings", async () => {
    const { body } = await service.http("GET", "/api/v1/otep/codes");
    assert.deepEqual([body.codes.length, body.reasons.length, body.phases.length], [138, 55, 6]);
    const delivered = body.codes.find((one: { code: string }) => one.code === "otep:core:delivered");
    assert.partialDeepStrictEqual(delivered, {
      phase: "delivered",
      terminal: true,
      mappings: { uncefact: "21" },
      next: [],
    });
    const customs = await service.http("GET", "/api/v1/otep/codes?profile=customs");
    assert.equal(customs.body.codes.length, 6);
    const profiles = await service.http("GET", "/api/v1/otep/profiles");
    assert.equal(profiles.body.profiles.length, 12);
    assert.equal(profiles.body.formats.length, formats.length);
  });
});
