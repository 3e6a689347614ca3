import assert from "node:assert/strict";
import { test } from "node:test";
import { createService } from "#domain/customer/services/operations/create-service.ts";
import { listShippingServices } from "#domain/customer/shipping-orders/operations/list-shipping-services.ts";
import { testService } from "#tests/support/service.ts";
import { createServices, DEMO_SERVICES } from "./services.ts";

const service = await testService();

test("the services of the demo are valid, and offered to its customers", async () => {
  const business = await service.business();
  const offered = async () =>
    (await (await business.customer()).person.call(listShippingServices, {})).services.map(
      ({ name }) => name,
    );
  await createServices(service.system, { id: business.id, code: business.code });
  const names = DEMO_SERVICES.map(({ definition }) => definition.name);
  assert.deepEqual(await offered(), names);
  const other = await service.business();
  for (const { definition, ...identity } of DEMO_SERVICES)
    await other.as("client_admin")(createService, { ...identity, kind: "shipping", ...definition });
});
