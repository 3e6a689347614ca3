/** Has the processor refund the deposit of a reservation, once: with a key of its own. */
import { findProcessor } from "#domain/money/payments/public.ts";
import { defineJob } from "#operation/define/job.ts";
import { PaymentFailed } from "#providers/payments/port.ts";
import { changeReservation } from "../change.ts";
import { REFUND_JOB } from "../deposit.ts";
import { ReservationRecord, type ReservationRow } from "../records/reservation.ts";
import { SlotRecord } from "../records/slot.ts";

type Changes = Parameters<typeof changeReservation>[3];

export const refundDeposit = defineJob({
  name: REFUND_JOB,
  retries: 12,
  expires_s: 120,
  unique: "unfinished",

  async run(job, data) {
    const { reader } = job;
    const id = Number(data["reservation_id"]);
    const reservation = await ReservationRecord.find(reader, id);
    if (reservation?.payment_status !== "REFUND_PENDING" || reservation.refund_reference !== null) return;
    const changes = await refund(reader, reservation);
    await job.transaction((context) => store(context as never, id, changes));
  },

  async giveUp(job, data, reason) {
    const changes = { payment_failure: reason.slice(0, 200) };
    await job.transaction((context) => store(context as never, Number(data["reservation_id"]), changes));
  },
});

async function refund(
  reader: Parameters<typeof findProcessor>[0],
  { id, payment_reference, paid_minor, deposit_minor }: ReservationRow,
): Promise<Changes> {
  const processor = await findProcessor(reader);
  if (processor === null || payment_reference === null) return { payment_failure: "no_processor" };
  try {
    const { state, reference } = await processor.refund({
      idempotency_key: `reservation-refund-${reader.business_id}-${id}`,
      payment_reference,
      amount_minor: paid_minor ?? deposit_minor,
    });
    if (state === "succeeded")
      return { payment_status: "REFUNDED", refund_reference: reference, payment_failure: null };
    return state === "pending" ? { refund_reference: reference } : { payment_failure: "refund_failed" };
  } catch (error) {
    // What may have succeeded is tried again, with the same key.
    if (!(error instanceof PaymentFailed) || error.is_uncertain) throw error;
    return { payment_failure: error.failure };
  }
}

async function store(
  context: Parameters<typeof changeReservation>[0],
  id: number,
  changes: Changes,
): Promise<void> {
  const row = await ReservationRecord.lock(context, id);
  if (row?.payment_status === "REFUND_PENDING")
    await changeReservation(
      context,
      row,
      await SlotRecord.get(context, row.slot_id),
      changes,
      "reservation.changed",
    );
}
