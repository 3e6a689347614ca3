import { randomUUID } from "node:crypto";
import { defineSamples, PLACE } from "#tests/support/samples.ts";
import { createBin } from "./operations/create-bin.ts";
import { createWarehouse } from "./operations/create-warehouse.ts";
import { createZone } from "./operations/create-zone.ts";
import { STATUSES } from "./shapes.ts";

export const samples = defineSamples({
  worded_codes: { "pages/execution/warehouse-mobile#floor.statuses": STATUSES },
  records: {
    warehouse: {
      create: async ({ people, place, unique_word: mark }) =>
        (
          await people.client_admin.call(createWarehouse, {
            code: `${mark.toUpperCase()}-${randomUUID().slice(0, 8).toUpperCase()}`,
            name: mark,
            place,
          })
        ).warehouse_id,
      shared: "routes of contractors start at any warehouse of the business",
    },
    zone: async (fixture) =>
      (
        await fixture.people.client_admin.call(createZone, {
          warehouse_id: await fixture.id("warehouse"),
          code: fixture.unique_word.toUpperCase(),
          name: fixture.unique_word,
          kind: "storage",
        })
      ).zone_id,
    bin: async (fixture) =>
      (
        await fixture.people.client_admin.call(createBin, {
          zone_id: await fixture.id("zone"),
          code: fixture.unique_word.toUpperCase(),
          kind: "shelf",
        })
      ).bin_id,
  },
  operations: {
    warehouseBinCreate: {
      inputs: [() => ({ code: "NEW", kind: "cage" })],
    },
    warehouseCreate: {
      inputs: [() => ({ code: "NEW", name: "New", place: PLACE })],
    },
    warehouseZoneCreate: {
      inputs: [() => ({ code: "NEW", name: "New", kind: "returns" })],
    },
  },
});
