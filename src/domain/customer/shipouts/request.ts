/** What a customer asks for: which stored packages, where to, and the answers of the form. Checked before it is priced. */
import Type from "typebox";
import { toMeasuredPiece } from "#domain/customer/service-orders/public.ts";
import {
  type CheckedRequest,
  checkRequest,
  requestMembers,
  type ServiceRequest,
  type ServiceVersion,
} from "#domain/customer/services/public.ts";
import {
  findAvailablePackages,
  type PlacedPackage,
  type StoredPackageFault,
} from "#domain/customer/storage-orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Refusal } from "#operation/define/refusal.ts";
import type { Message } from "#operation/response/messages.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "./messages.ts";

/** Of one ship-out. */
const PACKAGES_MAX = 200;

const { dropoff, scheduled_date, supplies, surcharges, form } = requestMembers;

export const shipoutMembers = {
  stored_package_ids: Type.Array(Ref("stored_package"), {
    minItems: 1,
    maxItems: PACKAGES_MAX,
    uniqueItems: true,
    description: "Available ones, of one warehouse.",
  }),
  dropoff,
  scheduled_date,
  supplies,
  surcharges,
  form,
};

const ShipoutRequest = Type.Object(shipoutMembers);
export type ShipoutRequest = Type.Static<typeof ShipoutRequest>;

/** What an operation that takes a request declares. */
export const packageRefusals = { package_unavailable: "conflict" } as const;

const FAULTS: Record<StoredPackageFault, Message> = {
  unknown: messages.no_stored_package,
  not_stored: fields.not_in_store,
  held: messages.held_by_shipout,
  other_warehouse: messages.not_warehouse_of_first,
};

/** Unknown packages are 422; those that are not in store any more, or held, are 409. */
export function refusePackages(
  { refuse }: Pick<Context<keyof typeof packageRefusals>, "refuse">,
  stored_package_ids: readonly number[],
  faulty: readonly { stored_package_id: number; fault: StoredPackageFault }[],
): Refusal {
  const errors = faulty.map(({ stored_package_id, fault }) => ({
    field: `stored_package_ids/${stored_package_ids.indexOf(stored_package_id)}`,
    message: FAULTS[fault],
  }));
  const is_conflict = faulty.every(({ fault }) => fault === "held" || fault === "not_stored");
  const message = messages.unavailable;
  return is_conflict
    ? refuse("package_unavailable", { message, errors })
    : refuse("invalid_request", { message, errors });
}

export interface CheckedShipout extends CheckedRequest {
  packages: PlacedPackage[];
  request: ServiceRequest;
}

/** The packages as they are stored, and the request as services price it. */
export async function checkShipout(
  context: Context<keyof typeof packageRefusals>,
  service: ServiceVersion,
  { stored_package_ids, ...shipout_request }: ShipoutRequest,
): Promise<CheckedShipout> {
  const { actor } = context;
  const available_packages = await findAvailablePackages(context, {
    customer_id: actor.customer_id ?? 0,
    stored_package_ids,
  });
  if ("faulty" in available_packages)
    throw refusePackages(context, stored_package_ids, available_packages.faulty);
  const { packages } = available_packages;
  const warehouse_id = packages[0]?.warehouse_id ?? 0;
  const { definition } = service;
  const limits = definition.warehouse_ids;
  if (limits.length > 0 && !limits.includes(warehouse_id)) {
    throw context.refuse("invalid_request", {
      message: messages.unavailable,
      errors: [{ field: "stored_package_ids/0", message: messages.other_warehouse }],
    });
  }
  const request: ServiceRequest = {
    ...shipout_request,
    ...(limits.length > 0 ? { warehouse_id } : {}),
    packages: packages.map((one) => ({ ...toMeasuredPiece(one), packaging: null })),
  };
  // Measures are those of the warehouse: the customer is asked for none.
  const measured = { ...service, definition: { ...definition, measures: "optional" as const } };
  return { ...(await checkRequest(context, measured, request)), packages, request };
}
