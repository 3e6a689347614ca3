/** What becomes of each record of a call, as it is answered; a call that is to be whole is refused by its first fault. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { bulkAnswer, bulkMembers, FieldError } from "#vocabulary/bulk.ts";
import { Ref } from "#vocabulary/ref.ts";
import type { Fault } from "./drafts.ts";
import { messages } from "./messages.ts";
import { toRecord } from "./read.ts";
import type { DatasetView } from "./records/dataset.ts";
import type { SaveResult } from "./save.ts";
import { DatasetRecord } from "./shapes.ts";

export const BULK_MAX = 500;

/** Refusals that one record may cause. */
export const RECORD_REFUSALS = {
  does_not_fit: "invalid",
  unknown_column: "invalid",
  unknown_group: "invalid",
  unknown_record: "not_found",
  unique_clash: "conflict",
  column_hidden: "forbidden",
  column_read_only: "forbidden",
  row_not_permitted: "forbidden",
  read_only: "forbidden",
} as const;

export const savedMembers = {
  ...bulkMembers,
  records: Type.Array(
    Type.Object({
      result: Type.Boolean(),
      id: Nullable(Ref("dataset_record")),
      change: Nullable(StringEnum(["created", "updated", "unchanged"])),
      record: Nullable(DatasetRecord),
      error_code: Nullable(Type.String()),
      message: Nullable(Type.String()),
      errors: Type.Array(FieldError),
    }),
    { maxItems: BULK_MAX, description: "One entry per record, in the sequence of the request." },
  ),
};

type RecordContext = Context<keyof typeof RECORD_REFUSALS>;

/** Refuses a call of one record, or one of which nothing is written unless all is. */
export function refuseFault({ refuse }: RecordContext, { code, errors }: Fault, within = "") {
  const at = (field: string) => [within, field].filter((part) => part !== "").join("/");
  return refuse(code, {
    message: messages[code],
    errors: errors.map(({ field, message }) => ({ field: at(field), message })),
  });
}

export function requireWritable({ refuse }: RecordContext, view: DatasetView): void {
  if (view.writable.size === 0 && !view.is_complete)
    throw refuse("read_only", { message: messages.read_only });
}

export function answerSaved(
  context: RecordContext,
  view: DatasetView,
  saved: readonly SaveResult[],
  { atomic, ids = [] }: { atomic: boolean; ids?: readonly number[] },
) {
  const failed = saved.findIndex((one) => "fault" in one);
  const fault = saved[failed];
  if (atomic && fault !== undefined && "fault" in fault)
    throw refuseFault(context, fault.fault, `records/${failed}`);
  const records = saved.map((one, index) => {
    if ("record" in one)
      return {
        result: true,
        id: one.record.id,
        change: one.change,
        record: toRecord(one.record, view),
        error_code: null,
        message: null,
        errors: [],
      };
    return {
      result: false,
      id: ids[index] ?? null,
      change: null,
      record: null,
      error_code: one.fault.code.toUpperCase(),
      message: context.say(messages[one.fault.code]),
      errors: one.fault.errors.map(({ field, message }) => ({ field, message: context.say(message) })),
    };
  });
  return { ...bulkAnswer(records, ({ id }) => id), records };
}
