/** No rider took an order in ten minutes, or none can because its pickup is outside all zones. It ends when riders are searched for again, one is named, or the job ends. */
import { type Affected, defineAttention } from "#operation/define/attention.ts";
import { buildMessage } from "#operation/response/language.ts";
import type { LoggedEvent } from "#platform/db/event-log.ts";

const byOrder = ({ payload }: LoggedEvent): Affected => ({ order_id: Number(payload["order_id"]) });

export const noRider = defineAttention({
  kind: "no_rider",
  severity: "critical",
  subject: "order",
  title: buildMessage(
    "No rider took the order",
    "没有骑手接单",
    "沒有騎手接單",
    "Aucun livreur n’a pris la commande",
    "Kein Kurier nahm den Auftrag",
    "Ningún repartidor tomó el pedido",
    "Nenhum entregador aceitou o pedido",
    "配達員が見つからない注文",
    "수락한 라이더 없음",
  ),
  opens_after: { "job.no_rider": ({ payload }) => [Number(payload["order_id"])] },
  clears_after: {
    "job.changed": byOrder,
    "job.offered": byOrder,
    "job.accepted": byOrder,
    "job.cancelled": byOrder,
  },
  actions: [
    { operation: "clientInstantDispatch", input: ({ order_id }) => ({ order_id }) },
    {
      operation: "clientInstantCancel",
      input: ({ order_id }) => ({ order_id, reason: "no rider" }),
    },
  ],
  async find({ db, business_id }, ids) {
    const rows = await db.rows<{
      id: number;
      order_id: number;
      searching_since: string;
      refusals: number;
      reason: string | null;
    }>(
      `select id, order_id, searching_since, refusals, reason from instant_job
        where business_id = $1 and state = 'NO_RIDER' and order_id = any($2::bigint[])`,
      [business_id, ids ?? []],
    );
    return rows.map(({ id, order_id, searching_since, refusals, reason }) => ({
      subject_id: order_id,
      key: `job ${id} ${searching_since}`,
      at: searching_since,
      order_id,
      facts: { job_id: id, searching_since, refusals, reason },
    }));
  },
});
