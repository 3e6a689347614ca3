/** Create a handover of an item that was sold elsewhere. The answer alone has the claim link for the buyer. */
import Type from "typebox";
import { findFittingSize, Millimetres } from "#domain/lockers/lockers/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { computeEnd, STATUS_END } from "../change.ts";
import { CONTACT_REFUSALS, readBuyerContact, replaceLink } from "../links.ts";
import { messages } from "../messages.ts";
import { addPhotos, PHOTO_REFUSALS } from "../photos.ts";
import { answerHandover } from "../present.ts";
import { HANDOVER, HandoverRecord, type HandoverRow } from "../records/handover.ts";
import { HandoverAnswer, NewBuyerContact, PhotoIds, SizeName } from "../shapes.ts";

const SIZE_REFUSALS = { size_or_measures: "invalid", fits_nowhere: "conflict" } as const;

export const createHandover = defineOperation({
  name: "resaleHandoverCreate",
  summary: "Create a handover through a locker",
  description:
    "The service is not told what the item costs or whether it is paid: buyer and seller agree on that elsewhere. The caller is the seller. Give `size`, or all three measures of the item.",
  destructive: false,
  access: { roles: ["customer"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/locker-resale/handovers", status: 201 },
  secret_answer: true,
  localised: true,
  input: Type.Object({
    title: Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" }),
    description: Type.Optional(Type.String({ maxLength: 2000 })),
    size: Type.Optional(SizeName),
    width_mm: Type.Optional(Millimetres),
    height_mm: Type.Optional(Millimetres),
    depth_mm: Type.Optional(Millimetres),
    photo_file_ids: Type.Optional(PhotoIds),
    buyer_name: Type.Optional(Type.String({ minLength: 1, maxLength: 120 })),
    buyer_contact: NewBuyerContact,
    collect_days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 30,
        description:
          "Days that the buyer has to collect it; at most as many as the business allows, which is the default.",
      }),
    ),
    inspection_min: Type.Integer({
      minimum: 0,
      maximum: 120,
      default: 15,
      description: "Minutes in which the buyer may look and reject; 0: the buyer only collects.",
    }),
  }),
  output: Type.Object({
    ...HandoverAnswer.properties,
    handover_id: Ref("resale_handover"),
    claim_token: Type.String({ "x-secret": true, description: "Of the claim link; shown once." }),
    claim_url: Type.String({ "x-secret": true, description: "The page of the buyer, with the token." }),
  }),
  refusals: { ...PHOTO_REFUSALS, ...SIZE_REFUSALS, ...CONTACT_REFUSALS, collect_days_over: "invalid" },

  async run(context, input) {
    const { title, description, photo_file_ids = [], buyer_name, collect_days, inspection_min } = input;
    const { actor, business, due, emit, refuse } = context;
    const { resale_fee_minor, resale_storage_day_minor, resale_collect_days } = business.settings;
    if (collect_days !== undefined && collect_days > resale_collect_days) {
      const values = { days: resale_collect_days };
      throw refuse("collect_days_over", {
        message: messages.collect_days_over,
        values,
        errors: [{ field: "collect_days", message: messages.collect_days_over.with(values) }],
      });
    }
    const buyer_contact = readBuyerContact(context, input.buyer_contact ?? {});
    const room = await findRoom(context, input);
    const { size } = room;
    const ends_at = computeEnd(context, "LISTED", { collect_days: null });
    const created = await HandoverRecord.insert(context, {
      seller_customer_id: actor.customer_id ?? 0,
      buyer_name: buyer_name?.trim() || null,
      title: title.trim(),
      description: description?.trim() || null,
      ...room,
      collect_days: collect_days ?? null,
      status_reason: "created",
      ends_at,
      inspection_min,
      fee_minor: resale_fee_minor,
      storage_day_minor: resale_storage_day_minor,
      currency: business.currency,
    });
    const { id } = created;
    if (ends_at !== null) due.set(STATUS_END, id, new Date(ends_at));
    emit({
      subject: { type: HANDOVER, id, is_new: true },
      kind: "resale.created",
      payload: {
        status_before: null,
        status: "LISTED",
        cause: "created",
        device_id: null,
        compartment_id: null,
      },
      before: null,
      after: { status: "LISTED", size },
    });
    await addPhotos(context, { row: created, side: "seller" }, photo_file_ids, "photo_file_ids");
    const { token, url } = await replaceLink(context as never, created, buyer_contact);
    return { ...(await answerHandover(context, id)), handover_id: id, claim_token: token, claim_url: url };
  },
});

type Room = Pick<HandoverRow, "size" | "width_mm" | "height_mm" | "depth_mm">;

/** What the item needs: a size that the seller chose, or the smallest that its measures fit into. */
async function findRoom(
  context: Context<keyof typeof SIZE_REFUSALS>,
  { size, width_mm, height_mm, depth_mm }: Partial<Room>,
): Promise<Room> {
  const { refuse } = context;
  const has_measures = width_mm != null && height_mm != null && depth_mm != null;
  if (has_measures === (size !== undefined))
    throw refuse("size_or_measures", { message: messages.size_or_measures });
  if (!has_measures) return { size: size ?? "S", width_mm: null, height_mm: null, depth_mm: null };
  const measures = { width_mm, height_mm, depth_mm };
  const fitting_size = await findFittingSize(context, measures);
  if (fitting_size === null) throw refuse("fits_nowhere", { message: messages.fits_nowhere });
  return { size: fitting_size, ...measures };
}
