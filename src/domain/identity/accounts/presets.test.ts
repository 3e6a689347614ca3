/** What each preset of employees is for, over REST: something of its work, and something that is not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { listWarehouses } from "#domain/warehouse/warehouses/operations/list-warehouses.ts";
import type { PresetName } from "#operation/define/presets.ts";
import { testService } from "#tests/support/service.ts";
import { updateEmployee } from "./operations/update-employee.ts";

const service = await testService();
const business = await service.business();
const customer = await business.customer();
const order = await business.order({ customer_id: customer.id });

const [warehouse] = (await business.as("client_admin")(listWarehouses, {})).warehouses;

const place = {
  name: "Clara Dias",
  line1: "SQS 110",
  city: "Brasília",
  country: "BR",
  lat: -15.81,
  lng: -47.9,
};

/** Method, path, body; what is allowed answers 200 or 201, what is refused 403. */
type Request = readonly [string, string, object?];

const CASES: Record<PresetName, { allowed: Request; refused: Request }> = {
  dispatcher: {
    allowed: ["POST", `/api/v1/client/orders/${order.id}/hold`, { reason: "Nobody at home" }],
    refused: ["GET", "/api/v1/user/employees"],
  },
  warehouse: {
    allowed: [
      "POST",
      `/api/v1/wms/warehouses/${warehouse?.id}/zones`,
      { code: "A", name: "A", kind: "storage" },
    ],
    refused: ["POST", "/api/v1/client/orderCreate", { dropoff: place }],
  },
  counter: {
    allowed: ["POST", "/api/v1/client/orderCreate", { dropoff: place, customer_id: customer.id }],
    refused: ["GET", "/api/v1/client/routes"],
  },
  finance: {
    allowed: ["GET", `/api/v1/client/orders/${order.id}`],
    refused: ["POST", `/api/v1/client/orders/${order.id}/cancel`, { reason: "A mistake" }],
  },
  marketing: {
    allowed: ["GET", "/api/v1/client/customers"],
    refused: ["GET", `/api/v1/client/orders/${order.id}`],
  },
};

for (const [preset, { allowed, refused }] of Object.entries(CASES)) {
  test(`${preset}: may ${allowed[0]} ${allowed[1]}, and not ${refused[0]} ${refused[1]}`, async () => {
    const person = await business.person("employee", preset);
    await business.as("client_admin")(updateEmployee, {
      employee_id: person.account_id,
      preset: preset as PresetName,
    });
    const no = await person.http(...refused);
    assert.equal(no.status, 403, JSON.stringify(no.body));
    assert.match(no.body.message, /no permission|needs one of these roles/);
    const yes = await person.http(...allowed);
    assert.ok([200, 201].includes(yes.status), JSON.stringify(yes.body));
  });
}
