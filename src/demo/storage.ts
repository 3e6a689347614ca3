/**
 * Storage of the demo: the café keeps cups in the hub since nine days, and has ordered a ship-out of two of the boxes that is
 * not paid. It has bought labels for orders of its own. Made by the operations that people use, so that stock, bills and tracking are as theirs.
 */
import type { Runtime } from "#operation/define/runtime.ts";
import { systemDb } from "#platform/db/db.ts";
import { drawBoxPhoto } from "./box-photo.ts";
import { callAs } from "./call.ts";

const DAY_MS = 86_400_000;
const STORED_DAYS_AGO = 9;

const TERMS = {
  is_offered: true,
  pricing_method: 1,
  payment: "before_shipping",
  pickup: "none",
  measures: "required",
  form_fields: { type: "object", properties: {} },
  warehouse_ids: [],
  packaging: [],
  supplies: [],
  surcharges: [],
  pickup_timeframes: [],
  units: { weight: "kg", length: "cm" },
};
const BOX = { weight_g: 4800, length_mm: 400, width_mm: 300, height_mm: 300 };
/** Of the lids of the boxes. */
const COLOURS = [
  [206, 166, 116],
  [190, 150, 104],
  [214, 180, 132],
] as const;
const PACKAGES = ["Cups, 250 ml", "Cups, 400 ml", "Lids"].map((contents) => ({ ...BOX, contents }));
const BRANCH = {
  name: "Café Cerrado Asa Norte",
  line1: "CLN 204 Bloco B",
  city: "Brasília",
  region: "DF",
  country: "BR",
  lat: -15.7747,
  lng: -47.8797,
};

const CAFE = {
  name: "Café Cerrado",
  line1: "CLS 405 Bloco C",
  city: "Brasília",
  postal_code: "70239-530",
  country: "BR",
};
/** Orders of the café that it bought labels for, from its wallet. */
const LABELLED = [
  ["Order 1041", "Goiânia", "74000-000"],
  ["Order 1042", "São Paulo", "01310-100"],
] as const;

export async function createStorage(runtime: Runtime): Promise<void> {
  const db = systemDb(runtime.pools.system);
  const demo_rows = await db.row<{ admin: number; customer: number; warehouse_id: number; is_made: boolean }>(
    `select (select id from account where business_id = b.id and role = 'client_admin' order by id limit 1) as admin,
       (select id from account where business_id = b.id and email = 'customer@rounds.example') as customer,
       (select id from warehouse where business_id = b.id and is_depot) as warehouse_id,
       exists (select from storage_order where business_id = b.id) as is_made
       from business b where b.code = 'rounds'`,
  );
  if (demo_rows === undefined || demo_rows.is_made) return;
  const past = new Date(runtime.now().getTime() - STORED_DAYS_AGO * DAY_MS);
  const at_past = { ...runtime, now: () => past };
  const staff = await callAs(at_past, demo_rows.admin);
  const before = await callAs(at_past, demo_rows.customer);
  const today = await callAs(runtime, demo_rows.customer);

  const price_family = "storage_services";
  const { zone_id } = await staff("warehouseZoneCreate", {
    warehouse_id: demo_rows.warehouse_id,
    code: "ST",
    name: "Customers' storage",
    kind: "storage",
  });
  const { bin_id } = await staff("warehouseBinCreate", { zone_id, code: "ST-01", kind: "shelf" });
  await staff("clientServiceCreate", {
    ...TERMS,
    name: "Storage by the day",
    dropoff: "none",
    storage: { free_days: 0, grace_days: 14 },
    code: "storage",
    kind: "storage",
    family: price_family,
  });
  await staff("clientServiceCreate", {
    ...TERMS,
    name: "Ship-out in the city",
    dropoff: "required",
    payment: "before_confirmation",
    code: "shipout",
    kind: "shipout",
    family: price_family,
  });
  const { rate_id } = await before("customerStorageOrderEstimate", { packages: PACKAGES });
  const { storage_order_id, order } = await before("customerStorageOrderCreate", {
    packages: PACKAGES,
    rate_id,
    ref: "Cups for May",
  });
  const ids: number[] = order.packages.map(({ id }: { id: number }) => id);
  await staff("clientStorageOrderConfirm", { storage_order_id });
  const photos: number[] = [];
  for (const [index, colour] of COLOURS.entries()) {
    const { file_id } = await staff("fileUpload", {
      content_base64: drawBoxPhoto(colour).toString("base64"),
      content_type: "image/png",
      name: `box-${index + 1}.png`,
    });
    photos.push(file_id);
  }
  await staff("clientStorageOrderReceive", {
    storage_order_id,
    bin_id,
    packages: ids.map((stored_package_id, index) => ({
      stored_package_id,
      ...BOX,
      file_ids: photos.slice(index, index + 1),
    })),
  });
  // Charges the days until today.
  await today("customerStorageOrderPay", { storage_order_id });
  const request = { service_code: "shipout", stored_package_ids: ids.slice(0, 2), dropoff: BRANCH };
  const quoted = await today("customerShipoutEstimate", request);
  await today("customerShipoutCreate", { ...request, rate_id: quoted.rate_id });
  for (const [ref, city, postal_code] of LABELLED)
    await today("labelserviceQuoteAndShip", {
      ship_from: CAFE,
      ship_to: { name: "Café Parceiro", line1: "Rua das Flores 20", city, postal_code, country: "BR" },
      packages: [BOX],
      ref,
    });
}
