/** The browser of a recipient takes the notifications about an order. Source: our choice. */
import { hash } from "node:crypto";
import Type from "typebox";
import { PushSubscription, pushMessages } from "#domain/identity/web-push/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { LINK_OPERATIONS, SUBJECT } from "../link.ts";
import { messages } from "../messages.ts";
import { Language } from "../shapes.ts";
import { loadSharedOrder } from "../shared.ts";

const BROWSERS_MAX = 10;

export const addSharedPush = defineOperation({
  name: LINK_OPERATIONS.subscribe,
  summary: "Enable notifications in this browser by a link",
  destructive: false,
  access: { roles: [], scopes: [], link: SUBJECT },
  rest: { method: "POST", path: "/api/v1/shared/tracking/push", status: 201 },
  localised: true,
  limit: { name: "notifications_choose", per_s: 0.5, burst: 20 },
  input: Type.Object({ ...PushSubscription, language: Language }),
  output: Type.Object({ result: Type.Boolean() }),
  refusals: { invalid_subscription: "invalid", too_many_browsers: "conflict" },

  async prepare({ providers, settings, refuse }, { endpoint, keys }) {
    if (!providers.push.of(settings.secret_key).accepts({ endpoint, ...keys }))
      throw refuse("invalid_subscription", { message: pushMessages.invalid_subscription });
    return undefined;
  },

  async run(context, { endpoint, keys, language }) {
    const { db, business_id, now, refuse, emit } = context;
    const order = await loadSharedOrder(context as never);
    // Browsers of one order are counted by one call at a time.
    await db.execute("select pg_advisory_xact_lock($1, hashtext($2))", [business_id, `push ${order.id}`]);
    const endpoint_hash = hash("sha256", endpoint, "buffer");
    const counted = await db.row<{ n: number }>(
      "select count(*) as n from notification_push where business_id = $1 and order_id = $2 and endpoint_hash <> $3",
      [business_id, order.id, endpoint_hash],
    );
    if ((counted?.n ?? 0) >= BROWSERS_MAX)
      throw refuse("too_many_browsers", { message: messages.too_many_browsers });
    const row = await db.row<{ id: number; is_new: boolean }>(
      `insert into notification_push (business_id, order_id, endpoint, endpoint_hash, p256dh, auth, language, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (business_id, order_id, endpoint_hash) do update
         set p256dh = excluded.p256dh, auth = excluded.auth, language = excluded.language
       returning id, xmax = 0 as is_new`,
      [business_id, order.id, endpoint, endpoint_hash, keys.p256dh, keys.auth, language, now],
    );
    if (row === undefined) throw new Error("A browser that was stored has a row.");
    if (row.is_new)
      emit({
        subject: { type: "notification_push", id: row.id, is_new: true },
        kind: "notification.push_added",
        payload: { order_id: order.id },
      });
    return { result: true };
  },
});
