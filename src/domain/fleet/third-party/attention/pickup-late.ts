/** A provider has accepted an order and reported no pickup by the agreed time. It ends with the pickup or a hand-back. */
import { type Affected, defineAttention, toRecordId } from "#operation/define/attention.ts";
import { titles } from "../attention-titles.ts";

const byTender = ({ subject_id }: { subject_id: string }): Affected => ({ subject_id: Number(subject_id) });

export const tenderPickupLate = defineAttention({
  kind: "tender_pickup_late",
  severity: "critical",
  record_kind: "tender",
  title: titles.tender_pickup_late,
  threshold: { unit: "minutes", value: 0, maximum: 24 * 60 },
  opens_after: { "tender.accepted": toRecordId },
  clears_after: { "tender.progressed": byTender, "tender.handed_back": byTender },
  searches_whole_business: true,
  actions: [
    { operation: "thirdpartyOfferWithdraw", input: ({ facts }) => ({ offer_id: facts["offer_id"] }) },
  ],
  async find({ db, business_id, threshold_ms }, ids) {
    const rows = await db.rows<{
      id: number;
      order_id: number;
      provider_id: number;
      offer_id: number;
      name: string;
      pickup_by: string;
    }>(
      `select t.id, t.order_id, t.provider_id, t.offer_id, p.name, t.pickup_by from tender t
         join thirdparty_provider p on p.business_id = $1 and p.id = t.provider_id
        where t.business_id = $1 and t.state = 'ACCEPTED' and ($2::bigint[] is null or t.id = any($2))`,
      [business_id, ids],
    );
    return rows.map(({ id, order_id, provider_id, offer_id, name, pickup_by }) => ({
      subject_id: id,
      key: pickup_by,
      at: new Date(Date.parse(pickup_by) + threshold_ms),
      order_id,
      facts: { pickup_by, offer_id, provider_id, provider: name },
    }));
  },
});
