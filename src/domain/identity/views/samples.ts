import { randomUUID } from "node:crypto";
import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import { createView } from "./operations/create-view.ts";

const definition = { filters: { status: ["HOLD"] }, sort: "-scheduled_date" };
const anyName = () => randomUUID().slice(0, 8);
const saveAs =
  (role: "employee" | "customer" | "broker_employee" | "client_admin") =>
  async ({ people, unique_word: mark }: Fixture) =>
    (
      await people[role].call(createView, {
        list: "orders",
        name: `${mark} ${anyName()}`,
        shared: role === "client_admin",
        definition,
      })
    ).view_id;

export const samples = defineSamples({
  own_texts: ["list", "page"],
  records: { view: saveAs("client_admin") },
  person_records: {
    broker_employee: { view: saveAs("broker_employee") },
    customer: { view: saveAs("customer") },
  },
  operations: {
    viewCreate: { inputs: [() => ({ list: "orders", name: anyName(), definition })] },
    viewDefaultSet: { inputs: [() => ({ list: "orders" })] },
  },
});
