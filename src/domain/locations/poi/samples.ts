import { defineSamples } from "#tests/support/samples.ts";
import { createPoi } from "./operations/create-poi.ts";

export const samples = defineSamples({
  own_texts: ["calendar", "tags"],
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
  },
  operations: {
    pois: { inputs: [() => ({ near: "-15.72,-47.89", radius_m: 1000 })] },
    poiCreate: {
      inputs: [() => ({ geometry: { type: "Point", coordinates: [-47.9, -15.8] } })],
    },
  },
});
