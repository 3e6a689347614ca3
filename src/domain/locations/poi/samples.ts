import { defineSamples } from "#tests/support/samples.ts";
import { createPoi } from "./operations/create-poi.ts";
import { importPois } from "./operations/import-pois.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    poi_duplicate: number;
  }
}

const FILE = {
  content_base64: Buffer.from("name,kind,lat,lng\nDock 1,dock,-15.7,-47.8").toString("base64"),
  content_type: "text/csv" as const,
  name: "docks.csv",
};

export const samples = defineSamples({
  own_texts: ["calendar", "import_id", "tags"],
  records: {
    poi: {
      shared: "a place is of the business, whose drivers all go there",
      create: async ({ people, unique_word: mark }) =>
        (
          await people.client_admin.call(createPoi, {
            name: `${mark} Gate`,
            kind: "gate",
            geometry: { type: "Point", coordinates: [-47.89, -15.72] },
            hours: { weekly: [{ days: ["monday"], intervals: [{ opens: "08:00", closes: "18:00" }] }] },
          })
        ).poi_id,
    },
    poi_duplicate: async ({ people, unique_word: mark }) =>
      (
        await people.client_admin.call(createPoi, {
          name: `${mark} Gate again`,
          kind: "gate",
          geometry: { type: "Point", coordinates: [-47.89, -15.72] },
        })
      ).poi_id,
    poi_import: {
      create: async ({ people }) => (await people.client_admin.call(importPois, FILE)).import_id,
      unknown: "00000000-0000-4000-8000-000000000000",
    },
  },
  operations: {
    poiMerge: { member_kinds: { duplicate_ids: "poi_duplicate" } },
    poiImport: {
      inputs: [() => FILE],
      bulk_members: "a job: done and failed so far; its import has the rows that failed",
    },
    poiVisits: {
      async grow({ service, business, id }, n) {
        await service.system.execute(
          `insert into poi_visit (business_id, poi_id, driver_id, status, arrived_at, last_inside_at, departed_at, created_at)
           values ($1, $2, $3, 'left', now(), now(), now(), now())`,
          [business.id, await id("poi"), 1 + (n % 3)],
        );
      },
    },
    pois: { inputs: [() => ({ near: "-15.72,-47.89", radius_m: 1000 })] },
    poiCreate: {
      inputs: [() => ({ geometry: { type: "Point", coordinates: [-47.9, -15.8] } })],
    },
  },
});
