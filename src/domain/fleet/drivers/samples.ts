import { randomUUID } from "node:crypto";
import { defineSamples } from "#tests/support/samples.ts";
import { addDocument } from "./operations/add-document.ts";
import { createVehicle } from "./operations/create-vehicle.ts";
import { DOCUMENT_KINDS } from "./shapes.ts";

export const samples = defineSamples({
  shared_texts: ["plate"],
  own_texts: ["languages", "part"],
  worded_codes: {
    "pages/fleet/drivers/attention#documents": DOCUMENT_KINDS,
    "pages/fleet/drivers#document_kinds": DOCUMENT_KINDS,
  },
  records: {
    driver: ({ people }) => people.driver.actor.driver_id ?? 0,
    vehicle: {
      create: async ({ people, unique_word: mark }) =>
        (
          await people.client_admin.call(createVehicle, {
            plate: `${mark.slice(0, 8)}${randomUUID().slice(0, 8)}`,
            name: mark,
            capacity_units: 90,
          })
        ).vehicle.id,
      shared: "a driver may inspect any vehicle of the business",
    },
    document: async (fixture) =>
      (
        await fixture.people.driver.call(addDocument, {
          driver_id: await fixture.id("driver"),
          kind: "licence",
          number: fixture.unique_word,
          file_id: await fixture.id("file_of_driver"),
        })
      ).document.id,
  },
  person_records: {
    broker_employee: {
      driver: async ({ business, people }) =>
        (
          await business.driver({
            name: "Own",
            contractor_id: people.broker_employee.actor.contractor_id ?? 0,
          })
        ).id,
    },
  },
  operations: {
    clientDriverCreate: {
      changes_guards: "Without a password its owner chooses one by e-mail; a password is refused.",
      inputs: [
        (i) => ({
          name: "New",
          email: "new-driver@test.example",
          password: "correct horse battery",
          vehicle_id: i.vehicle,
          contractor_id: i.contractor,
        }),
      ],
    },
    clientDriverUpdate: {
      changes_guards: "What a driver may do on the road; drivers decide nothing about programs.",
      inputs: [(i) => ({ vehicle_id: i.vehicle, contractor_id: i.contractor, warehouse_ids: [i.warehouse] })],
    },
    driverinfoDocumentAdd: {
      inputs: [
        (i) => ({ kind: "insurance", file_id: i.file }),
        {
          as: "driver",
          input: (i) => ({ kind: "insurance", file_id: i.file_of_driver }),
        },
      ],
    },
    driverinfoInspectionAdd: {
      inputs: [(i) => ({ vehicle_id: i.vehicle, file_ids: [i.file] })],
    },
    driverinfoUpdate: { inputs: [(i) => ({ vehicle_id: i.vehicle })] },
  },
  async assignToContractor({ service }, ids) {
    await service.system.execute("update driver set contractor_id = $2 where id = $1", [
      ids.driver,
      ids.contractor,
    ]);
  },
});
