/** Requests a cancellation from a carrier, and looks up what it did with a bought label. Outside transactions. */
import { CarrierFailed, type Purchase } from "#providers/carriers/port.ts";
import { type CarrierReader, openLabelCarrier } from "../purchase/request-purchase.ts";
import type { LabelOrderRow } from "../records/label.ts";
import type { LabelPackageRow } from "../records/label-package.ts";
import { isPending } from "../rules.ts";

export type CancellationOutcome =
  | { kind: "held"; purchase: Purchase }
  /** Certain: the carrier does not cancel what it was asked to. */
  | { kind: "refused"; failure: string; code: string | null; text: string }
  /** Nothing is known, or the carrier could not be asked. */
  | { kind: "unknown"; failure: string; text: string };

type Bought = Pick<LabelOrderRow, "carrier_account_id" | "reference" | "carrier_reference">;
type Pieces = readonly Pick<LabelPackageRow, "tracking_number" | "state">[];

async function toOutcome(asking: () => Promise<Purchase>): Promise<CancellationOutcome> {
  try {
    return { kind: "held", purchase: await asking() };
  } catch (error) {
    if (!(error instanceof CarrierFailed)) throw error;
    const { failure, carrier_code, message } = error;
    // A wrong key is the account's fault, and is corrected by the business.
    const may_succeed = error.is_temporary || failure === "not_authorised";
    return may_succeed
      ? { kind: "unknown", failure, text: message }
      : { kind: "refused", failure, code: carrier_code, text: message };
  }
}

/** Packages whose cancellation is pending are asked for, all at once where they are all. */
export async function requestCancellation(
  reader: CarrierReader,
  order: Bought,
  packages: Pieces,
): Promise<CancellationOutcome> {
  const { reference, carrier_reference } = order;
  const carrier = await openLabelCarrier(reader, order);
  const pending = packages.filter(({ state }) => isPending(state));
  const cancel = (tracking_number: string | null) =>
    toOutcome(() =>
      carrier.cancel({ reference, carrier_reference: carrier_reference ?? "", tracking_number }),
    );
  if (pending.length === packages.length || pending.some((one) => one.tracking_number === null))
    return cancel(null);
  let last: CancellationOutcome = { kind: "unknown", failure: "unknown", text: "" };
  for (const { tracking_number } of pending) {
    last = await cancel(tracking_number);
    if (last.kind !== "held") return last;
  }
  return last;
}

/** What the carrier holds. */
export async function findShipment(reader: CarrierReader, order: Bought): Promise<CancellationOutcome> {
  const carrier = await openLabelCarrier(reader, order);
  try {
    const purchase = await carrier.find(order.reference);
    return purchase === null
      ? { kind: "unknown", failure: "unknown", text: "The carrier does not know the shipment." }
      : { kind: "held", purchase };
  } catch (error) {
    if (!(error instanceof CarrierFailed)) throw error;
    return { kind: "unknown", failure: error.failure, text: error.message };
  }
}

/** What the carrier holds; packages that it has not cancelled yet are asked for again. */
export async function findCancellation(
  reader: CarrierReader,
  order: Bought,
  packages: Pieces,
): Promise<CancellationOutcome> {
  const outcome = await findShipment(reader, order);
  if (outcome.kind !== "held") return outcome;
  const held = outcome.purchase.packages;
  const is_missed = packages.some(({ state }, index) => isPending(state) && held[index]?.state === "bought");
  return is_missed ? requestCancellation(reader, order, packages) : outcome;
}
