/**
 * What is known of a handover, for who decides a dispute: photos of both sides with their digests, what happened at the
 * compartment while it was its own, and the end of the log's chain of hashes.
 */
import Type from "typebox";
import { listNotices, Notice } from "#domain/execution/notifications/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { answerHandover } from "../present.ts";
import { findSide, getVisibleHandover, HANDOVER } from "../records/handover.ts";
import { listPhotos } from "../records/photo.ts";
import { SIDES } from "../rules.ts";
import { HandoverAnswer } from "../shapes.ts";

const OPERATIONS_MAX = 500;

const Hash = Type.String({ description: "SHA-256, hexadecimal." });

export const getHandoverEvidence = defineOperation({
  name: "resaleHandoverEvidence",
  summary: "Get the evidence of a handover",
  description: "`deviceChain` checks the whole chain of a locker.",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/locker-resale/handovers/{handover_id}/evidence" },
  localised: true,
  input: Type.Object({ handover_id: Ref("resale_handover") }),
  output: Type.Object({
    ...HandoverAnswer.properties,
    operations: Type.Array(
      Type.Object({
        operation_id: NoRef("a row of the log"),
        occurred_at: Timestamp,
        recorded_at: Timestamp,
        action: Type.String(),
        actor_type: Type.String(),
        result: Type.String(),
        contents: Nullable(Type.String({ description: "What the sensor said." })),
        hash: Hash,
        previous_hash: Nullable(Hash),
      }),
      { description: `At the compartment, oldest first; at most ${OPERATIONS_MAX}.` },
    ),
    photo_digests: Type.Array(
      Type.Object({ file_id: Ref("file"), side: StringEnum(SIDES), taken_at: Timestamp, sha256: Hash }),
    ),
    notices: Type.Array(Notice, {
      description: "What seller and buyer were told, the latest first; for the business's people.",
    }),
    chain_head: Nullable({ ...Hash, description: "Of the whole log of the locker now." }),
  }),

  async run(context, { handover_id }) {
    const { db, business_id, now } = context;
    const row = await getVisibleHandover(context, handover_id);
    const { compartment_id, device_id, reservation_id, reserved_at, ended_at } = row;
    const is_business = findSide(context, row) === "business";
    const [answer, photos, operations, device, notices] = await Promise.all([
      answerHandover(context, handover_id),
      listPhotos(context, [handover_id]),
      db.rows<{
        operation_id: number;
        occurred_at: string;
        recorded_at: string;
        action: string;
        actor_type: string;
        result: string;
        contents: string | null;
        hash: string;
        previous_hash: string | null;
      }>(
        `select id as operation_id, occurred_at, recorded_at, action, actor_type, result, details->>'contents' as contents,
           encode(hash, 'hex') as hash, encode(previous_hash, 'hex') as previous_hash
         from locker_operation where business_id = $1 and compartment_id = $2 and occurred_at between $3 and $4
           and occurred_at < coalesce((select min(created_at) from locker_reservation
             where business_id = $1 and compartment_id = $2 and id > $5), 'infinity')
         order by occurred_at, id limit ${OPERATIONS_MAX}`,
        [business_id, compartment_id, reserved_at, ended_at ?? now, reservation_id],
      ),
      db.row<{ head: string | null }>(
        "select encode(chain_head, 'hex') as head from locker_device where business_id = $1 and id = $2",
        [business_id, device_id],
      ),
      is_business ? listNotices(context, { type: HANDOVER, id: handover_id }) : [],
    ]);
    return {
      ...answer,
      operations,
      photo_digests: photos.map(({ file_id, side, taken_at, sha256 }) => ({
        file_id,
        side,
        taken_at,
        sha256,
      })),
      notices,
      chain_head: device?.head ?? null,
    };
  },
});
