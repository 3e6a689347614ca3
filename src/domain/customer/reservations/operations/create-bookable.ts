/** Create something that the public can reserve. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { checkDefinition, DEFINITION_REFUSALS } from "../definition.ts";
import { messages } from "../messages.ts";
import { answerBookable } from "../present.ts";
import { BOOKABLE, BookableRecord } from "../records/bookable.ts";
import { BookableAnswer, BookableCode, bookableMembers } from "../shapes.ts";

const { name, kind, calendar, slot_minutes, capacity, ...others } = bookableMembers;
const optional = Object.fromEntries(
  Object.entries(others).map(([member, schema]) => [member, Type.Optional(schema as Type.TSchema)]),
) as { [Member in keyof typeof others]: Type.TOptional<(typeof others)[Member]> };

export const createBookable = defineOperation({
  name: "bookableCreate",
  summary: "Create a bookable",
  description: "Such as a loading dock, a counter or a visit. Its hours are wall time of its zone.",
  destructive: false,
  access: { scopes: ["reservations:write"] },
  rest: { method: "POST", path: "/api/v1/reservations/bookables", status: 201 },
  localised: true,
  input: Type.Object({ code: BookableCode, name, kind, calendar, slot_minutes, capacity, ...optional }),
  output: Type.Object({ ...BookableAnswer.properties, bookable_id: Ref("bookable") }),
  refusals: { code_taken: "conflict", ...DEFINITION_REFUSALS },

  async run(context, { code, ...input }) {
    const { business, emit, refuse } = context;
    const definition = {
      description: null,
      warehouse_id: null,
      street_address: null,
      time_zone: business.time_zone,
      places_max: Math.min(input.capacity, 10),
      lead_minutes: 60,
      cutoff_minutes: 120,
      horizon_days: 60,
      reminder_hours: 24,
      no_show_minutes: null,
      has_waitlist: true,
      offer_mode: "in_order" as const,
      offer_minutes: 60,
      verified_contact: "none" as const,
      form_fields: { type: "object" as const, properties: {} },
      confirmation_note: null,
      deposit_minor: 0,
      ...input,
    };
    await checkDefinition(context as never, definition);
    const row = await BookableRecord.insertIfAbsent(context, {
      code,
      ...definition,
      name: definition.name.trim(),
      currency: business.currency,
    });
    if (row === undefined)
      throw refuse("code_taken", {
        message: messages.code_taken,
        errors: [{ field: "code", message: messages.code_taken }],
      });
    emit({
      subject: { type: BOOKABLE, id: row.id, is_new: true },
      kind: "bookable.changed",
      payload: { members: Object.keys(definition).sort() },
      before: null,
      after: { code, capacity: row.capacity, status: row.status },
    });
    return { ...(await answerBookable(context, row.id)), bookable_id: row.id };
  },
});
