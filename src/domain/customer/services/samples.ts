import { randomUUID } from "node:crypto";
import { createPriceList } from "#domain/money/price-lists/operations/create-price-list.ts";
import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import { createService } from "./operations/create-service.ts";
import { listClientServices } from "./operations/list-client-services.ts";
import type { ServiceDefinition, ServiceFamily, ServiceKind } from "./shapes.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    storage_service_code: string;
    shipout_service_code: string;
  }
}

/** A valid definition, without addresses and without questions. */
export const PLAIN_DEFINITION: ServiceDefinition = {
  name: "Plain",
  is_offered: true,
  pricing_method: 1,
  payment: "before_confirmation",
  pickup: "none",
  dropoff: "optional",
  measures: "optional",
  form_fields: { type: "object", properties: {} },
  warehouse_ids: [],
  packaging: [],
  supplies: [],
  surcharges: [],
  pickup_timeframes: [],
  units: { weight: "kg", length: "cm" },
};

/** Returns its code. Customers of a business see the services of both fixtures, so the word of the fixture is in none. */
export async function offerService(
  { people, unique_word: mark }: Fixture,
  kind: ServiceKind,
  price_family: ServiceFamily,
  more: Partial<ServiceDefinition> = {},
): Promise<string> {
  await people.client_admin.call(createPriceList, {
    name: mark,
    family: price_family,
    rules: [{ name: "Flat", base_minor: 777_123 }],
    is_default: true,
  });
  const code = `${kind}-${randomUUID().slice(0, 8)}`;
  await people.client_admin.call(createService, {
    ...PLAIN_DEFINITION,
    ...more,
    code,
    kind,
    family: price_family,
  });
  return code;
}

const shared = "customers of a business order the same services";

/** Of the warehouse of the fixture. */
const { warehouse_ids: _none, ...PLAIN } = PLAIN_DEFINITION;

export const samples = defineSamples({
  shared_texts: ["service_code"],
  own_texts: ["floors", "has_dangerous_goods", "is_residential"],
  records: {
    // Its id; the price list of its family exists.
    service: async (fixture) => {
      const code = await fixture.id("service_code");
      const { services } = await fixture.people.client_admin.call(listClientServices, { per_page: 200 });
      return services.find((one) => one.code === code)?.id ?? 0;
    },
    service_code: {
      create: async (fixture) => {
        const warehouse_ids = [await fixture.id("warehouse")];
        return offerService(fixture, "shipping", "shipping_service", { warehouse_ids });
      },
      unknown: "nobody",
      shared,
    },
    storage_service_code: {
      create: (fixture) =>
        offerService(fixture, "storage", "storage_services", { storage: { free_days: 2, grace_days: 3 } }),
      unknown: "nobody",
      shared,
    },
    shipout_service_code: {
      create: (fixture) => offerService(fixture, "shipout", "storage_services"),
      unknown: "nobody",
      shared,
    },
  },
  operations: {
    clientServiceCreate: {
      inputs: [() => ({ ...PLAIN, code: "another", kind: "shipping", family: "ltl_service" })],
    },
    clientServiceReplace: {
      inputs: [() => PLAIN],
    },
    clientServicePreview: {
      inputs: [() => ({ ...PLAIN, code: "draft", kind: "shipping", family: "ltl_service" })],
    },
  },
});
