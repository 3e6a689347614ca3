import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  buildSharedOrder,
  computeGrantState,
  decidePermission,
  endScopes,
  expandMask,
  type SharedSource,
  toFilterRows,
} from "./rules.ts";
import { GRANT_SCOPES, MASKABLE_FIELDS } from "./shapes.ts";

const NOW = new Date("2026-03-10T12:00:00Z");
const grant = {
  alliance_id: 1,
  scopes: ["tracking", "orders_read"] as ("tracking" | "orders_read")[],
  ended_scopes: [] as "pois"[],
  filters: {},
  fields_masked: [] as (typeof MASKABLE_FIELDS)[number][],
  valid_until: null as string | null,
  is_open: true,
  terms_version: 2,
  grantor_state: "active" as const,
  grantor_signed: 2,
  grantee_state: "active" as const,
  grantee_signed: 2,
};

describe("a grant", () => {
  for (const [more, state] of [
    [{}, "in_force"],
    [{ scopes: [] }, "revoked"],
    [{ is_open: false }, "closed"],
    [{ grantee_state: "left" }, "not_member"],
    [{ grantee_state: "invited" }, "not_member"],
    [{ grantor_state: null }, "not_member"],
    [{ grantor_state: "suspended" }, "member_suspended"],
    [{ grantee_state: "suspended" }, "member_suspended"],
    [{ valid_until: "2026-03-10T12:00:00Z" }, "expired"],
    [{ valid_until: "2026-03-10T12:00:01Z" }, "in_force"],
    [{ grantee_signed: 1 }, "terms_unsigned"],
    [{ grantor_signed: null }, "terms_unsigned"],
  ] as const)
    test(`with ${JSON.stringify(more)} is ${state}`, () =>
      assert.equal(computeGrantState({ ...grant, ...more } as never, NOW), state));
});

describe("the permission of a pair", () => {
  const getReason = (...grants: object[]) => {
    const permission = decidePermission(grants as never, "tracking", NOW);
    return permission.is_granted ? "granted" : permission.reason;
  };

  test("names why there is none", () => {
    assert.equal(getReason(), "no_grant");
    assert.equal(getReason({ ...grant, scopes: ["orders_read"] }), "no_grant");
    assert.equal(getReason({ ...grant, scopes: [], ended_scopes: ["tracking"] }), "grant_revoked");
    assert.equal(getReason({ ...grant, valid_until: "2026-03-01T00:00:00Z" }), "grant_revoked");
    assert.equal(getReason({ ...grant, grantee_state: "suspended" }), "member_suspended");
    assert.equal(getReason({ ...grant, grantee_signed: 1 }), "terms_unsigned");
    assert.equal(getReason({ ...grant, scopes: [], ended_scopes: ["tracking"] }, grant), "granted");
  });

  test("withholds what any grant in force withholds, whatever its scopes", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            fields_masked: fc.subarray([...MASKABLE_FIELDS]),
            scopes: fc.subarray([...GRANT_SCOPES]),
            is_open: fc.boolean(),
          }),
          { maxLength: 4 },
        ),
        (drafts) => {
          const grants = drafts.map((draft, index) => ({ ...grant, ...draft, alliance_id: index }));
          const permission = decidePermission(grants as never, "tracking", NOW);
          const in_force = grants.filter((one) => one.is_open && one.scopes.length > 0);
          assert.equal(
            permission.is_granted,
            in_force.some(({ scopes }) => scopes.includes("tracking")),
          );
          if (!permission.is_granted) return;
          for (const { fields_masked } of in_force)
            assert.deepEqual(
              fields_masked.filter((field) => !permission.fields_masked.includes(field)),
              [],
            );
        },
      ),
    );
  });

  test("revoked scopes are remembered until they are given again", () => {
    const once = endScopes({ scopes: ["tracking", "pois"], ended_scopes: [] }, ["pois"]);
    assert.deepEqual(once, ["tracking"]);
    assert.deepEqual(endScopes({ scopes: ["pois"], ended_scopes: once }, ["tracking"]), ["pois"]);
  });
});

const place = (who: string) => ({
  name: `${who} name`,
  phone: `${who} phone`,
  email: `${who} email`,
  line1: `${who} street`,
  city: `${who} city`,
  postal_code: `${who} code`,
});
const source = {
  id: 7,
  tracking_number: "PH1",
  type: "P2P",
  status: "ROUTED",
  status_since: "2026-03-10T00:00:00.000Z",
  scheduled_date: "2026-03-10",
  delivered_at: null,
  ref: "the ref",
  customer: "the customer",
  pickup: place("sender"),
  dropoff: place("recipient"),
  lat: 12.3456,
  lng: 65.4321,
  window_start: "2026-03-10T08:00:00.000Z",
  window_end: null,
  delivery_instruction: "the instruction",
  weight_g: 987654,
  parcels: 1,
  contents: ["the contents"],
} as SharedSource;

/** A text that only this member of the order has. */
const SHOWN_BY: Partial<Record<(typeof MASKABLE_FIELDS)[number], string>> = {
  ref: "the ref",
  customer: "the customer",
  sender_name: "sender name",
  sender_phone: "sender phone",
  sender_email: "sender email",
  sender_address: "sender street",
  recipient_name: "recipient name",
  recipient_phone: "recipient phone",
  recipient_email: "recipient email",
  recipient_address: "recipient street",
  position: "12.3456",
  window: "08:00",
  instructions: "the instruction",
  contents: "the contents",
  weight_g: "987654",
};

test("a shared order has exactly the members that no mask withholds", () => {
  fc.assert(
    fc.property(fc.subarray([...MASKABLE_FIELDS]), (fields) => {
      const mask = expandMask(fields);
      const shared_order = buildSharedOrder(source, mask);
      const text = JSON.stringify(shared_order);
      for (const [field, reported_field] of Object.entries(SHOWN_BY))
        assert.equal(text.includes(reported_field), !mask.includes(field as never), field);
      assert.deepEqual(shared_order.masked, mask);
      assert.ok(!("id" in shared_order));
    }),
  );
});

test("an address withholds what would tell it", () => {
  assert.deepEqual(expandMask(["recipient_address"]), [
    "recipient_address",
    "position",
    "instructions",
    "event_places",
  ]);
});

test("filters become the parameter of the query", () => {
  const polygon = [
    { lat: 1, lng: 2 },
    { lat: 3, lng: 4 },
    { lat: 5, lng: 6 },
  ];
  assert.deepEqual(JSON.parse(toFilterRows([{ polygon, postcodes: ["ab 1-2"], from: "2026-01-01" }, {}])), [
    {
      customers: null,
      area: "((2,1),(4,3),(6,5))",
      postcodes: ["AB12"],
      date_from: "2026-01-01",
      date_to: null,
    },
    { customers: null, area: null, postcodes: null, date_from: null, date_to: null },
  ]);
});
