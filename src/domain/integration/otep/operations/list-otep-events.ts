/**
 * Only the events of an OTEP timeline, page by page.
 *
 * A cursor names the event before it, not a count: events that arrive meanwhile shift no page. A changed `revision`
 * shows that some arrived. Source: docs/contract/otep.md, "Endpoints".
 */
import Type from "typebox";
import { normalizeNumber } from "#domain/tracking/tracking/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { otep } from "#otep/projections/otep.ts";
import { chooseProjection } from "#otep/projections.ts";
import { getEffect } from "#otep/vocabulary.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { Format, ViewMembers } from "../document.ts";
import { LIMITS } from "../limits.ts";
import { messages } from "../messages.ts";
import { Moment, readMoment } from "../moment.ts";
import { buildNotFound, findBusinessOfNumber, TrackingNumber } from "../numbers.ts";
import { CURSOR_MAX, formatCursor, getPageAfter } from "../pages.ts";
import { loadView } from "../view.ts";

export const listOtepEvents = defineOperation({
  name: "otepTrackingEvents",
  summary: "List OTEP events of a tracking number",
  access: { public: true },
  rest: { method: "GET", path: "/api/v1/otep/trackings/{tracking_number}/events" },
  input: Type.Object({
    tracking_number: Ref("tracking_number", TrackingNumber),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
    cursor: Type.Optional(
      Type.String({ maxLength: CURSOR_MAX, description: "`next_cursor` of the previous page." }),
    ),
    order: Type.Optional(
      StringEnum(["asc", "desc"], { description: "Oldest first by default; `desc` is newest first." }),
    ),
    since: Type.Optional(Moment("Only events recorded after this moment.")),
    ...ViewMembers,
    format: Type.Optional({
      ...Format,
      description: "Only `otep`: other formats are available for the timeline, but not for its pages.",
    }),
    effect: Type.Optional(
      StringEnum(["status", "annotation"], {
        description: "Only events that change the status, or only the others.",
      }),
    ),
  }),
  output: Type.Object({
    events: Type.Array(
      Type.Object({ event_id: Type.String(), status_code: Type.String() }, { additionalProperties: true }),
      { maxItems: 500 },
    ),
    next_cursor: Nullable(Type.String()),
    revision: Type.String({ description: "Changes whenever an event is added." }),
  }),
  refusals: {
    ambiguous_number: "conflict",
    tracking_not_found: "not_found",
    invalid_tracking_number: "invalid",
    unsupported_format: "invalid",
    not_acceptable: "not_acceptable",
  },
  limit: LIMITS.read,

  tenant: (system_queries, { tracking_number }) => findBusinessOfNumber(system_queries, tracking_number),

  guessable_ids: { requested: ({ tracking_number }) => [tracking_number] },

  async run(context, { tracking_number, limit = 100, cursor, order, since, effect, at, profile, format }) {
    const choice = chooseProjection(format, context.request.accept, [otep]);
    if ("refusal" in choice) {
      const message = messages.native_list_only;
      throw choice.refusal === "not_acceptable"
        ? context.refuse("not_acceptable", { message })
        : context.refuse("unsupported_format", {
            message,
            errors: [{ field: "format", message: messages.must_be_otep }],
          });
    }
    const view = await loadView(context, tracking_number, { at, profile });
    if (view === undefined) throw buildNotFound();
    const { events, revision } = view.timeline;
    const from = since === undefined ? "" : readMoment("since", since);
    const wanted_events = events.filter(
      (event) =>
        event.recorded_at > from &&
        (effect === undefined || getEffect(event.status_code, event.base) === effect),
    );
    const request_facts = [normalizeNumber(tracking_number), order ?? "asc", from, effect, at, profile];
    const page = getPageAfter(
      order === "desc" ? wanted_events.toReversed() : wanted_events,
      cursor,
      limit,
      request_facts,
    );
    if (page === undefined) {
      throw context.refuse("invalid_request", {
        message: messages.other_list_cursor,
        errors: [{ field: "cursor", message: messages.no_cursor_of_list }],
      });
    }
    const last = page.items.at(-1);
    return {
      events: page.items.map((event) => ({ ...event })),
      next_cursor: page.more && last !== undefined ? formatCursor(last, request_facts) : null,
      revision,
    };
  },
});
