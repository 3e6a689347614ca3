import { randomUUID } from "node:crypto";
import { defineSamples, type Fixture } from "#tests/support/samples.ts";

async function addRelay(fixture: Fixture, status: string): Promise<number> {
  const { service, business } = fixture;
  const row = await service.system.row<{ id: number }>(
    `insert into luggage_relay (business_id, rental_id, status, status_since, warehouse_id, return_choice, exception, created_at, updated_at)
     values ($1, $2, $3, now(), $4, $5, $6, now(), now()) returning id`,
    [
      business.id,
      await fixture.another("rental"),
      status,
      await fixture.id("warehouse"),
      null,
      status === "EXCEPTION"
        ? JSON.stringify({
            kind: "other",
            note: fixture.unique_word,
            status_before: "AT_HUB",
            account_id: null,
            at: new Date(),
          })
        : null,
    ],
  );
  return row?.id ?? 0;
}

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    relay_in_exception: number;
  }
}

export const samples = defineSamples({
  own_texts: [
    "basis",
    "from_compartment",
    "from_locker",
    "holder",
    "hub_bin",
    "note",
    "renter",
    "tag",
    "warehouse",
  ],
  records: {
    luggage_relay: (fixture) => addRelay(fixture, "AT_HUB"),
    relay_in_exception: (fixture) => addRelay(fixture, "EXCEPTION"),
    luggage_bag: async (fixture) => {
      const row = await fixture.service.system.row<{ id: number }>(
        `insert into luggage_relay_bag (business_id, relay_id, tag, width_mm, height_mm, depth_mm, created_at, updated_at)
         values ($1, $2, $3, 300, 200, 400, now(), now()) returning id`,
        [fixture.business.id, await fixture.id("luggage_relay"), randomUUID().slice(0, 20)],
      );
      return row?.id ?? 0;
    },
  },
  operations: {
    luggageRelays: { grow: (fixture) => addRelay(fixture, "AT_HUB") },
    luggageRelayResolve: {
      member_kinds: { relay_id: "relay_in_exception" },
      not_tried: { "new_tags/bag_id": "a bag of the relay itself" },
    },
  },
});
