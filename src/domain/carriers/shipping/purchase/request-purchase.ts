/** Requests a label from a carrier, and looks up what it sold. Outside transactions; returns the outcome and throws no error of the carrier. */
import { findAccount, openCarrier } from "#domain/carriers/carrier-accounts/public.ts";
import { type Carrier, CarrierFailed, type CarrierFailure, type Purchase } from "#providers/carriers/port.ts";
import type { LabelOrderRow } from "../records/label.ts";

/** What is known after a call. */
export type PurchaseOutcome =
  | { kind: "bought"; purchase: Purchase }
  /** Certain: the carrier has sold nothing. */
  | { kind: "refused"; failure: CarrierFailure; code: string | null; text: string }
  /** The carrier may have sold it. */
  | { kind: "uncertain"; failure: CarrierFailure; text: string }
  /** The carrier holds nothing under our reference; it may still receive what was sent. */
  | { kind: "absent" };

export type CarrierReader = Parameters<typeof openCarrier>[0];

type PurchaseFacts = Pick<
  LabelOrderRow,
  "carrier_account_id" | "reference" | "service" | "shipment" | "quoted_charge_minor" | "label_format"
>;

export async function openLabelCarrier(
  reader: CarrierReader,
  { carrier_account_id }: Pick<LabelOrderRow, "carrier_account_id">,
): Promise<Carrier> {
  const account = await findAccount(reader, carrier_account_id);
  if (account === undefined) throw new Error(`The account ${carrier_account_id} of a label was gone.`);
  return openCarrier(reader, account);
}

async function toOutcome(asking: () => Promise<Purchase | null>): Promise<PurchaseOutcome> {
  try {
    const purchase = await asking();
    return purchase === null ? { kind: "absent" } : { kind: "bought", purchase };
  } catch (error) {
    if (!(error instanceof CarrierFailed)) throw error;
    const { failure, carrier_code, message } = error;
    if (error.is_uncertain) return { kind: "uncertain", failure, text: message };
    return { kind: "refused", failure, code: carrier_code, text: message };
  }
}

/** Bought before under the same reference, the purchase is found and not made again. */
export async function requestPurchase(reader: CarrierReader, order: PurchaseFacts): Promise<PurchaseOutcome> {
  const carrier = await openLabelCarrier(reader, order);
  const { reference, service, shipment, quoted_charge_minor, label_format } = order;
  const { formats } = carrier.capabilities;
  if (!formats.includes(label_format)) {
    const text = `It gives no label as ${label_format.toUpperCase()}, but as ${formats.join(", ").toUpperCase()}.`;
    return { kind: "refused", failure: "unsupported", code: "LABEL_FORMAT", text };
  }
  const request = { reference, service, shipment, charge_minor: quoted_charge_minor, format: label_format };
  return toOutcome(() => carrier.buy(request));
}

export async function findPurchase(
  reader: CarrierReader,
  order: Pick<LabelOrderRow, "carrier_account_id" | "reference" | "shipment">,
): Promise<PurchaseOutcome> {
  const carrier = await openLabelCarrier(reader, order);
  const outcome = await toOutcome(() => carrier.find(order.reference, order.shipment));
  // A question that failed says nothing, however certain its failure is.
  return outcome.kind === "refused"
    ? { kind: "uncertain", failure: outcome.failure, text: outcome.text }
    : outcome;
}
