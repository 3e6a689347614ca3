import { defineSamples } from "#tests/support/samples.ts";
import { addTrackingAlias } from "./operations/add-tracking-alias.ts";
import { createNumberRange } from "./operations/create-number-range.ts";
import { listWatches } from "./operations/list-watches.ts";
import { watchNumber } from "./operations/watch-number.ts";

let prefixes = 0;
/** No two ranges of an installation share a number, so each has its own prefix. */
function createPrefix(): string {
  prefixes += 1;
  return `W${String(prefixes).replaceAll(/\d/g, (digit) => "ABCDEFGHIJ"[Number(digit)] ?? "")}`;
}

export const samples = defineSamples({
  own_texts: ["next_number"],
  records: {
    number_range: async ({ people, unique_word: mark }) =>
      (
        await people.client_admin.call(createNumberRange, {
          name: mark,
          prefix: createPrefix(),
          digits: 6,
          first: 0,
          last: 999,
        })
      ).range.id,
    alias: async (fixture) =>
      (
        await fixture.people.client_admin.call(addTrackingAlias, {
          number: await fixture.id("tracking_number"),
          given: `${fixture.unique_word}-12`,
        })
      ).number.id,
    async watch(fixture) {
      const { client_admin } = fixture.people;
      await client_admin.call(watchNumber, { number: await fixture.id("tracking_number") });
      const { watches } = await client_admin.call(listWatches, {});
      return watches[0]?.id ?? 0;
    },
  },
  operations: {
    trackingAliasAdd: { inputs: [() => ({ given: "REF-100" })] },
    trackingCarrierNumberAdd: { inputs: [() => ({ given: "1Z-100" })] },
    trackingOperationevents: { grow: (fixture) => fixture.another("order") },
  },
});
