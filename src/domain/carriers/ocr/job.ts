/** Files of many labels are read by a job, page after page. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { BATCH_STATES } from "#vocabulary/batches.ts";
import { Ref } from "#vocabulary/ref.ts";

export const READ_OPERATION = "ocrLabelsRead";

export const JobId = Ref("label_job", Type.String({ format: "uuid", maxLength: 36 }));

export const JobAnswer = Type.Object({
  result: Type.Boolean(),
  job_id: Type.String(),
  state: StringEnum(BATCH_STATES),
  total: Type.Integer({ description: "Pages." }),
  done: Type.Integer(),
  failed: Type.Integer({ description: "Pages without a label that can be read." }),
  created_at: Timestamp,
  finished_at: Nullable(Timestamp),
});

export function enqueueReading(
  { enqueue, business_id, actor }: Pick<Context, "enqueue" | "business_id" | "actor">,
  { upload_id, batch_id }: { upload_id: number; batch_id: number },
): void {
  enqueue({
    name: "ocr.read-upload",
    data: { business_id, account_id: actor.account_id, upload_id, batch_id },
    unique_key: String(upload_id),
  });
}
