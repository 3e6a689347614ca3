/** Send a photo or a signature that proves a pickup or a delivery. It belongs to the order, like the proofs of own drivers. */
import { createHash } from "node:crypto";
import Type from "typebox";
import { insertFile } from "#domain/files/files/public.ts";
import { insertProofs } from "#domain/orders/orders/public.ts";
import { composeTrackingEvent, storeTrackingEvents } from "#domain/tracking/tracking/public.ts";
import { fileMembers, IMAGES } from "#operation/define/accepted-files.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Latitude, Longitude, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { lockPartnerTender, PARTNER_CALL_REFUSALS } from "../records/tender.ts";

const ACCEPTED_FILES = [IMAGES];

export const sendTenderProof = defineOperation({
  name: "thirdpartyTenderProof",
  summary: "Send a proof of an accepted order",
  access: { partner: "tenders", roles: [], scopes: [] },
  rest: { method: "POST", path: "/api/v1/thirdparty/tenders/{tender_id}/proof", status: 201 },
  limit: { name: "thirdparty_proof", per_s: 2, burst: 20 },
  accepts_file: ACCEPTED_FILES,
  input: Type.Object({
    tender_id: Ref("tender"),
    ...fileMembers(ACCEPTED_FILES),
    kind: StringEnum(["photo", "signature"]),
    captured_at: Type.Optional(Timestamp),
    signed_by: Type.Optional(Type.String({ maxLength: 120 })),
    relation: Type.Optional(
      Type.String({
        maxLength: 40,
        description: "Of the signer to the recipient: self, neighbour, reception.",
      }),
    ),
    lat: Type.Optional(Latitude),
    lng: Type.Optional(Longitude),
  }),
  output: Type.Object({ result: Type.Boolean(), file_id: Ref("file"), sha256: Type.String() }),
  refusals: { ...PARTNER_CALL_REFUSALS, not_accepted: "conflict", tender_closed: "conflict" },

  async prepare({ files, dry_run }, { content_base64 }) {
    const bytes = Buffer.from(content_base64, "base64");
    const sha256 = dry_run ? createHash("sha256").update(bytes).digest("hex") : await files.put(bytes);
    return { sha256, size_bytes: bytes.length };
  },

  async run(context, input, { sha256, size_bytes }) {
    const { now, refuse, emit } = context;
    const { tender, order, provider } = await lockPartnerTender(context, input.tender_id);
    const { state } = tender;
    if (state === "OFFERED")
      throw refuse("not_accepted", { message: messages.not_accepted, values: { state } });
    // Photos often come after the report of the delivery.
    if (state === "DECLINED" || state === "EXPIRED" || state === "WITHDRAWN" || state === "HANDED_BACK")
      throw refuse("tender_closed", { message: messages.tender_closed, values: { state } });
    const { content_type, name, kind, signed_by, relation, lat, lng } = input;
    const file_id = await insertFile(context, { sha256, content_type, name, size_bytes }, null);
    const moment = input.captured_at === undefined ? now : new Date(input.captured_at);
    const captured_at = (moment > now ? now : moment).toISOString();
    await insertProofs(context, null, [
      {
        order_id: order.id,
        kind,
        file_id,
        sha256,
        value: null,
        signed_by: signed_by ?? null,
        relation: relation ?? null,
        lat: lat ?? null,
        lng: lng ?? null,
        captured_at,
      },
    ]);
    await storeTrackingEvents(context, [
      {
        event: composeTrackingEvent(context, order, {
          code: "otep:lastmile:proof_captured",
          occurred_at: captured_at,
          source: { type: "third_party", system: provider.code },
          proof: [
            {
              type: kind,
              ref: `file/${file_id}`,
              sha256,
              captured_at,
              ...(relation === undefined ? {} : { relation }),
            },
          ],
        }),
      },
    ]);
    emit({
      subject: { type: "tender", id: tender.id },
      kind: "tender.proof_received",
      payload: {
        order_id: tender.order_id,
        offer_id: tender.offer_id,
        provider_id: tender.provider_id,
        provider: provider.code,
        state,
        kind,
        file_id,
      },
    });
    return { result: true, file_id, sha256 };
  },
});
