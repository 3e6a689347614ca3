/**
 * The feed of a business's events, in commit order, by an opaque cursor.
 *
 * Store `next` and send it as `after`: no event is lost and the events of one subject stay in order, so polling is
 * sufficient for a receiver. Payloads contain no personal data; those of events that the caller may not see are left out.
 * Source: our choice.
 */

import Type from "typebox";
import { findWithheld, Withheld } from "#operation/caller/event-access.ts";
import { defineOperation } from "#operation/define/define.ts";
import { filterPayload, listPublicTypes } from "#operation/define/events.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { Nullable, Timestamp } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";

export const listEvents = defineOperation({
  name: "events",
  summary: "List events since a cursor",
  access: { scopes: ["audit:read"] },
  rest: { method: "GET", path: "/api/v1/events" },
  input: Type.Object({
    after: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4000,
        description: "`next` of an earlier response; starts at the first event if absent.",
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
        subject_id: NoRef("a record of `subject_type`", Type.String()),
        seq: Type.Integer({ description: "Sequence number of the event in its subject, from 1." }),
        kind: Type.String(),
        types: Type.Array(Type.String(), {
          description: "The public types of the event; several kinds share one, and many have none.",
        }),
        occurred_at: Timestamp,
        recorded_at: Timestamp,
        actor_kind: Type.String(),
        actor_id: Nullable(Ref("account")),
        surface: Type.String(),
        on_behalf_of: Nullable(Ref("account")),
        operation: Type.String(),
        correlation_id: Type.String({ description: "Id of the request that caused it." }),
        batch_id: Nullable(Type.Integer()),
        payload: Nullable(
          Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true }),
        ),
        withheld: Type.Optional(Withheld),
        previous_hash: Type.String(),
        hash: Type.String(),
      }),
    ),
    next: Type.String({ description: "Send it as `after`; it stays valid if there was nothing new." }),
    caught_up: Type.Boolean({ description: "False if more events are available now." }),
  }),

  async run({ actor, system_queries, business_id, events: declared, refuse }, { after, limit }) {
    const page = await system_queries.readEventsAfter(business_id, after ?? null, limit ?? 200);
    if (page === undefined) {
      throw refuse("invalid_request", {
        message: messages.no_cursor,
        errors: [{ field: "after", message: fields.next_of_response }],
      });
    }
    const events = page.events.map((event) => {
      const withheld = findWithheld(declared, event.kind, actor);
      return {
        ...event,
        types: listPublicTypes(declared, event),
        ...(withheld === null
          ? { payload: filterPayload(declared, event, actor.hidden_prices) }
          : { payload: null, withheld }),
      };
    });
    return { result: true, events, next: page.cursor, caught_up: page.caught_up };
  },
});
