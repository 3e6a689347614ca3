/** Drivers with released routes, as their phones see them. */

import { getRoute } from "#domain/execution/driver-app/operations/get-route.ts";
import { uploadFile } from "#domain/files/files/operations/upload-file.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { releaseRoute } from "#domain/planning/routes/operations/release-route.ts";
import { listItems } from "./attention.ts";
import type { TestBusiness } from "./service.ts";

export const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4]).toString("base64");

export type DriverAccount = Awaited<ReturnType<TestBusiness["driver"]>>["person"];

/** A released route with one stop for each order. */
export async function createReleasedRoute(business: TestBusiness, drafts: Record<string, unknown>[] = [{}]) {
  const driver = await business.driver();
  const orders = [];
  for (const draft of drafts) orders.push(await business.order(draft));
  const admin = business.as("client_admin");
  const created_route = await admin(createRoute, {
    driver_id: driver.id,
    order_ids: orders.map((order) => order.id),
  });
  const route_id = created_route.route.id;
  await admin(releaseRoute, { route_id });
  const driver_route = await driver.person.call(getRoute, { route_id });
  return { driver, person: driver.person, orders, route_id, stops: driver_route.stops };
}

export async function uploadPhoto(person: DriverAccount): Promise<number> {
  return (
    await person.call(uploadFile, { content_base64: JPEG, content_type: "image/jpeg", name: "door.jpg" })
  ).file_id;
}

/** Without those that only say what time it is. */
export const listAttention = async (business: TestBusiness) =>
  (await listItems(business)).filter(({ kind }) => kind !== "route_not_started");
