/** Join the waitlist. A place that is free is offered in the order of joining, by the contact. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { GUEST_REFUSALS, readGuest } from "../guest.ts";
import { JOIN_REFUSALS, joinWaitlist as join } from "../join.ts";
import { buildEntryUrl } from "../links.ts";
import { answerOwnEntry } from "../present.ts";
import { getOfferedBookable, lockWaitlist } from "../records/bookable.ts";
import { BookableCode, ClientCode, guestMembers, OwnEntryAnswer, Places, Windows } from "../shapes.ts";

export const joinWaitlist = defineOperation({
  name: "waitlistJoin",
  summary: "Join a waitlist",
  destructive: false,
  access: { public: true, ignores_token: true },
  rest: { method: "POST", path: "/api/v1/reservations/public/{clientCode}/{bookable}/waitlist", status: 201 },
  secret_answer: true,
  localised: true,
  limit: { name: "reservation_book", per_s: 0.1, burst: 10 },
  input: Type.Object({
    clientCode: ClientCode,
    bookable: BookableCode,
    places: Type.Optional({ ...Places, default: 1 }),
    windows: Windows,
    ...guestMembers,
  }),
  output: Type.Object({
    ...OwnEntryAnswer.properties,
    entry_token: Type.String({ "x-secret": true, description: "Of the link of the entry; shown once." }),
    entry_url: Type.String({ "x-secret": true, description: "The page of the entry, with the token." }),
  }),
  refusals: { ...JOIN_REFUSALS, ...GUEST_REFUSALS },
  tenant: (system_queries, { clientCode }) => system_queries.findBusinessOfCode(clientCode),

  async run(context, { bookable: code, places = 1, windows, ...input }) {
    const { settings } = context;
    const offered = await getOfferedBookable(context, code);
    const bookable = await lockWaitlist(context, offered.id);
    const contact = bookable.verified_contact === "none" ? "any" : bookable.verified_contact;
    const guest = readGuest(context as never, input, { form_fields: bookable.form_fields, contact });
    const { entry, token } = await join(context as never, bookable, {
      places,
      windows,
      source: "public",
      guest,
    });
    return {
      ...(await answerOwnEntry(context, entry.id)),
      entry_token: token,
      entry_url: buildEntryUrl(settings.base_url, token),
    };
  },
});
