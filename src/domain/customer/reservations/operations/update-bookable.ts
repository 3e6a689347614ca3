/**
 * Change what can be reserved. Places of a larger capacity go to those who wait. Hours may close over reservations, which stay; a
 * change after which a reservation would overlap a new slot is refused, because two counters would count one time.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { checkDefinition, DEFINITION_REFUSALS } from "../definition.ts";
import { messages } from "../messages.ts";
import { answerBookable } from "../present.ts";
import { BOOKABLE, BookableRecord } from "../records/bookable.ts";
import type { SlotRow } from "../records/slot.ts";
import { BOOKABLE_STATUSES } from "../rules.ts";
import { BookableAnswer, bookableMembers } from "../shapes.ts";
import { findSlots } from "../slots.ts";
import { offerFreePlaces } from "../waitlist.ts";

const optional = Object.fromEntries(
  Object.entries(bookableMembers).map(([member, schema]) => [member, Type.Optional(schema as Type.TSchema)]),
) as { [Member in keyof typeof bookableMembers]: Type.TOptional<(typeof bookableMembers)[Member]> };

export const updateBookable = defineOperation({
  name: "bookableUpdate",
  summary: "Update a bookable",
  access: { scopes: ["reservations:write"] },
  rest: { method: "PATCH", path: "/api/v1/reservations/bookables/{bookable_id}" },
  localised: true,
  input: Type.Object({
    bookable_id: Ref("bookable"),
    status: Type.Optional(
      StringEnum(BOOKABLE_STATUSES, { description: "PAUSED and RETIRED are not offered to the public." }),
    ),
    ...optional,
  }),
  output: BookableAnswer,
  refusals: { slots_in_use: "conflict", ...DEFINITION_REFUSALS },

  async run(context, { bookable_id, ...changes }) {
    const { db, business_id, now, emit, refuse } = context;
    const row = await BookableRecord.getLocked(context, bookable_id);
    context.expectVersion(row.version);
    const next = { ...row, ...changes };
    await checkDefinition(context as never, next);
    const slots = await db.rows<SlotRow>(
      `select * from bookable_slot where business_id = $1 and bookable_id = $2 and ends_at > $3
        order by starts_at`,
      [business_id, bookable_id, now],
    );
    const has_other_slots = ["calendar", "slot_minutes", "time_zone"].some((member) => member in changes);
    for (const slot of has_other_slots ? slots.filter(({ taken }) => taken > 0) : []) {
      const [from, to] = [Date.parse(slot.starts_at), Date.parse(slot.ends_at)];
      const begin = new Date(from - next.slot_minutes * 60_000 + 1);
      const is_cut = findSlots(next, begin, new Date(to)).some(
        ({ starts_at, ends_at }) => starts_at.getTime() !== from || ends_at.getTime() !== to,
      );
      if (is_cut)
        throw refuse("slots_in_use", {
          message: messages.slots_in_use,
          values: { date: toLocalDate(new Date(from), row.time_zone) },
        });
    }
    const after = await BookableRecord.change(context, row, changes);
    emit({
      subject: { type: BOOKABLE, id: bookable_id },
      kind: "bookable.changed",
      payload: { members: Object.keys(changes).sort() },
      before: { capacity: row.capacity, status: row.status },
      after: { capacity: after.capacity, status: after.status },
    });
    for (const slot of after.capacity > row.capacity ? slots : [])
      await offerFreePlaces(context as never, after, slot);
    return answerBookable(context, bookable_id);
  },
});
