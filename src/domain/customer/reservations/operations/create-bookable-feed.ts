/** Create the secret address of a bookable's calendar. The one before ends. */
import Type from "typebox";
import { createLink } from "#operation/caller/link-store.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { endLink, FEED } from "../links.ts";
import { BOOKABLE, BookableRecord } from "../records/bookable.ts";

const LIFE_MS = 2 * 366 * 24 * 3_600_000;

export const createBookableFeed = defineOperation({
  name: "bookableFeedCreate",
  summary: "Create the calendar feed of a bookable",
  description: "Whoever has the address sees reservations with the names of their guests, for two years.",
  access: { scopes: ["reservations:write"] },
  rest: { method: "POST", path: "/api/v1/reservations/bookables/{bookable_id}/feed", status: 201 },
  secret_answer: true,
  localised: true,
  input: Type.Object({ bookable_id: Ref("bookable") }),
  output: Type.Object({
    result: Type.Boolean(),
    feed_url: Type.String({ "x-secret": true, description: "For calendars; shown once." }),
  }),

  async run(context, { bookable_id }) {
    const { now, settings, emit } = context;
    const row = await BookableRecord.getLocked(context, bookable_id);
    context.expectVersion(row.version);
    await endLink(context as never, BOOKABLE, { id: row.id, link_id: row.feed_link_id });
    const { token, link } = await createLink(context as never, {
      record: { type: BOOKABLE, id: row.id },
      operations: [FEED.name],
      note: null,
      expires_at: new Date(now.getTime() + LIFE_MS),
    });
    await BookableRecord.change(context, row, { feed_link_id: link.id });
    emit({
      subject: { type: BOOKABLE, id: row.id },
      kind: "bookable.changed",
      payload: { members: ["feed"] },
      before: { feed_link_id: row.feed_link_id },
      after: { feed_link_id: link.id },
    });
    return { result: true, feed_url: `${settings.base_url}${FEED.path.replace("{link}", token)}` };
  },
});
