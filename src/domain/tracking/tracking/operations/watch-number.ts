/**
 * Be told of the changes of a shipment by e-mail: at the address of the caller's account, or at any address once it is
 * confirmed by a code. The response to callers without an account does not tell whether an address watches already.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { chooseLanguage, LANGUAGES } from "#operation/response/language.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages as tracking_messages } from "../messages.ts";
import { TypedNumber } from "../numbers.ts";
import { findNumberBusiness, getResolvedNumber } from "../resolve.ts";
import { loadTimeline } from "../timeline.ts";
import { messages } from "../watch-messages.ts";
import {
  CODE_INTERVAL_S,
  CODE_TTL_S,
  CODES_PER_DAY,
  createCode,
  hashCode,
  sendCode,
  WATCH_COLUMNS,
  WATCHES_MAX,
  type WatchRow,
} from "../watches.ts";

export const watchNumber = defineOperation({
  name: "trackingWatch",
  summary: "Follow a shipment by e-mail",
  description:
    "With an account of the business that delivers and no email: at the account's address, at once. Otherwise a code is sent to " +
    "the address, and nothing else until it is confirmed.",
  destructive: false,
  access: { public: true },
  localised: true,
  rest: { method: "POST", path: "/api/v1/tracking/{number}/watch", status: 202 },
  limit: { name: "tracking_watch", per_s: 0.1, burst: 10 },
  input: Type.Object({
    number: Ref("tracking_number", TypedNumber),
    email: Type.Optional(
      Type.String({ format: "email", maxLength: 254, description: "Required without an account." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    state: StringEnum(["active", "pending"], {
      description: "`pending`: a code was sent, unless one was sent just now.",
    }),
    tracking_number: Type.String(),
    expires_in_s: Nullable(Type.Integer({ description: "How long the code is valid." })),
  }),
  refusals: { too_many_watches: "conflict", ambiguous_number: "conflict" },

  async tenant(system_queries, { number: typed }) {
    const business_id = await findNumberBusiness(system_queries, typed);
    if (business_id === undefined)
      throw new Refusal("not_found", "not_found", { message: tracking_messages.no_tracking_number });
    return business_id;
  },

  guessable_ids: { requested: ({ number }) => [number] },

  async run(context, { number: typed, email: given_email }) {
    const { db, business_id, actor, now, request, refuse } = context;
    const language = chooseLanguage(request.language, LANGUAGES);
    const resolved_number = await getResolvedNumber(context, typed);
    const is_own =
      given_email === undefined && actor.account_id !== null && actor.business_id === business_id;
    const email = (is_own ? actor.email : given_email)?.toLowerCase();
    if (email === undefined) {
      throw refuse("invalid_request", {
        message: tracking_messages.send_address,
        errors: [{ field: "email", message: fields.required }],
      });
    }
    const { tracking_number, timeline: key } = resolved_number;
    // One at a time for each timeline, so that the limit holds and an address has one watch.
    await db.execute("select pg_advisory_xact_lock($1, hashtext($2))", [business_id, `watch ${key}`]);
    const open = await db.rows<WatchRow & { code_sent_at: string | null }>(
      `select ${WATCH_COLUMNS}, code_sent_at from tracking_watch where business_id = $1 and timeline = $2 and state <> 'ended'`,
      [business_id, key],
    );
    const known_watch = open.find((watch) => watch.email === email);
    if (known_watch === undefined && open.length >= WATCHES_MAX) {
      throw refuse("too_many_watches", {
        message: messages.too_many_watches,
        values: { most: WATCHES_MAX },
      });
    }
    const status_code = (await loadTimeline(db, business_id, key))?.status?.code ?? null;
    if (is_own) {
      await db.execute(
        `insert into tracking_watch (business_id, timeline, number, email, account_id, state, status_code, created_at, confirmed_at, language)
         values ($1, $2, $3, $4, $5, 'active', $6, $7, $7, $8)
         on conflict (business_id, timeline, email) where state <> 'ended'
         do update set state = 'active', account_id = excluded.account_id, code_hash = null, language = excluded.language,
           confirmed_at = coalesce(tracking_watch.confirmed_at, excluded.confirmed_at)`,
        [business_id, key, tracking_number, email, actor.account_id, status_code, now, language],
      );
      return { result: true, state: "active" as const, tracking_number, expires_in_s: null };
    }
    const answer = { result: true, state: "pending" as const, tracking_number, expires_in_s: CODE_TTL_S };
    const sent_at = known_watch?.code_sent_at ?? null;
    const was_just_sent = sent_at !== null && now.getTime() - Date.parse(sent_at) < CODE_INTERVAL_S * 1000;
    if (known_watch?.state === "active" || was_just_sent) return answer;
    const sent_codes = await db.row<{ n: number }>(
      "select count(*) as n from tracking_watch where business_id = $1 and email = $2 and code_sent_at > $3",
      [business_id, email, new Date(now.getTime() - 24 * 3_600_000)],
    );
    if ((sent_codes?.n ?? 0) >= CODES_PER_DAY) return answer;
    const row =
      known_watch ??
      (await db.row<WatchRow>(
        `insert into tracking_watch (business_id, timeline, number, email, state, status_code, created_at, language)
         values ($1, $2, $3, $4, 'pending', $5, $6, $7) returning ${WATCH_COLUMNS}`,
        [business_id, key, tracking_number, email, status_code, now, language],
      ));
    if (row === undefined) throw new Error("The watch was not stored.");
    const code = createCode();
    await db.execute(
      `update tracking_watch set code_hash = $3, code_tries = 0, code_tries_by = '{}', code_sent_at = $4, language = $5
       where business_id = $1 and id = $2`,
      [business_id, row.id, hashCode(row.id, code), now, language],
    );
    await sendCode(context, { email, number: tracking_number, language }, code);
    return answer;
  },
});
