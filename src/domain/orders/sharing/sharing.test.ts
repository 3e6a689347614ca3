import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { uploadFile } from "#domain/files/files/operations/upload-file.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { releaseRoute } from "#domain/planning/routes/operations/release-route.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { createShareLink } from "./operations/create-share-link.ts";
import { listShareLinks } from "./operations/list-share-links.ts";
import { revokeShareLink } from "./operations/revoke-share-link.ts";

const service = await testService();
service.freezeClock();

const HOUR_MS = 3_600_000;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const read = (token: string, what = "") =>
  service.http("GET", `/api/v1/shared/tracking${what}`, undefined, bearer(token));

async function share(business: TestBusiness, more: Partial<Parameters<typeof createShareLink.run>[1]> = {}) {
  const order = await business.order();
  const created_link = await business.as("client_admin")(createShareLink, {
    number: order.tracking_number,
    shows: ["proofs"],
    expires_in_h: 24,
    ...more,
  });
  return { order, ...created_link };
}

describe("a link to the tracking of an order", () => {
  test("shows that order without an account, and its token is shown once", async () => {
    const business = await service.business();
    const { order, token, url, link } = await share(business, { note: " For Ann " });
    assert.ok(url.endsWith(`/track/${order.tracking_number}#link=${token}`), url);
    assert.partialDeepStrictEqual(link, { state: "open", shows: ["proofs"], note: "For Ann", uses: 0 });

    const { status, body } = await read(token);
    assert.equal(status, 200, JSON.stringify(body));
    assert.partialDeepStrictEqual(body, {
      tracking_number: order.tracking_number,
      shows: ["proofs"],
      expires_at: link.expires_at,
    });
    assert.equal("driver_position" in body || "proofs" in body, false);

    const { links } = await business.as("employee")(listShareLinks, { number: order.tracking_number });
    assert.deepEqual(
      links.map(({ id, state }) => ({ id, state })),
      [{ id: link.id, state: "open" }],
    );
    assert.equal(JSON.stringify(links).includes(token), false);
    const link_row = await service.system.row<{ stored: string }>(
      "select row_to_json(l)::text as stored from link l where id = $1",
      [link.id],
    );
    assert.equal(link_row?.stored.includes(token), false);
  });

  test("ends when it expires, and at once when it is revoked: 410 with its own code", async () => {
    const business = await service.business();
    const [expiring, revoked] = [await share(business, { expires_in_h: 1 }), await share(business)];
    assert.equal((await read(expiring.token)).status, 200);
    assert.equal((await read(revoked.token)).status, 200);
    const admin = business.as("client_admin");
    const revocation = { number: revoked.order.tracking_number, link_id: revoked.link.id };
    const ended = await admin(revokeShareLink, revocation);
    assert.equal(ended.link.state, "revoked");
    const gone = await read(revoked.token);
    assert.deepEqual([gone.status, gone.body.error_code], [410, "LINK_REVOKED"]);
    assert.equal((await read(expiring.token)).status, 200);
    service.advance(HOUR_MS);
    const late = await read(expiring.token);
    assert.deepEqual([late.status, late.body.error_code], [410, "LINK_EXPIRED"]);
    // Revoked again it stays as it was, and no second event is written.
    assert.deepEqual((await admin(revokeShareLink, revocation)).link.revoked_at, ended.link.revoked_at);
    assert.deepEqual(
      (await business.readEvents("link", revoked.link.id)).map(({ kind }) => kind),
      ["link.created", "link.revoked"],
    );
    const { links } = await admin(listShareLinks, { number: expiring.order.tracking_number });
    assert.equal(links[0]?.state, "expired");
  });

  test("shows proofs and position only where it was made to", async () => {
    const business = await service.business({ settings: { public_proof: false } });
    const { order, token } = await share(business, { shows: [] });
    for (const what of ["/proofs", "/position"]) {
      const answer = await read(token, what);
      assert.deepEqual([answer.status, answer.body.error_code], [403, "FORBIDDEN"]);
    }
    const all = await business.as("client_admin")(createShareLink, {
      number: order.tracking_number,
      shows: ["position", "proofs"],
      expires_in_h: 24,
    });
    const driver = await business.driver();
    const admin = business.as("client_admin");
    const { route } = await admin(createRoute, { driver_id: driver.id, order_ids: [order.id] });
    await admin(releaseRoute, { route_id: route.id });
    service.advance(60_000);
    const phone = driver.person.http;
    const started = await phone("POST", `/api/v1/driver/routes/${route.id}/start`, {});
    assert.equal(started.status, 200, JSON.stringify(started.body));
    const position_answer = await phone("POST", "/api/v1/driver/positions", {
      device_id: "phone",
      route_id: route.id,
      positions: [{ seq: 1, at: service.now().toISOString(), lat: -15.712345, lng: -47.887654 }],
    });
    assert.equal(position_answer.status, 200, JSON.stringify(position_answer.body));
    const where = await read(all.token, "/position");
    assert.partialDeepStrictEqual(where.body, {
      stops_before: 0,
      driver_position: { lat: -15.712345, lng: -47.887654 },
    });
    const { file_id } = await driver.person.call(uploadFile, {
      content_base64: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4]).toString("base64"),
      content_type: "image/jpeg",
      name: "door.jpg",
    });
    const stop_id = route.stops[0]?.id;
    const completion = await phone("POST", `/api/v1/driver/stops/${stop_id}/complete`, {
      proofs: [{ kind: "photo", file_id }],
    });
    assert.equal(completion.status, 200, JSON.stringify(completion.body));
    assert.equal((await read(all.token, "/position")).body.driver_position, null);
    const { proofs } = (await read(all.token, "/proofs")).body;
    assert.equal(proofs[0].kind, "photo");
    const picture = await service.http("GET", proofs[0].url.replace(/^https?:\/\/[^/]+/, ""));
    assert.equal(picture.status, 200);
    // To the public, the business shows no picture.
    const public_answer = await service.http("GET", `/api/v1/tracking/${order.tracking_number}`);
    assert.equal(public_answer.body.proofs[0].url, null);
  });

  test("is counted, and its calls are in the audit log as its own", async () => {
    const business = await service.business();
    const { token, link } = await share(business);
    for (let calls = 0; calls < 3; calls += 1) await read(token);
    service.advance(2 * 60_000);
    await read(token);
    await service.runtime.audit.flush();
    const rows = await service.system.rows<{ operation: string; outcome: string; subjects: unknown }>(
      "select operation, outcome, subjects from audit where business_id = $1 and actor_kind = 'link'",
      [business.id],
    );
    assert.equal(rows.length, 4);
    assert.deepEqual(rows[0], {
      operation: "trackingShared",
      outcome: "done",
      subjects: [{ type: "link", id: link.id, kind: "link.used" }],
    });
    const counted = await service.system.row<{ uses: number; last_used_at: string }>(
      "select uses, last_used_at from link where id = $1",
      [link.id],
    );
    assert.equal(counted?.uses, 4);
    assert.equal(+new Date(counted?.last_used_at ?? 0), +service.now());
  });

  test("is limited by itself: the calls of another one do not count", async () => {
    const business = await service.business();
    const [busy, calm] = [await share(business), await share(business)];
    const answers = await Promise.all(Array.from({ length: 121 }, () => read(busy.token)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 120);
    const refused = answers.find(({ status }) => status === 429);
    assert.equal(refused?.body.error_code, "TOO_MANY_REQUESTS");
    assert.equal((await read(calm.token)).status, 200);
  });
});

describe("making links", () => {
  test("is refused beyond twenty that are in force; one that ended makes room", async () => {
    const business = await service.business();
    const { order, link } = await share(business);
    const admin = business.as("client_admin");
    const make = () => admin(createShareLink, { number: order.tracking_number, shows: [], expires_in_h: 1 });
    const creations = await Promise.allSettled(Array.from({ length: 21 }, make));
    assert.equal(creations.filter(({ status }) => status === "fulfilled").length, 19);
    assert.equal((await catchRefusal(make())).code, "too_many_links");
    await admin(revokeShareLink, { number: order.tracking_number, link_id: link.id });
    await make();
  });

  test("is for those who may read the order; others learn nothing", async () => {
    const business = await service.business();
    const [owner, other] = [await business.customer(), await business.customer()];
    const contractor = await business.contractor();
    const order = await business.order({ customer_id: owner.id });
    const input = { number: order.tracking_number, shows: [], expires_in_h: 1 };
    const { token, link } = await owner.person.call(createShareLink, input);
    assert.equal((await read(token)).body.tracking_number, order.tracking_number);
    const other_business = await service.business();
    for (const call of [other.person.call, contractor.person.call, other_business.as("client_admin")]) {
      const unknown = await catchRefusal(call(createShareLink, { ...input, number: "PH10000000000085" }));
      const refusal = await catchRefusal(call(createShareLink, input));
      assert.deepEqual([refusal.code, refusal.message], [unknown.code, unknown.message]);
      assert.equal((await catchRefusal(call(listShareLinks, { number: input.number }))).code, "not_found");
      const revoked = call(revokeShareLink, { number: input.number, link_id: link.id });
      assert.equal((await catchRefusal(revoked)).code, "not_found");
    }
    assert.equal((await read(token)).status, 200);
  });

  test("a link of another order is not found under this one", async () => {
    const business = await service.business();
    const [one, other] = [await share(business), await share(business)];
    const wrong = { number: one.order.tracking_number, link_id: other.link.id };
    assert.equal((await catchRefusal(business.as("client_admin")(revokeShareLink, wrong))).code, "not_found");
    assert.equal((await read(other.token)).status, 200);
  });

  test("repeated with the same idempotency key answers the same token; a dry run makes none", async () => {
    const business = await service.business();
    const order = await business.order();
    const admin = business.as("client_admin");
    const input = { number: order.tracking_number, shows: [], expires_in_h: 1 };
    const preview = await admin(createShareLink, input, { dry_run: true });
    assert.equal((await read(preview.token)).status, 401);
    const first = await admin(createShareLink, input, { idempotency_key: "one" });
    const again = await admin(createShareLink, input, { idempotency_key: "one" });
    assert.equal(again.token, first.token);
    assert.equal((await admin(listShareLinks, { number: input.number })).links.length, 1);
  });
});
