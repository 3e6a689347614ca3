/**
 * The published events of a business by a cursor, as webhooks send them: for receivers that cannot be called, and to catch up.
 *
 * Events in the order of their commits, those of one subject in their order; an event with several types is there once for each.
 */
import Type from "typebox";
import { findWithheld } from "#operation/caller/event-access.ts";
import { defineOperation } from "#operation/define/define.ts";
import { listPublicTypes } from "#operation/define/events.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { messages } from "../messages.ts";
import { buildPublishedEvent } from "../published.ts";
import { PublishedEvent } from "../shapes.ts";

export const listPublishedEvents = defineOperation({
  name: "webhookEvents",
  summary: "List published events since a cursor",
  access: { scopes: ["webhooks:read"] },
  rest: { method: "GET", path: "/api/v1/webhooks/events" },
  input: Type.Object({
    after: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4000,
        description: "`next` of an earlier response; starts at the first event if absent.",
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        default: 200,
        description: "Events of the log that are read.",
      }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    events: Type.Array(PublishedEvent, {
      description: "May be empty while more are available: not every event of the log is published.",
    }),
    next: Type.String({ description: "Send it as `after`; it stays valid if there was nothing new." }),
    caught_up: Type.Boolean({ description: "False if more events are available now." }),
  }),

  async run({ actor, system_queries, business_id, events: declared, refuse }, { after, limit }) {
    const page = await system_queries.readEventsAfter(business_id, after ?? null, limit ?? 200);
    if (page === undefined) {
      const errors = [{ field: "after", message: fields.next_of_response }];
      throw refuse("invalid_request", { message: messages.not_a_cursor, errors });
    }
    const events = page.events
      .filter(({ kind }) => findWithheld(declared, kind, actor) === null)
      .flatMap((event) =>
        listPublicTypes(declared, event).map((type) =>
          buildPublishedEvent(declared, event, type, actor.hidden_prices),
        ),
      );
    return { result: true, events, next: page.cursor, caught_up: page.caught_up };
  },
});
