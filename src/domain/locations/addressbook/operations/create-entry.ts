/**
 * Create an entry of the address book.
 *
 * An address that the owner already has is merged into its entry: new values replace old ones, empty ones are ignored.
 * Without coordinates the geocoder is called; an address that nobody could find is refused with the reasons.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";
import { locate } from "../locate.ts";
import { messages } from "../messages.ts";
import { normalise } from "../normalise.ts";
import { saveEntry } from "../records/address-entry.ts";
import { computeScore, findDoubts, RESOLVABLE_SCORE } from "../rules.ts";
import { DEFAULTS_FOR, Entry, EntryAccess, toEntry } from "../shapes.ts";
import { resolveNewOwner } from "../visibility.ts";

export const createEntry = defineOperation({
  name: "addressbookEntryCreate",
  summary: "Create an address",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["address:write"] },
  rest: { method: "POST", path: "/api/v1/addressbook" },
  input: Type.Object({
    place: Place,
    label: Type.Optional(Type.String({ maxLength: 120 })),
    customer_id: Type.Optional(Nullable(Ref("customer"))),
    access: Type.Optional(EntryAccess),
    default_for: Type.Optional(Type.Array(StringEnum(DEFAULTS_FOR), { maxItems: 3, uniqueItems: true })),
    pinned: Type.Optional(
      Type.Boolean({ description: "A person set the coordinates; nothing else moves them." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    entry_id: Ref("entry"),
    merged: Type.Boolean({ description: "The owner already had this address." }),
    version: Type.Integer(),
    entry: Entry,
  }),
  refusals: { unknown_customer: "invalid", unresolvable_address: "invalid" },

  async prepare(context, { place }) {
    return { found: await locate(context, normalise(place, context.business.country)) };
  },

  async run(context, { place, label, customer_id, access, default_for, pinned }, { found: geocode_answer }) {
    const { refuse, business } = context;
    const [lat, lng] = [place.lat ?? null, place.lng ?? null];
    if ((lat === null) !== (lng === null)) {
      throw refuse("invalid_request", {
        message: messages.coordinates_together,
        errors: [{ field: lat === null ? "place/lat" : "place/lng", message: fields.coordinates_together }],
      });
    }
    const doubts = findDoubts(normalise(place, business.country));
    if (lat === null && geocode_answer === undefined && computeScore(doubts) < RESOLVABLE_SCORE) {
      throw refuse("unresolvable_address", {
        message: messages.not_found_on_map,
        errors: doubts.map(({ field, code, message }) => ({
          field: `place/${field}`,
          code,
          message: message,
        })),
      });
    }
    const owner = await resolveNewOwner(context, customer_id);
    const { row, merged } = await saveEntry(context, {
      customer_id: owner,
      label: label ?? "",
      place,
      access: access ?? {},
      default_for: default_for ?? [],
      pinned: pinned ?? false,
      geocode_answer,
    });
    return { result: true, entry_id: row.id, merged, version: row.version, entry: toEntry(row) };
  },
});
