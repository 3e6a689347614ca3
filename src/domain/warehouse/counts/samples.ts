import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import { createCount } from "./operations/create-count.ts";
import { startBin } from "./operations/start-bin.ts";
import { submitBin } from "./operations/submit-bin.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    /** Of `bin`, begun by the administrator. */
    stock_count_begun: number;
    /** Of `bin`, with a difference to approve. */
    stock_count_different: number;
  }
}

async function count({ people, unique_word: mark, id }: Fixture, more = {}): Promise<number> {
  // Something lies in the bin.
  await id("article");
  const { count_id } = await people.client_admin.call(createCount, {
    warehouse_id: await id("warehouse"),
    bin_ids: [await id("bin")],
    note: mark,
    ...more,
  });
  return count_id;
}

async function begin(fixture: Fixture, count_id: number) {
  const bin_id = await fixture.id("bin");
  await fixture.people.client_admin.call(startBin, { count_id, bin_id });
  return bin_id;
}

export const samples = defineSamples({
  records: {
    // Of `bin`, not begun.
    stock_count: count,
    stock_count_begun: async (fixture) => {
      const count_id = await count(fixture);
      await begin(fixture, count_id);
      return count_id;
    },
    stock_count_different: async (fixture) => {
      const count_id = await count(fixture, { is_blind: false });
      for (let round = 1; round <= 2; round += 1) {
        const bin_id = await begin(fixture, count_id);
        const items = [{ article_id: await fixture.id("article"), qty: 3 }];
        await fixture.people.client_admin.call(submitBin, { count_id, bin_id, items });
      }
      return count_id;
    },
  },
  operations: {
    stockCounts: { needs: ["stock_count"], grow: (fixture) => count(fixture) },
    stockCountCreate: {
      inputs: [
        (i) => ({ bin_ids: [i.bin] }),
        (i) => ({ zone_id: i.zone, counters: 2 }),
        (i) => ({ article_id: i.article }),
      ],
      needs: ["article", "bin"],
    },
    stockCountSubmit: {
      inputs: [
        (i) => ({
          count_id: i.stock_count_begun,
          items: [
            { article_id: i.article, qty: 50 },
            { package_id: i.stock_package, qty: 1 },
          ],
        }),
      ],
    },
    stockCountApprove: {
      inputs: [(i) => ({ count_id: i.stock_count_different, bin_ids: [i.bin], note: "Checked" })],
    },
  },
});
