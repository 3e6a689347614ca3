import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { readEpcis } from "../src/epcis/read.ts";
import type { EpcisItem } from "../src/epcis/reading.ts";
import { normaliseEvent } from "../src/normalise.ts";

const folder = new URL("./standards/epcis/examples/", import.meta.url);

/** For each official example, per event: the native events it yields, or why it yields none. */
const outcomes: Record<string, string> = {
  "AssociationEvent_AssociationEvent-a": "2 core:note",
  "AssociationEvent_AssociationEvent-b": "1 core:note",
  "AssociationEvent_AssociationEvent-c": "2 core:note",
  "AssociationEvent_AssociationEvent-d": "1 core:note",
  "AssociationEvent_AssociationEvent-e": "3 core:note",
  "AssociationEvent_AssociationEvent-f": "4 core:note",
  "AssociationEvent_AssociationEvent-g": "1 core:note, 1 core:note correcting",
  "AssociationEvent_AssociationEvent-h": "3 core:note",
  EPCISQueryDocument: "2 core:in_transit; 1 core:received",
  "Example-TransactionEvents-2020_07_03y": "1 core:note; 1 core:in_transit",
  "Example-Type-sourceOrDestination_measurement_bizTransaction": "4 core:note",
  "Example_9.6.1-ObjectEvent-with-pseudo-SBDH-headers": "2 core:in_transit; 1 core:received",
  "Example_9.6.1-ObjectEvent": "2 core:in_transit; 1 core:received",
  "Example_9.6.1-with-comment": "2 core:in_transit; 1 core:received",
  "Example_9.6.2-ObjectEvent": "1 core:received",
  "Example_9.6.3-AggregationEvent": "5 core:received",
  "Example_9.6.4-TransformationEvent": "4 core:created, 5 core:processed",
  "PersistentDisposition-example": "10 core:received; 10 core:held",
  "WithDigitalLinkID_Example_9.6.1-ObjectEventWithDigitalLink": "2 core:in_transit; 1 core:received",
  "WithDigitalLinkID_Example_9.6.2-ObjectEventWithDigitalLink": "1 core:received",
  "WithDigitalLinkID_Example_9.6.3-AggregationEventWithDigitalLink": "5 core:received",
  "WithDigitalLinkID_Example_9.6.4-TransformationEventWithDigitalLink": "4 core:created, 5 core:processed",
  WithErrorDeclaration_ErrorDeclarationAndCorrectiveEvent:
    "2 core:created, 2 core:processed; 2 core:created correcting, 2 core:processed correcting",
  "WithErrorDeclaration_Example_9.6.1-ObjectEvent-with-error-declaration":
    "2 core:in_transit, 2 core:note correcting; 1 core:received",
  WithFullCombinationOfFields_aggregation_event_all_possible_fields:
    "5 core:received, 5 core:note correcting",
  WithFullCombinationOfFields_association_event_all_possible_fields: "5 core:note, 5 core:note correcting",
  WithFullCombinationOfFields_object_event_all_possible_fields: "2 core:received, 2 core:note correcting",
  WithFullCombinationOfFields_transaction_event_all_possible_fields:
    "4 core:in_transit, 4 core:note correcting",
  WithFullCombinationOfFields_transformation_event_all_possible_fields:
    "7 core:created, 2 core:processed, 9 core:note correcting",
  WithSensorData_SensorDataExample1: "1 core:held, 11 sensor:reading",
  WithSensorData_SensorDataExample10: "3 sensor:reading",
  WithSensorData_SensorDataExample11: "2 core:held",
  WithSensorData_SensorDataExample12:
    "2 core:created, 3 sensor:reading, 1 core:processed, 6 core:note correcting",
  WithSensorData_SensorDataExample13: "2 sensor:reading",
  WithSensorData_SensorDataExample14: "2 sensor:reading",
  WithSensorData_SensorDataExample15: "2 sensor:reading",
  WithSensorData_SensorDataExample16: "1 sensor:position",
  WithSensorData_SensorDataExample17: "3 sensor:reading",
  WithSensorData_SensorDataExample1b: "missing_field /epcisBody/eventList/0/epcList",
  WithSensorData_SensorDataExample2: "1 core:held, 3 sensor:reading",
  WithSensorData_SensorDataExample3: "missing_field /epcisBody/eventList/0/epcList",
  WithSensorData_SensorDataExample4: "1 core:held, 3 sensor:reading",
  WithSensorData_SensorDataExample5: "1 core:held, 5 sensor:reading",
  WithSensorData_SensorDataExample6: "2 core:held, 2 sensor:reading",
  WithSensorData_SensorDataExample7: "1 core:held, 5 sensor:reading",
  WithSensorData_SensorDataExample8: "2 core:processed, 12 sensor:reading",
  WithSensorData_SensorDataExample9: "1 sensor:device_fault, 1 sensor:reading",
};

function describeOutcome({ inputs, errors }: EpcisItem): string {
  if (errors.length > 0) return errors.map(({ code, path }) => `${code} ${path}`).join(", ");
  const inputs_by_status = Map.groupBy(
    inputs,
    ({ status_code, corrects }) =>
      `${String(status_code).slice(5)}${corrects === undefined ? "" : " correcting"}`,
  );
  return [...inputs_by_status].map(([what, events]) => `${events.length} ${what}`).join(", ");
}

test("reads or refuses every official example as listed", () => {
  const files = readdirSync(folder).sort();
  assert.equal(files.length, 47);
  const results = files.map((file) => {
    const { errors, items } = readEpcis(JSON.parse(readFileSync(new URL(file, folder), "utf8")));
    assert.deepEqual(errors, []);
    return [file.replace(".jsonld", ""), items.map(describeOutcome).join("; ")];
  });
  assert.deepEqual(Object.fromEntries(results), outcomes);
});

test("reads from the official examples only events that the normal form accepts, each id once", () => {
  for (const file of readdirSync(folder)) {
    const { items } = readEpcis(JSON.parse(readFileSync(new URL(file, folder), "utf8")));
    const ids = new Set<string>();
    for (const input of items.flatMap(({ inputs }) => inputs)) {
      const { event, errors } = normaliseEvent(input, { now: Date.UTC(2026, 0, 1) });
      assert.deepEqual(errors, [], file);
      assert.equal(event!.event_id, input.event_id);
      assert.ok(!ids.has(event!.event_id), `${file} ${event!.event_id}`);
      ids.add(event!.event_id);
    }
  }
});
