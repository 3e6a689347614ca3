import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { buildConsumerContext } from "#operation/run/consumers.ts";
import { ally } from "#tests/support/alliances.ts";
import { runSchedule } from "#tests/support/jobs.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";
import { notifyMembers } from "./consumers/notify-members.ts";
import { acceptInvitation } from "./operations/accept-invitation.ts";
import { createAlliance } from "./operations/create-alliance.ts";
import { declineInvitation } from "./operations/decline-invitation.ts";
import { getAlliance as loadAlliance } from "./operations/get-alliance.ts";
import { getSharedTracking } from "./operations/get-shared-tracking.ts";
import { inviteMember } from "./operations/invite-member.ts";
import { leaveAlliance } from "./operations/leave-alliance.ts";
import { listAccess } from "./operations/list-access.ts";
import { listAccessibleClients } from "./operations/list-accessible-clients.ts";
import { listAllianceGrants as loadGrants } from "./operations/list-alliance-grants.ts";
import { listAllianceMembers as loadMembers } from "./operations/list-alliance-members.ts";
import { listAlliances } from "./operations/list-alliances.ts";
import { listSharedOrders } from "./operations/list-shared-orders.ts";
import { previewGrant } from "./operations/preview-grant.ts";
import { resumeMember } from "./operations/resume-member.ts";
import { revokeGrant } from "./operations/revoke-grant.ts";
import { setGrant } from "./operations/set-grant.ts";
import { suspendMember } from "./operations/suspend-member.ts";
import { updateAlliance } from "./operations/update-alliance.ts";
import { findPermission, lockPermission } from "./public.ts";

const service = await testService();

const admin = (business: TestBusiness) => business.as("client_admin");
const catchCode = async (refused: Promise<unknown>) => (await catchRefusal(refused)).code;
const catchStatus = async (refused: Promise<unknown>) => (await catchRefusal(refused)).status;
const read = (reader: TestBusiness, { code: client_code }: TestBusiness, more = {}) =>
  admin(reader)(listSharedOrders, { client_code, ...more });
const track = (reader: TestBusiness, { code: client_code }: TestBusiness, number: string) =>
  admin(reader)(getSharedTracking, { client_code, number });

/** Two members with a grant of the first to the second. */
async function pair(more: Partial<Parameters<typeof grant>[3]> = {}) {
  const [a, b] = [await service.business(), await service.business()];
  const alliance_id = await ally(a, b);
  await grant(a, alliance_id, b, more);
  return { a, b, alliance_id };
}

function grant(
  from: TestBusiness,
  alliance_id: number,
  { code: client_code }: TestBusiness,
  more: {
    scopes?: ("tracking" | "orders_read" | "transfer")[];
    fields_masked?: "ref"[];
    filters?: object;
  } = {},
) {
  const terms = { scopes: ["tracking" as const, "orders_read" as const], ...more };
  return admin(from)(setGrant, { alliance_id, client_code, ...terms });
}

describe("membership", () => {
  test("is invited, read, signed, left and invited again; every step has its refusals", async () => {
    const [a, b, c] = [await service.business(), await service.business(), await service.business()];
    const { alliance } = await admin(a)(createAlliance, { name: "Line", terms: "First" });
    const alliance_id = alliance.id;
    assert.deepEqual([alliance.role, alliance.state, alliance.must_sign], ["owner", "active", false]);
    const invite = (by: TestBusiness, { code: client_code }: { code: string }, role?: "admin") =>
      admin(by)(inviteMember, { alliance_id, client_code, ...(role === undefined ? {} : { role }) });
    const sign = (by: TestBusiness, terms_version = 1) =>
      admin(by)(acceptInvitation, { alliance_id, terms_version });

    assert.equal(await catchCode(admin(b)(loadAlliance, { alliance_id })), "not_found");
    assert.equal(await catchCode(sign(b)), "not_found");
    assert.equal(await catchCode(invite(a, { code: "nobody-of-this-code" })), "unknown_client");
    await invite(a, b, "admin");
    assert.equal(await catchCode(invite(a, b)), "already_invited");
    assert.equal(await catchCode(invite(a, a)), "already_member");
    // Invited: it reads the terms and the members, and may not act.
    assert.equal((await admin(b)(loadAlliance, { alliance_id })).alliance.terms, "First");
    assert.equal(await catchCode(invite(b, c)), "not_active");
    assert.equal(await catchCode(grant(b, alliance_id, a)), "not_active");
    await admin(a)(updateAlliance, { alliance_id, terms: "Second" });
    const changed = await catchRefusal(sign(b));
    assert.deepEqual(
      [changed.code, changed.status, changed.extra],
      ["terms_changed", 409, { terms_version: 2 }],
    );
    const joined = await sign(b, 2);
    assert.deepEqual([joined.alliance.state, joined.alliance.signed_version], ["active", 2]);
    assert.equal(await catchCode(sign(b, 2)), "already_signed");

    // An admin invites members and suspends them, and nobody above.
    await invite(b, c);
    assert.equal(await catchCode(invite(b, c, "admin")), "not_owner");
    await sign(c, 2);
    assert.equal(await catchCode(invite(c, a)), "not_manager");
    assert.equal(await catchCode(admin(c)(updateAlliance, { alliance_id, name: "Mine" })), "not_owner");
    for (const client_code of [a.code, b.code])
      assert.equal(await catchCode(admin(b)(suspendMember, { alliance_id, client_code })), "not_above");
    const client_code = c.code;
    await admin(b)(suspendMember, { alliance_id, client_code, reason: "Unpaid" });
    assert.equal(await catchCode(admin(a)(suspendMember, { alliance_id, client_code })), "wrong_state");
    assert.deepEqual(
      [
        (await admin(c)(listAlliances, {})).alliances[0]?.state,
        (await admin(c)(loadAlliance, { alliance_id })).alliance.suspension_reason,
      ],
      ["suspended", "Unpaid"],
    );
    await admin(a)(resumeMember, { alliance_id, client_code });
    assert.equal(await catchCode(admin(a)(resumeMember, { alliance_id, client_code })), "wrong_state");

    assert.equal(await catchCode(admin(a)(leaveAlliance, { alliance_id })), "owner_stays");
    await admin(c)(leaveAlliance, { alliance_id });
    assert.equal(await catchCode(admin(c)(leaveAlliance, { alliance_id })), "not_in");
    assert.equal(await catchCode(sign(c, 2)), "not_invited");
    const after = await admin(c)(loadAlliance, { alliance_id });
    assert.deepEqual([after.alliance.state, after.alliance.terms], ["left", ""]);
    assert.equal((await admin(c)(loadMembers, { alliance_id })).total, 0);
    await invite(a, c);
    await admin(c)(declineInvitation, { alliance_id });
    assert.equal(await catchCode(admin(c)(declineInvitation, { alliance_id })), "not_invited");
    const { members } = await admin(a)(loadMembers, { alliance_id });
    assert.deepEqual(
      Object.fromEntries(members.map((member) => [member.client_code, `${member.role} ${member.state}`])),
      { [a.code]: "owner active", [b.code]: "admin active", [c.code]: "member declined" },
    );

    await admin(a)(updateAlliance, { alliance_id, status: "closed" });
    assert.equal(await catchCode(invite(a, c)), "alliance_closed");
    assert.equal(await catchCode(admin(a)(updateAlliance, { alliance_id, name: "More" })), "alliance_closed");
    // Nothing crossed: each row belongs to the business that decided.
    const kinds = async (business: TestBusiness) =>
      (await business.readEvents("alliance", alliance_id)).map(({ kind }) => kind);
    assert.deepEqual(await kinds(c), ["alliance.joined", "alliance.left", "alliance.declined"]);
    assert.deepEqual(await kinds(b), ["alliance.joined", "alliance.invited", "alliance.member_suspended"]);
  });

  test("grants to a member that left or declined do not revive when it is invited again", async () => {
    const [a, b, c] = [await service.business(), await service.business(), await service.business()];
    const { alliance } = await admin(a)(createAlliance, { name: "Line", terms: "First" });
    const alliance_id = alliance.id;
    const join = async (member: TestBusiness) => {
      await admin(a)(inviteMember, { alliance_id, client_code: member.code });
      await admin(member)(acceptInvitation, { alliance_id, terms_version: 1 });
    };
    const reach = async (member: TestBusiness) =>
      (await admin(member)(listAccessibleClients, {})).clients.map(({ client_code }) => client_code).sort();
    await join(b);
    await join(c);
    await grant(a, alliance_id, b);
    await grant(c, alliance_id, b);
    await grant(b, alliance_id, a);
    assert.deepEqual(await reach(b), [a.code, c.code].sort());
    await admin(b)(leaveAlliance, { alliance_id });
    assert.deepEqual(await reach(b), []);
    await join(b);
    assert.deepEqual([await reach(b), await reach(a)], [[], []]);
    // Granted again, it holds; and a member that declines loses what it was granted in the meantime.
    await grant(c, alliance_id, b);
    assert.deepEqual(await reach(b), [c.code]);
    await admin(b)(leaveAlliance, { alliance_id });
    await admin(a)(inviteMember, { alliance_id, client_code: b.code });
    await admin(b)(declineInvitation, { alliance_id });
    await join(b);
    assert.deepEqual(await reach(b), []);
    // A suspended member is resumed with what it had.
    await grant(a, alliance_id, c);
    await admin(a)(suspendMember, { alliance_id, client_code: c.code });
    await admin(a)(resumeMember, { alliance_id, client_code: c.code });
    assert.deepEqual(await reach(c), [a.code]);
  });

  test("of invitations and answers at the same time, one of each kind succeeds", async () => {
    const [a, b] = [await service.business(), await service.business()];
    const { alliance } = await admin(a)(createAlliance, { name: "Line", terms: "Terms" });
    const [input, six] = [{ alliance_id: alliance.id, client_code: b.code }, [1, 2, 3, 4, 5, 6]];
    const count = (results: PromiseSettledResult<unknown>[]) =>
      results.filter(({ status }) => status === "fulfilled").length;
    assert.equal(count(await Promise.allSettled(six.map(() => admin(a)(inviteMember, input)))), 1);
    const answers = six.map((n) =>
      n % 2 === 0
        ? admin(b)(acceptInvitation, { alliance_id: alliance.id, terms_version: 1 })
        : admin(b)(declineInvitation, { alliance_id: alliance.id }),
    );
    assert.equal(count(await Promise.allSettled(answers)), 1);
  });
});

describe("what is granted", () => {
  test("is read by that member alone, in that direction, and logged on the owner's side", async () => {
    const { a, b, alliance_id } = await pair();
    const stranger = await service.business();
    const [order] = [await a.order({ ref: "R-1" }), await b.order()];
    const { orders, total } = await read(b, a);
    assert.deepEqual(
      [total, orders.map(({ tracking_number, ref }) => [tracking_number, ref])],
      [1, [[order.tracking_number, "R-1"]]],
    );
    const tracked = await track(b, a, order.tracking_number);
    assert.deepEqual(
      [tracked.order.tracking_number, tracked.order.recipient_name],
      [order.tracking_number, "Clara Dias"],
    );
    assert.ok(tracked.events.length > 0);
    for (const [reader, owner] of [
      [a, b],
      [stranger, a],
      [a, a],
    ] as const) {
      assert.deepEqual(
        [await catchCode(read(reader, owner)), await catchStatus(read(reader, owner))],
        ["no_grant", 403],
      );
      assert.equal(await catchCode(track(reader, owner, order.tracking_number)), "no_grant");
    }
    assert.equal(
      await catchCode(admin(stranger)(listSharedOrders, { client_code: "no-such-code" })),
      "no_grant",
    );
    assert.equal(await catchCode(track(b, a, "PH99999999")), "not_found");
    // The number is of the reader itself: no partner shares it.
    assert.equal(await catchCode(track(b, a, (await b.order()).tracking_number)), "not_found");

    await read(b, a);
    const { entries } = await admin(a)(listAccess, { alliance_id });
    assert.deepEqual(
      entries.map(({ client_code, scope, tracking_number, reads, records }) => [
        client_code,
        scope,
        tracking_number,
        reads,
        records,
      ]),
      [
        [b.code, "tracking", order.tracking_number, 1, 1],
        [b.code, "orders_read", null, 2, 2],
      ],
    );
    assert.equal(entries[0]?.person, (await b.person("client_admin")).actor.name);
    assert.equal((await admin(b)(listAccess, { alliance_id })).total, 0);
    const { clients } = await admin(b)(listAccessibleClients, {});
    assert.deepEqual(
      clients.map(({ client_code, scopes }) => [client_code, scopes]),
      [[a.code, ["tracking", "orders_read"]]],
    );
    assert.deepEqual((await admin(a)(listAccessibleClients, {})).clients, []);
    assert.deepEqual((await admin(b)(loadGrants, { alliance_id })).received[0]?.filters, null);

    // What was used is reported once the day is over.
    service.advance(24 * 3_600_000);
    await runSchedule(service, "alliances.report-use", a.id);
    await runSchedule(service, "alliances.report-use", a.id);
    const used = (await a.readEvents("alliance", alliance_id)).filter(({ kind }) => kind === "grant.used");
    assert.deepEqual(
      used.map(({ payload }) => [payload["scope"], payload["reads"], payload["records"]]).sort(),
      [
        ["orders_read", 2, 2],
        ["tracking", 1, 1],
      ],
    );
  });

  test("is limited by customer, postcode, area and date, in the list and in tracking", async () => {
    const [a, b] = [await service.business(), await service.business()];
    const alliance_id = await ally(a, b);
    const { id: customer_id } = await a.customer();
    const at = (more: object) => ({
      line1: "Quadra 1",
      city: "Brasília",
      country: "BR",
      lat: -15.75,
      lng: -47.85,
      ...more,
    });
    const created_records = {
      customer: await a.order({
        customer_id,
        dropoff: at({ postal_code: "1234-567" }),
        scheduled_date: "2030-01-10",
      }),
      north: await a.order({
        dropoff: at({ postal_code: "70 711", lat: -10, lng: -40 }),
        scheduled_date: "2030-01-20",
      }),
      south: await a.order({ dropoff: at({ postal_code: "90000" }), scheduled_date: "2030-02-01" }),
    };
    const square = [
      [-9, -41],
      [-9, -39],
      [-11, -39],
      [-11, -41],
    ].map(([lat, lng]) => ({ lat, lng }));
    for (const [filters, expected] of [
      [{ customer_ids: [customer_id] }, ["customer"]],
      [{ postcodes: ["707", "12 34"] }, ["customer", "north"]],
      [{ polygon: square }, ["north"]],
      [{ polygon: square, postcodes: ["9"] }, ["north", "south"]],
      [{ from: "2030-01-15" }, ["north", "south"]],
      [{ from: "2030-01-05", to: "2030-01-20" }, ["customer", "north"]],
      [{ polygon: square, to: "2030-01-19" }, []],
      [{}, ["customer", "north", "south"]],
    ] as const) {
      const terms = { scopes: ["tracking" as const, "orders_read" as const], filters: filters as object };
      const preview = await admin(a)(previewGrant, { alliance_id, client_code: b.code, ...terms });
      assert.equal(preview.orders, expected.length);
      await grant(a, alliance_id, b, terms);
      const { orders, total } = await read(b, a);
      const numbers = Object.fromEntries(
        Object.entries(created_records).map(([name, order]) => [order.tracking_number, name]),
      );
      assert.deepEqual(
        orders.map(({ tracking_number }) => numbers[tracking_number]).sort(),
        [...expected],
        JSON.stringify(filters),
      );
      assert.equal(total, expected.length);
      for (const [name, order] of Object.entries(created_records)) {
        const outcome = await track(b, a, order.tracking_number).then(
          () => true,
          () => false,
        );
        assert.equal(
          outcome,
          (expected as readonly string[]).includes(name),
          `${name} ${JSON.stringify(filters)}`,
        );
      }
    }
    const theirs = await b.customer();
    for (const [filters, code] of [
      [{ customer_ids: [theirs.id] }, "unknown_customer"],
      [{ from: "2030-01-02", to: "2030-01-01" }, "wrong_dates"],
    ] as const)
      assert.equal(await catchCode(grant(a, alliance_id, b, { filters })), code);
    assert.equal(await catchCode(grant(a, alliance_id, a)), "to_itself");
    assert.equal(
      await catchCode(grant(a, alliance_id, { code: "nobody" } as TestBusiness)),
      "unknown_member",
    );
    const past = { alliance_id, client_code: b.code, scopes: [], valid_until: "2020-01-01T00:00:00Z" };
    assert.equal(await catchCode(admin(a)(setGrant, past)), "past_end");
  });

  test("of two alliances is never wider than the narrower one for the same owner", async () => {
    const { a, b, alliance_id: narrow } = await pair({ fields_masked: ["ref"] });
    const wide = await ally(a, b);
    await grant(a, wide, b);
    const order = await a.order({ ref: "R-SECRET" });
    const listed = async () => (await read(b, a)).orders[0];
    const tracked = async () => (await track(b, a, order.tracking_number)).order;
    for (const shared_order of [await listed(), await tracked()])
      assert.deepEqual([shared_order?.masked, shared_order?.ref], [["ref"], undefined]);
    // The mask applies also where the narrower one gives another scope alone.
    await grant(a, narrow, b, { scopes: ["transfer"], fields_masked: ["ref"] });
    assert.deepEqual((await listed())?.masked, ["ref"]);
    const preview = await admin(a)(previewGrant, {
      alliance_id: wide,
      client_code: b.code,
      scopes: ["tracking"],
    });
    assert.deepEqual([preview.masked_elsewhere, preview.tracking?.order.ref], [["ref"], undefined]);
    assert.deepEqual((await admin(b)(listAccessibleClients, {})).clients[0]?.fields_masked, ["ref"]);
    await admin(a)(revokeGrant, { alliance_id: narrow, client_code: b.code });
    assert.deepEqual((await listed())?.masked, []);
  });

  test("ends at once when it is revoked: the next page of a running read is refused", async () => {
    const { a, b, alliance_id } = await pair();
    const orders = [await a.order(), await a.order(), await a.order()];
    const first = await read(b, a, { per_page: 2 });
    assert.deepEqual([first.orders.length, first.total, typeof first.next_cursor], [2, 3, "string"]);
    const cursor = first.next_cursor ?? "";
    assert.equal((await read(b, a, { per_page: 2, cursor })).orders.length, 1);
    await admin(a)(revokeGrant, { alliance_id, client_code: b.code });
    for (const again of [
      () => read(b, a, { per_page: 2, cursor }),
      () => track(b, a, orders[0]?.tracking_number ?? ""),
    ]) {
      const { code, status } = await catchRefusal(again());
      assert.deepEqual([code, status], ["grant_revoked", 410]);
    }
    assert.equal(
      await catchCode(admin(a)(revokeGrant, { alliance_id, client_code: b.code })),
      "nothing_granted",
    );
    assert.equal((await admin(a)(listAccess, { alliance_id })).entries[0]?.reads, 2);
  });

  test("is not revoked in the middle of a read, and not read after the revocation returned", async () => {
    const { a, b, alliance_id } = await pair();
    await a.order();
    const client = await service.runtime.pools.service.connect();
    let revoked = false;
    try {
      // A read that holds the grant, as `readShared` does.
      await client.query(`begin; set local app.business_id = '${a.id}'`);
      await client.query("select lock_alliance_grants($1, $2)", [a.id, b.id]);
      const revoking = admin(a)(revokeGrant, { alliance_id, client_code: b.code }).then(() => {
        revoked = true;
      });
      const locks = async () =>
        (
          await service.system.rows(
            "select 1 from pg_locks where not granted and locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
          )
        ).length;
      await until("the revocation waits", async () => (await locks()) === 1);
      // Who comes later waits behind it: readers who follow each other do not keep it waiting.
      const later = Array.from({ length: 2 }, () => catchCode(read(b, a)));
      await until("the later reads wait", async () => (await locks()) === 3);
      assert.equal(revoked, false);
      await client.query("commit");
      await revoking;
      assert.deepEqual(new Set(await Promise.all(later)), new Set(["grant_revoked"]));
    } finally {
      client.release();
    }
    assert.equal(await catchCode(read(b, a)), "grant_revoked");
    // A read waits for a revocation under way, and is refused after it.
    await grant(a, alliance_id, b);
    const revoking = await service.runtime.pools.service.connect();
    try {
      await revoking.query(`begin; set local app.business_id = '${a.id}'`);
      await revoking.query("select lock_alliance($1)", [alliance_id]);
      await revoking.query(
        "update alliance_grant set scopes = '{}', ended_scopes = '{orders_read}' where business_id = $1",
        [a.id],
      );
      const reading = catchCode(read(b, a));
      const waits = async () =>
        (await service.system.rows("select 1 from pg_locks where not granted")).length > 0;
      await Promise.race([reading, until("the read waits", waits)]);
      await revoking.query("commit");
      assert.equal(await reading, "grant_revoked");
    } finally {
      revoking.release();
    }
    // Many readers while it is granted and revoked: none that begins after the revocation gets anything.
    await grant(a, alliance_id, b);
    const readers = Array.from({ length: 8 }, () =>
      read(b, a).then(
        () => "read",
        () => "refused",
      ),
    );
    await admin(a)(revokeGrant, { alliance_id, client_code: b.code });
    const late = await Promise.all(Array.from({ length: 8 }, () => catchCode(read(b, a))));
    assert.deepEqual(new Set(late), new Set(["grant_revoked"]));
    await Promise.all(readers);
    // Readers who never stop: the revocation wins, and none of their reads that begins after it succeeds.
    await grant(a, alliance_id, b);
    let is_revoked = false;
    const late_reads: string[] = [];
    const loops = Array.from({ length: 3 }, async () => {
      for (let last = false; !last; ) {
        last = is_revoked;
        const outcome = await catchCode(read(b, a)).catch(() => "read");
        if (last) late_reads.push(outcome);
      }
    });
    await admin(a)(revokeGrant, { alliance_id, client_code: b.code });
    is_revoked = true;
    await Promise.all(loops);
    assert.deepEqual(late_reads, ["grant_revoked", "grant_revoked", "grant_revoked"]);
  });

  test("a suspended member reads nothing and nothing of it is read; leaving, new terms and closing end it too", async () => {
    const { a, b, alliance_id } = await pair();
    await grant(b, alliance_id, a);
    const order = await a.order();
    await admin(a)(suspendMember, { alliance_id, client_code: b.code });
    for (const [reader, owner] of [
      [b, a],
      [a, b],
    ] as const)
      assert.deepEqual(
        [await catchCode(read(reader, owner)), await catchStatus(read(reader, owner))],
        ["member_suspended", 403],
      );
    assert.equal(await catchCode(track(b, a, order.tracking_number)), "member_suspended");
    assert.deepEqual((await admin(b)(listAccessibleClients, {})).clients, []);
    await admin(a)(resumeMember, { alliance_id, client_code: b.code });
    assert.equal((await read(b, a)).total, 1);

    await admin(a)(updateAlliance, { alliance_id, terms: "New terms" });
    const unsigned = await catchRefusal(read(b, a));
    assert.deepEqual([unsigned.code, unsigned.status], ["terms_unsigned", 409]);
    assert.equal(await catchCode(grant(b, alliance_id, a)), "terms_changed");
    assert.equal((await admin(b)(loadAlliance, { alliance_id })).alliance.must_sign, true);
    await admin(b)(acceptInvitation, { alliance_id, terms_version: 2 });
    assert.equal((await read(b, a)).total, 1);

    await admin(b)(leaveAlliance, { alliance_id });
    const ended = (await b.readEvents("alliance", alliance_id)).at(-2);
    assert.deepEqual([ended?.kind, ended?.payload["scopes"]], ["grant.changed", []]);
    assert.equal(await catchCode(read(b, a)), "grant_revoked");
    assert.equal(await catchCode(read(a, b)), "grant_revoked");
    await admin(a)(inviteMember, { alliance_id, client_code: b.code });
    await admin(b)(acceptInvitation, { alliance_id, terms_version: 2 });
    // Nothing is in force again, from no member.
    assert.equal(await catchCode(read(b, a)), "grant_revoked");
    assert.equal(await catchCode(read(a, b)), "grant_revoked");
    assert.ok((await admin(a)(listAccess, { alliance_id })).total > 0);

    const until = new Date(service.now().getTime() + 60_000).toISOString();
    await admin(a)(setGrant, {
      alliance_id,
      client_code: b.code,
      scopes: ["orders_read"],
      valid_until: until,
    });
    assert.equal((await read(b, a)).total, 1);
    assert.equal(await catchCode(track(b, a, order.tracking_number)), "grant_revoked");
    service.advance(61_000);
    assert.equal(await catchCode(read(b, a)), "grant_revoked");
    await grant(a, alliance_id, b);
    await admin(a)(updateAlliance, { alliance_id, status: "closed" });
    assert.equal(await catchCode(read(b, a)), "grant_revoked");
  });

  test("of an older version is not overwritten", async () => {
    const { a, b, alliance_id } = await pair();
    const input = { alliance_id, client_code: b.code, scopes: ["tracking" as const] };
    await admin(a)(setGrant, input, { if_match: 1 });
    assert.equal(await catchCode(admin(a)(setGrant, input, { if_match: 1 })), "version_conflict");
  });

  test("other families ask from either side, and get no answer about others", async () => {
    const { a, b } = await pair({ scopes: ["transfer"] });
    const c = await service.business();
    const question = { grantor_id: a.id, grantee_id: b.id, scope: "transfer" as const };
    const askPermission = async (business: TestBusiness) => {
      const context = buildConsumerContext(service.runtime, "test");
      const [permission, locked] = [
        await context.transaction(business.id, (inside) => findPermission(inside, question)),
        await context.transaction(business.id, (inside) => lockPermission(inside, question)),
      ];
      assert.deepEqual(permission, locked);
      return permission;
    };
    assert.deepEqual(
      [(await askPermission(a)).is_granted, (await askPermission(b)).is_granted],
      [true, true],
    );
    assert.deepEqual(await askPermission(c), { is_granted: false, reason: "no_grant" });
  });
});

test("other members are told what concerns them, once", async () => {
  const { a, b, alliance_id } = await pair();
  const outsider = await service.business();
  const events = await service.system.rows<never>(
    "select * from event where subject_type = 'alliance' and subject_id = $1 order by id",
    [String(alliance_id)],
  );
  const member_events = events.filter(({ kind }) =>
    (notifyMembers.listKinds(service.runtime.registry) as string[]).includes(kind),
  );
  for (let times = 1; times <= 2; times += 1)
    await notifyMembers.handle(buildConsumerContext(service.runtime, notifyMembers.name), member_events);
  const heard = async (business: TestBusiness) =>
    (await business.readEvents("alliance", alliance_id)).flatMap(({ kind, payload }) =>
      kind === "alliance.updated" ? [`${payload["what"]} by ${payload["by"]}`] : [],
    );
  assert.deepEqual(await heard(b), [`alliance.invited by ${a.code}`, `grant.changed by ${a.code}`]);
  assert.deepEqual(await heard(a), [`alliance.joined by ${b.code}`]);
  assert.deepEqual(await heard(outsider), []);
});

test("a grantor to a business that leaves is notified once that the grant ended", async () => {
  const { a, b, alliance_id } = await pair();
  const c = await service.business();
  await admin(a)(inviteMember, { alliance_id, client_code: c.code });
  await admin(c)(acceptInvitation, { alliance_id, terms_version: 1 });
  await grant(c, alliance_id, b);
  // What the leaver itself granted is revoked in the same transaction, before the event of its leaving.
  await grant(b, alliance_id, a);
  const tell = async () => {
    const events = await service.system.rows<never>(
      "select * from event where subject_type = 'alliance' and subject_id = $1 order by id",
      [String(alliance_id)],
    );
    const kinds: readonly string[] = notifyMembers.listKinds(service.runtime.registry);
    const member_events = events.filter(({ kind }) => kinds.includes(kind));
    await notifyMembers.handle(buildConsumerContext(service.runtime, notifyMembers.name), member_events);
  };
  const readLastEvent = async (business: TestBusiness) =>
    (await business.readEvents("alliance", alliance_id)).at(-1);
  const countGrants = async (business: TestBusiness) =>
    (await business.readEvents("alliance", alliance_id)).filter(({ kind }) => kind === "grant.changed")
      .length;
  await tell();
  const before = [await countGrants(a), await countGrants(c)];
  await admin(b)(leaveAlliance, { alliance_id });
  await tell();
  await tell();
  for (const grantor of [a, c]) {
    const last = await readLastEvent(grantor);
    assert.equal(last?.kind, "grant.changed", grantor.code);
    assert.deepEqual([last?.payload["client_code"], last?.payload["scopes"]], [b.code, []]);
  }
  assert.deepEqual(
    [await countGrants(a), await countGrants(c)],
    before.map((count) => count + 1),
  );
});
