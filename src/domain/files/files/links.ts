/** Links to files: what they open, and which files the caller may make them for. */
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import { mayReadFile } from "./read.ts";
import { FileRecord, type FileRow } from "./records/file.ts";

export const LINK_SUBJECT = "file";
export const OPENED_BY = { name: "fileShared", path: "/api/v1/shared/files/{link}" } as const;

/** Refuses `not_found` for a file that the caller may not read. */
export async function getReadableFile(
  context: Pick<Context, "actor" | "business_id" | "db" | "now" | "publish" | "refuse" | "record_kinds">,
  file_id: number,
): Promise<FileRow> {
  const file = await FileRecord.find(context, file_id);
  if (file === undefined || !(await mayReadFile(context, file)))
    throw context.refuse("not_found", { message: messages.unknown_file });
  return file;
}
