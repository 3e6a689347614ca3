import { DETAILS } from "#locker-protocol/messages.ts";
import { createTestDevice } from "#tests/support/devices.ts";
import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import { runInBusiness } from "#tests/support/transaction.ts";
import { queueCommand } from "./records/command.ts";
import { DEVICE_KINDS, DEVICE_STATUSES } from "./records/device.ts";
import { ACTOR_TYPES, CHAIN_FAULTS, OPERATION_RESULTS, recordOperation } from "./records/operation.ts";

async function addOperation(fixture: Fixture): Promise<number> {
  const device_id = await fixture.id("locker_device");
  const operation = await runInBusiness(fixture.business, (context) =>
    recordOperation(context, device_id, { action: "checked", actor_type: "operator", result: "ok" }),
  );
  return operation.id;
}

async function addCommand(fixture: Fixture): Promise<number> {
  const device_id = await fixture.id("locker_device");
  const command = await runInBusiness(fixture.business, (context) =>
    queueCommand(context, device_id, {
      kind: "snapshot",
      expires_at: new Date(context.now.getTime() + 3_600_000),
    }),
  );
  return command.id;
}

export const samples = defineSamples({
  worded_codes: {
    "pages/lockers/lockers#device_states": DEVICE_STATUSES,
    "pages/lockers/lockers#kinds": DEVICE_KINDS,
    "pages/lockers/lockers#actors": ACTOR_TYPES,
    "pages/lockers/lockers#results": OPERATION_RESULTS,
    "pages/lockers/lockers#chain.faults": CHAIN_FAULTS,
    "pages/lockers/lockers#actions": Object.keys(DETAILS),
  },
  own_texts: ["account_name", "answers", "compartment", "device_name", "head", "nonce", "topic_prefix"],
  // Each signature is accepted once, and a device that asks for its commands has been heard and gets them.
  written_by_any_call: {
    locker_nonce: "all",
    locker_device: ["last_seen_at", "connectivity", "queued_operations", "status", "status_since"],
    locker_command: ["sends", "status", "status_since", "updated_at", "version"],
  },
  records: {
    locker_device: {
      create: async ({ business, unique_word }) => (await createTestDevice(business, `${unique_word}-1`)).id,
      shared: "lockers are for everybody of a business, who may know where they are",
    },
    locker_command: addCommand,
    locker_operation: addOperation,
  },
  operations: {
    deviceOperations: {
      grow: addOperation,
      not_tried: { compartment_id: "compartments are of a family above" },
    },
    deviceCommands: {
      grow: addCommand,
      not_tried: { compartment_id: "compartments are of a family above" },
    },
  },
});
