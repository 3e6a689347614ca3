/** Checks the file of a call: its size, and that its content is what the caller says and the operation takes. */
import { findContentFault } from "#platform/files/content.ts";
import type { MediaType } from "#platform/files/media-types.ts";
import { ThreadsBusy } from "#platform/threads/pool.ts";
import { type AcceptedFiles, FILE_REFUSALS, getBytesMax, parseBase64 } from "../define/accepted-files.ts";
import type { Operation } from "../define/define.ts";
import { Refusal, type RefusalOptions } from "../define/refusal.ts";
import { describeFileFault, fields, refusals } from "../response/platform-messages.ts";

interface UploadedFile {
  content_base64: string;
  content_type: MediaType;
}

function refuse(code: keyof typeof FILE_REFUSALS, options: RefusalOptions): Refusal {
  return new Refusal(code, FILE_REFUSALS[code], options);
}

/** `input` has passed the schema of the operation, which has `fileMembers`. */
export async function checkUploadedFile(
  { accepts_file }: Pick<Operation, "accepts_file">,
  input: Record<string, unknown>,
): Promise<void> {
  if (accepts_file === undefined) return;
  const { content_base64, content_type } = input as unknown as UploadedFile;
  const bytes = parseBase64(content_base64);
  if (bytes === undefined)
    throw refuse("not_base64", {
      message: refusals.content_not_base64,
      errors: [{ field: "content_base64", message: fields.not_base64 }],
    });
  if (bytes.length === 0) throw refuse("empty_file", { message: refusals.empty_file });
  refuseManyBytes(accepts_file, content_type, bytes.length);
  const fault = await findFault(bytes, content_type);
  if (fault?.kind === "other_type")
    throw refuse("type_mismatch", {
      message: refusals.wrong_content_type,
      errors: [
        {
          field: "content_type",
          message:
            fault.detected === null
              ? fields.bytes_of_no_type
              : fields.bytes_are.with({ detected: fault.detected }),
        },
      ],
    });
  if (fault !== null) {
    const reason = describeFileFault(fault.fault);
    throw refuse(fault.kind === "malformed" ? "malformed_file" : "file_too_large", {
      message: refusals.file_because.with({ reason: reason.en }),
      errors: [{ field: "content_base64", message: reason }],
    });
  }
}

function refuseManyBytes(accepts_file: readonly AcceptedFiles[], type: MediaType, size_bytes: number): void {
  const most = getBytesMax(accepts_file, type);
  if (size_bytes <= most) return;
  throw refuse("file_too_large", { message: refusals.file_bytes_max.with({ bytes: most }) });
}

async function findFault(bytes: Buffer, content_type: MediaType) {
  try {
    return await findContentFault(bytes, content_type);
  } catch (error) {
    if (!(error instanceof ThreadsBusy)) throw error;
    if (error.reason !== "full")
      return { kind: "too_large" as const, fault: { code: "too_slow_to_check" as const, n: 0 } };
    throw new Refusal("busy", "unavailable", {
      message: refusals.too_many_files_checked,
      headers: { "retry-after": "1" },
    });
  }
}
