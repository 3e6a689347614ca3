import assert from "node:assert/strict";
import { test } from "node:test";
import { createWarehouse } from "#domain/warehouse/warehouses/operations/create-warehouse.ts";
import { PLACE } from "#tests/support/samples.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { createService } from "./operations/create-service.ts";
import { getService } from "./operations/get-service.ts";
import { listClientServices } from "./operations/list-client-services.ts";
import { previewService } from "./operations/preview-service.ts";
import { replaceService } from "./operations/replace-service.ts";
import { PLAIN_DEFINITION } from "./samples.ts";

const service = await testService();
service.freezeClock();

const forwarding = {
  ...PLAIN_DEFINITION,
  code: "forward",
  kind: "shipping",
  family: "shipping_service",
} as const;

test("a service is created once for a code of its kind, and listed with the version in effect", async () => {
  const business = await service.business();
  const admin = business.as("client_admin");
  const created_service = await admin(createService, { ...forwarding, description: "Abroad" });
  assert.partialDeepStrictEqual(created_service, {
    version: 1,
    service: {
      code: "forward",
      family: "shipping_service",
      version: 1,
      is_active: true,
      description: "Abroad",
    },
  });
  const again = await catchRefusal(admin(createService, forwarding));
  assert.deepEqual([again.status, again.error_code], [409, "CODE_TAKEN"]);
  const storage = { free_days: 7, grace_days: 14 };
  await admin(createService, { ...forwarding, kind: "storage", family: "storage_services", storage });
  const { services, total } = await business.as("employee")(listClientServices, {});
  assert.deepEqual([total, services.map(({ kind }) => kind)], [2, ["shipping", "storage"]]);
  assert.equal((await admin(listClientServices, { kind: "storage" })).total, 1);
});

test("a new version is in effect from its date in the time zone of the business, and replaces one that was planned", async () => {
  service.setNow("2026-12-31T12:00:00Z");
  const business = await service.business({ time_zone: "America/Sao_Paulo" });
  const admin = business.as("client_admin");
  const { service_id } = await admin(createService, forwarding);
  const next = { ...PLAIN_DEFINITION, service_id, name: "Next" };
  const planned = await admin(replaceService, { ...next, active_from: "2027-01-01" }, { if_match: 1 });
  assert.partialDeepStrictEqual(planned, {
    version: 2,
    service: { is_active: false, active_from: "2027-01-01" },
  });
  // Midnight has come in Greenwich, and three hours later in São Paulo.
  service.setNow("2027-01-01T02:59:00Z");
  assert.equal((await admin(getService, { service_id })).service.is_active, false);
  service.setNow("2027-01-01T03:00:00Z");
  assert.equal((await admin(getService, { service_id })).service.is_active, true);
  const stale = await catchRefusal(admin(replaceService, next, { if_match: 1 }));
  assert.equal(stale.error_code, "VERSION_CONFLICT");
  assert.partialDeepStrictEqual(await admin(replaceService, { ...next, is_offered: false }), {
    version: 3,
    service: { is_active: true, is_offered: false },
  });
  // Older versions are kept, for orders that were made with them.
  const first = await admin(getService, { service_id, version: 1 });
  assert.partialDeepStrictEqual(first.service, { version: 1, name: forwarding.name, is_active: false });
  const unknown = await catchRefusal(admin(getService, { service_id, version: 4 }));
  assert.deepEqual([unknown.status, unknown.error_code], [404, "NOT_FOUND"]);
});

test("questions keep their sequence, so that what was stored can be stored again", async () => {
  const business = await service.business();
  const admin = business.as("client_admin");
  const form_fields = {
    type: "object" as const,
    properties: {
      is_fragile: { type: "boolean" as const, title: "Is it fragile?" },
      how: {
        type: "string" as const,
        title: "How do we pack it?",
        "x-depends-on": { field: "is_fragile", in: [true] },
      },
      a: { type: "string" as const, title: "Anything else?" },
    },
  };
  const { service_id } = await admin(createService, { ...forwarding, form_fields });
  const stored_service = (await admin(getService, { service_id })).service;
  assert.deepEqual(Object.keys(stored_service.form_fields.properties), ["is_fragile", "how", "a"]);
  const again = await admin(replaceService, {
    ...PLAIN_DEFINITION,
    service_id,
    form_fields: stored_service.form_fields,
  });
  assert.equal(again.version, 2);
});

test("of two versions created at once from the same one, one is refused", async () => {
  const business = await service.business();
  const admin = business.as("client_admin");
  const { service_id } = await admin(createService, forwarding);
  const replace = () => admin(replaceService, { ...PLAIN_DEFINITION, service_id }, { if_match: 1 });
  const ended = await Promise.allSettled([replace(), replace(), replace()]);
  assert.deepEqual(ended.map(({ status }) => status).sort(), ["fulfilled", "rejected", "rejected"]);
});

test("a definition that is wrong is refused with every wrong field, and nothing is stored", async () => {
  const [business, other] = [await service.business(), await service.business()];
  const admin = business.as("client_admin");
  const { warehouse_id } = await other.as("client_admin")(createWarehouse, {
    code: "W",
    name: "Other",
    place: PLACE,
  });
  const refusal = await catchRefusal(
    admin(createService, {
      ...forwarding,
      family: "storage_services",
      warehouse_ids: [warehouse_id],
      form_fields: { type: "object", properties: { a: { type: "array", title: "A" } }, required: ["b"] },
    }),
  );
  assert.equal(refusal.status, 422);
  assert.deepEqual(
    refusal.errors?.map(({ field }) => field),
    ["family", "form_fields/required/0", "form_fields/properties/a/items", "warehouse_ids/0"],
  );
  assert.equal((await admin(listClientServices, {})).total, 0);
});

test("a preview shows what customers would see and what their answers lack, and stores nothing", async () => {
  const business = await service.business({ currency: "EUR" });
  const admin = business.as("client_admin");
  const definition = {
    ...forwarding,
    packaging: [{ code: "M", name: "Box", length_mm: 300, width_mm: 200, height_mm: 100, price_minor: 250 }],
    form_fields: {
      type: "object" as const,
      required: ["fragile"],
      properties: { fragile: { type: "boolean" as const, title: "Fragile" } },
    },
  };
  const { config, answer_errors } = await admin(previewService, {
    ...definition,
    answers: { fragile: "yes" },
  });
  assert.partialDeepStrictEqual(config, {
    service_code: "forward",
    currency: "EUR",
    packaging: [{ code: "M", weight_g_max: null }],
    prices: [{ of: "packaging", code: "M", amount_minor: 250 }],
  });
  assert.ok(!("price_minor" in (config.packaging[0] ?? {})));
  assert.deepEqual(answer_errors, [{ field: "answers/fragile", message: "must be boolean" }]);
  assert.deepEqual((await admin(previewService, definition)).answer_errors, []);
  assert.equal((await admin(listClientServices, {})).total, 0);
});
