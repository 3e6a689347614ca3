/**
 * The feed of a business's events, in the order of their commits, by an opaque cursor.
 *
 * Keep `next` and send it as `after`: nothing is lost and the events of one subject keep their order, so a
 * receiver that asks again and again has all it needs. Payloads hold no personal data.
 * Source: our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { Id, Nullable, Timestamp } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";

export const listEvents = defineOperation({
  name: "events",
  summary: "Events since a cursor",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["audit:read"] },
  rest: { method: "GET", path: "/api/v1/events" },
  input: Type.Object({
    after: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4000,
        description: "`next` of an earlier answer; the first event when absent.",
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 200 })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    events: Type.Array(
      Type.Object({
        id: Type.Integer(),
        subject_type: Type.String(),
        subject_id: Type.String(),
        seq: Type.Integer({ description: "Counts the subject's events from 1." }),
        kind: Type.String(),
        occurred_at: Timestamp,
        recorded_at: Timestamp,
        actor_kind: Type.String(),
        actor_id: Nullable(Id),
        surface: Type.String(),
        on_behalf_of: Nullable(Id),
        operation: Type.String(),
        correlation_id: Type.String({ description: "Request that caused it." }),
        batch_id: Nullable(Type.Integer()),
        payload: Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true }),
        previous_hash: Type.String(),
        hash: Type.String(),
      }),
    ),
    next: Type.String({ description: "Send it as `after`; it stays good when there was nothing new." }),
    caught_up: Type.Boolean({ description: "False when the next page is there already." }),
  }),

  async run({ doors, business_id, refuse }, { after, limit }) {
    const page = await doors.eventsAfter(business_id, after ?? null, limit ?? 200);
    if (page === undefined) {
      throw refuse("invalid_request", {
        message: "`after` is not a cursor of this feed.",
        errors: [{ field: "after", message: "must be `next` of an earlier answer" }],
      });
    }
    return { result: true, events: page.events, next: page.cursor, caught_up: page.caught_up };
  },
});
