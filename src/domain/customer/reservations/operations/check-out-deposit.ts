/** Pay the deposit of a hold on the page of the business's processor. The hold is moved once, so that there is time to pay. */
import Type from "typebox";
import { findProcessor, loadPaymentSettings } from "#domain/money/payments/public.ts";
import { linkTokenMember } from "#operation/caller/content-links.ts";
import { getLinkedId } from "#operation/caller/link.ts";
import { defineOperation } from "#operation/define/define.ts";
import { PaymentFailed } from "#providers/payments/port.ts";
import { changeReservation, HOLD_END } from "../change.ts";
import { buildManageUrl, MANAGE_OPERATIONS, readManageToken } from "../links.ts";
import { messages } from "../messages.ts";
import { answerManaged } from "../present.ts";
import { shareBookable } from "../records/bookable.ts";
import { RESERVATION, ReservationRecord } from "../records/reservation.ts";
import { SlotRecord } from "../records/slot.ts";
import { findMissing, isOpenHold } from "../rules.ts";
import { ManagedAnswer } from "../shapes.ts";

const PAY_MS = 15 * 60_000;
/** The shortest that processors allow; a payment after the hold is refunded. */
const CHECKOUT_MS = 31 * 60_000;

export const checkOutDeposit = defineOperation({
  name: MANAGE_OPERATIONS.checkout,
  summary: "Pay the deposit of a reservation",
  access: { roles: [], scopes: [], link: RESERVATION },
  rest: { method: "POST", path: "/api/v1/reservations/public/manage/{link}/checkout", link_in_path: true },
  localised: true,
  limit: { name: "reservation_checkout", per_s: 0.2, burst: 10 },
  input: Type.Object(linkTokenMember),
  output: ManagedAnswer,
  refusals: {
    hold_expired: "conflict",
    no_deposit: "conflict",
    no_card_payment: "conflict",
    processor_refused: "unavailable",
  },
  unpredicted: ["reservation.checkout_url"],

  async run(context) {
    const { now, due, refuse } = context;
    const row = await ReservationRecord.getLocked(context, getLinkedId(context.actor, RESERVATION));
    if (row.status === "REQUESTED" && !isOpenHold(row, now))
      throw refuse("hold_expired", { message: messages.hold_expired });
    const bookable = await shareBookable(context, row.bookable_id);
    if (row.status !== "REQUESTED" || findMissing(bookable, row) !== "deposit")
      throw refuse("no_deposit", { message: messages.no_deposit });
    const settings = await loadPaymentSettings(context as never);
    if (settings === undefined || settings.vendor === "none")
      throw refuse("no_card_payment", { message: messages.no_card_payment });
    if (row.payment_status === "NONE") {
      const hold_expires_at = new Date(now.getTime() + PAY_MS);
      await changeReservation(
        context as never,
        row,
        await SlotRecord.get(context, row.slot_id),
        { payment_status: "OPEN", hold_expires_at: hold_expires_at.toISOString() },
        "reservation.changed",
      );
      due.set(HOLD_END, row.id, hold_expires_at);
    }
    return answerManaged(context, row.id);
  },

  async perform(context, _input, { reservation }) {
    const { business_id, business, settings, now } = context;
    if (reservation.checkout_url !== null) return null;
    const row = await ReservationRecord.get(context, getLinkedId(context.actor, RESERVATION));
    const processor = await findProcessor(context as never);
    if (processor === null) return { failure: "not_authorised", reason: "no processor is set up" };
    const back = buildManageUrl(settings.base_url, readManageToken(context, row) ?? "");
    try {
      return await processor.openCheckout({
        idempotency_key: `reservation-${business_id}-${row.id}`,
        amount_minor: row.deposit_minor,
        currency: row.currency,
        description: `${business.name}: ${reservation.bookable_name}`,
        success_url: back,
        cancel_url: back,
        payer_email: row.guest_email,
        expires_at: new Date(now.getTime() + CHECKOUT_MS),
      });
    } catch (error) {
      // What may have succeeded is tried again, with the same key.
      if (!(error instanceof PaymentFailed) || error.is_uncertain) throw error;
      return { failure: error.failure, reason: error.message };
    }
  },

  async settle(context, _input, _answer, outcome) {
    const { refuse } = context;
    const row = await ReservationRecord.getLocked(context, getLinkedId(context.actor, RESERVATION));
    if (outcome === null || row.checkout_reference !== null) return answerManaged(context, row.id);
    const slot = await SlotRecord.get(context, row.slot_id);
    if ("failure" in outcome) {
      await changeReservation(
        context as never,
        row,
        slot,
        { payment_status: "FAILED", payment_failure: outcome.failure },
        "reservation.changed",
      );
      return refuse("processor_refused", {
        message: messages.processor_refused,
        values: { reason: outcome.reason },
      });
    }
    await changeReservation(
      context as never,
      row,
      slot,
      {
        payment_status: "OPEN",
        checkout_reference: outcome.reference,
        checkout_url: outcome.url,
        payment_failure: null,
      },
      "reservation.changed",
    );
    return answerManaged(context, row.id);
  },
});
