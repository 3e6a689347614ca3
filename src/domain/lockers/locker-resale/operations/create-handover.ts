/** Create a handover of an item that was sold elsewhere. The answer alone has the claim link for the buyer. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { computeEnd, STATUS_END } from "../change.ts";
import { replaceLink } from "../links.ts";
import { addPhotos, PHOTO_REFUSALS } from "../photos.ts";
import { answerHandover } from "../present.ts";
import { HANDOVER, HandoverRecord } from "../records/handover.ts";
import { HandoverAnswer, PhotoIds, SizeName } from "../shapes.ts";

export const createHandover = defineOperation({
  name: "resaleHandoverCreate",
  summary: "Create a handover through a locker",
  description:
    "The service is not told what the item costs or whether it is paid: buyer and seller agree on that elsewhere. The caller is the seller.",
  destructive: false,
  access: { roles: ["customer"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/locker-resale/handovers", status: 201 },
  secret_answer: true,
  localised: true,
  input: Type.Object({
    title: Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" }),
    description: Type.Optional(Type.String({ maxLength: 2000 })),
    size: SizeName,
    photo_file_ids: Type.Optional(PhotoIds),
    buyer_name: Type.Optional(Type.String({ minLength: 1, maxLength: 120 })),
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
  refusals: PHOTO_REFUSALS,

  async run(context, { title, description, size, photo_file_ids = [], buyer_name, inspection_min }) {
    const { actor, business, due, emit } = context;
    const ends_at = computeEnd(context, "LISTED");
    const { resale_fee_minor, resale_storage_day_minor } = business.settings;
    const created = await HandoverRecord.insert(context, {
      seller_customer_id: actor.customer_id ?? 0,
      buyer_name: buyer_name?.trim() || null,
      title: title.trim(),
      description: description?.trim() || null,
      size,
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
    const { token, url } = await replaceLink(context, created);
    return { ...(await answerHandover(context, id)), handover_id: id, claim_token: token, claim_url: url };
  },
});
