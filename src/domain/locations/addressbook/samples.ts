import { randomUUID } from "node:crypto";
import { defineSamples, PLACE } from "#tests/support/samples.ts";
import { createEntry } from "./operations/create-entry.ts";
import { importAddresses } from "./operations/import-addresses.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    entry_of_customer: number;
  }
}

export const samples = defineSamples({
  own_texts: ["import_id", "key", "precision"],
  records: {
    entry: async ({ people, place, unique_word: mark }) =>
      (await people.client_admin.call(createEntry, { place, label: mark })).entry_id,
    entry_of_customer: async ({ people, place, unique_word: mark }) =>
      (await people.customer.call(createEntry, { place, label: mark })).entry_id,
    import: {
      create: async ({ people, unique_word: mark }) =>
        (
          await people.client_admin.call(importAddresses, {
            csv: `label,line1,city,country\n${mark},${mark} 9,Brasília,BR`,
          })
        ).import_id,
      unknown: "00000000-0000-4000-8000-000000000000",
    },
  },
  person_records: { customer: { entry: (fixture) => fixture.id("entry_of_customer") } },
  operations: {
    addressbookResolve: { inputs: [() => ({ q: "Quadra" })] },
    addressbookEntries: {
      async grow({ people, service, business }, n) {
        const place = { line1: `Rua ${randomUUID().slice(0, 8)} ${n}`, city: "Brasília" };
        const { entry_id } = await people.client_admin.call(createEntry, { place });
        await service.system.execute(
          "update address_entry set visits = $3 where business_id = $1 and id = $2",
          [business.id, entry_id, n % 3],
        );
      },
    },
    addressbookEntryCreate: {
      inputs: [(i) => ({ place: PLACE, customer_id: i.customer, label: "Door" })],
    },
    addressbookEntryUpdate: {
      inputs: [() => ({ label: "New" })],
    },
    addressbookImport: {
      inputs: [
        (i) => ({ csv: "label,line1,city,country\nDoor,Quadra 9,Brasília,BR", customer_id: i.customer }),
      ],
    },
  },
});
