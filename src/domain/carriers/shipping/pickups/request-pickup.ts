/** Requests a pickup of a carrier and its cancellation, and looks up what the carrier holds. Outside transactions. */
import { CarrierFailed, type CarrierFailure, type Pickup } from "#providers/carriers/port.ts";
import { type CarrierReader, openLabelCarrier } from "../purchase/request-purchase.ts";
import type { LabelOrderRow } from "../records/label.ts";
import type { LabelPackageRow } from "../records/label-package.ts";
import type { LabelPickupRow } from "../records/label-pickup.ts";

interface Refused {
  /** Certain: the carrier has not done what it was asked for. */
  kind: "refused";
  failure: CarrierFailure;
  code: string | null;
  text: string;
}

interface Unknown {
  kind: "unknown";
  failure: CarrierFailure;
  text: string;
}

/** What is known after a call. */
export type SchedulingOutcome = { kind: "held"; pickup: Pickup } | { kind: "absent" } | Refused | Unknown;
export type PickupCancellationOutcome = { kind: "cancelled" } | Refused | Unknown;

async function toOutcome<T>(asking: () => Promise<T>, isUnknown: (error: CarrierFailed) => boolean) {
  try {
    return await asking();
  } catch (error) {
    if (!(error instanceof CarrierFailed)) throw error;
    const { failure, carrier_code: code, message: text } = error;
    return isUnknown(error)
      ? ({ kind: "unknown", failure, text } satisfies Unknown)
      : ({ kind: "refused", failure, code, text } satisfies Refused);
  }
}

/** Scheduled before under the same reference, the pickup is found and not scheduled again. */
export async function requestPickup(
  reader: CarrierReader,
  pickup: LabelPickupRow,
): Promise<SchedulingOutcome> {
  const { db, business_id } = reader;
  const [labels, packages] = await Promise.all([
    db.rows<LabelOrderRow>(
      "select * from label_order where business_id = $1 and pickup_id = $2 order by id",
      [business_id, pickup.id],
    ),
    db.rows<LabelPackageRow>(
      `select p.* from label_package p
         join label_order o on o.business_id = p.business_id and o.id = p.label_order_id
        where p.business_id = $1 and o.pickup_id = $2 and p.state = 'bought' order by p.label_order_id, p.seq`,
      [business_id, pickup.id],
    ),
  ]);
  const packages_by_order = Map.groupBy(packages, ({ label_order_id }) => label_order_id);
  const carrier = await openLabelCarrier(reader, pickup);
  return toOutcome(
    async () => {
      if (!carrier.capabilities.pickups)
        throw new CarrierFailed("unsupported", "The carrier schedules no pickups.");
      const held = await carrier.schedulePickup({
        reference: pickup.reference,
        place: pickup.place,
        window_start: new Date(pickup.window_start),
        window_end: new Date(pickup.window_end),
        time_zone: pickup.time_zone,
        carrier: pickup.carrier,
        packages: pickup.package_count,
        weight_g: pickup.weight_g,
        instructions: pickup.instructions,
        purchases: labels.map(({ id, carrier_reference, tracking_number }) => ({
          carrier_reference: carrier_reference ?? "",
          tracking_number: tracking_number ?? "",
          packages: (packages_by_order.get(id) ?? []).map((one) => ({ ...one, charge_minor: null })),
        })),
      });
      return { kind: "held" as const, pickup: held };
    },
    (error) => error.is_uncertain,
  );
}

/** What the carrier holds. A question that failed says nothing, however certain its failure is. */
export async function findCarrierPickup(
  reader: CarrierReader,
  pickup: Pick<LabelPickupRow, "carrier_account_id" | "reference">,
): Promise<SchedulingOutcome> {
  const carrier = await openLabelCarrier(reader, pickup);
  return toOutcome(
    async () => {
      const held = await carrier.findPickup(pickup.reference);
      return held === null ? { kind: "absent" as const } : { kind: "held" as const, pickup: held };
    },
    () => true,
  );
}

/** May be repeated: a carrier that has cancelled it answers as if it did so now. */
export async function requestPickupCancellation(
  reader: CarrierReader,
  { carrier_account_id, reference, carrier_reference }: LabelPickupRow,
): Promise<PickupCancellationOutcome> {
  const carrier = await openLabelCarrier(reader, { carrier_account_id });
  return toOutcome(
    async () => {
      await carrier.cancelPickup({ reference, carrier_reference: carrier_reference ?? "" });
      return { kind: "cancelled" as const };
    },
    // A wrong key is the account's fault, and is corrected by the business.
    (error) => error.is_temporary || error.failure === "not_authorised",
  );
}
