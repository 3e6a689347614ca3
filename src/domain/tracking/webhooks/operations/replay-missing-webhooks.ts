/** Send again all that failed since a time and was not delivered later, oldest first. */
import Type from "typebox";
import { lockBusiness } from "#operation/caller/business.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Count, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { repeatDeliveries } from "../records/webhook-delivery.ts";
import { EndpointRecord } from "../records/webhook-endpoint.ts";

const BATCH_MAX = 5000;

export const replayMissingWebhooks = defineOperation({
  name: "webhooksReplayMissing",
  summary: "Repeat all webhook deliveries that failed since a time",
  description:
    "Repeats deliveries that ended without success, to URLs that are still set and not disabled. Events that a later repetition " +
    "delivered, or that wait for one, are left out. At most 5000 a call: call again while `has_more` is true.",
  destructive: false,
  access: { roles: ["client_admin", "employee"], scopes: ["webhooks:write"] },
  rest: { method: "POST", path: "/api/v1/webhooks/replay-missing", status: 202 },
  input: Type.Object({
    since: Timestamp,
    webhook_endpoint_id: Type.Optional(Ref("webhook_endpoint")),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    deliveries: Count,
    has_more: Type.Boolean(),
  }),
  refusals: { endpoint_disabled: "conflict" },

  async run(context, { since, webhook_endpoint_id }) {
    const { db, business_id, refuse } = context;
    // Two such calls at once repeat each event once.
    await lockBusiness(db, business_id);
    if (webhook_endpoint_id !== undefined) {
      const endpoint = await EndpointRecord.find(context, webhook_endpoint_id);
      if (endpoint === undefined || endpoint.removed_at !== null)
        throw refuse("not_found", { message: messages.unknown_endpoint });
      if (endpoint.state === "DISABLED")
        throw refuse("endpoint_disabled", { message: messages.endpoint_disabled });
    }
    const rows = await db.rows<{ id: number }>(
      `select d.id from webhook_delivery d join webhook_endpoint e on e.business_id = d.business_id and e.id = d.endpoint_id
       where d.business_id = $1 and d.state = 'EXHAUSTED' and d.created_at >= $2 and d.replay_of is null
         and ($3::bigint is null or d.endpoint_id = $3) and e.removed_at is null and e.state <> 'DISABLED'
         and not exists (select from webhook_delivery r where r.business_id = d.business_id and r.replay_of = d.id and r.state <> 'EXHAUSTED')
       order by d.id limit $4`,
      [business_id, since, webhook_endpoint_id ?? null, BATCH_MAX + 1],
    );
    const repeated = await repeatDeliveries(
      context,
      rows.slice(0, BATCH_MAX).map(({ id }) => id),
    );
    return { result: true, deliveries: repeated.length, has_more: rows.length > BATCH_MAX };
  },
});
