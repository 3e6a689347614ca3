/** Who reads documents: the business all of them, a customer those of a record that it may read. */
import type { Context } from "#operation/define/context.ts";
import { expectRecord } from "#operation/define/get.ts";
import { type AttachedRecord, mayReadAny } from "#operation/files/attached-files.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "./messages.ts";

/** As `access.roles` of operations that check with `checkReader`. */
export const READERS = [...BUSINESS_ROLES, "customer"] as const;

/** Refuses `not_found` where the caller may not read what the document is about. */
export async function checkReader(context: Context<never>, subject: AttachedRecord): Promise<void> {
  const may_read = context.actor.role !== "customer" || (await mayReadAny(context, [subject]));
  expectRecord(may_read ? subject : null, messages.unknown_document);
}
