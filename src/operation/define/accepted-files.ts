/**
 * Files that an operation accepts, declared on it: `accepts_file: [IMAGES]`, with `...fileMembers([IMAGES])` in its input. The
 * content is checked before the operation is prepared (`run/uploaded-file.ts`); limits of bodies and descriptions follow.
 */
import Type from "typebox";
import { getMediaLabel, KML, KMZ, type MediaType, XLSX } from "#platform/files/media-types.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import type { RefusalKind } from "./refusal.ts";

const MIB = 1024 * 1024;

/** Types that share a limit. */
export interface AcceptedFiles {
  types: readonly MediaType[];
  bytes_max: number;
}

export const IMAGES: AcceptedFiles = { types: ["image/jpeg", "image/png", "image/webp"], bytes_max: 8 * MIB };
export const PDF: AcceptedFiles = { types: ["application/pdf"], bytes_max: 8 * MIB };
/** Rows and areas to import. */
export const TABLES: AcceptedFiles = {
  types: ["text/csv", XLSX, "application/geo+json"],
  bytes_max: 50 * MIB,
};
/** Places to import. */
export const PLACES: AcceptedFiles = {
  types: ["text/csv", "application/geo+json", KML, KMZ],
  bytes_max: 20 * MIB,
};
export const LABEL_FILES: AcceptedFiles = {
  types: ["application/zpl", "application/pdf"],
  bytes_max: 8 * MIB,
};

export function getBytesMax(accepted_files: readonly AcceptedFiles[], type: string): number {
  return accepted_files.find(({ types }) => (types as readonly string[]).includes(type))?.bytes_max ?? 0;
}

/** Base64 and the other members. A file that is larger than its type may be still arrives, to be refused by its size. */
export function getBodyLimit(accepted_files: readonly AcceptedFiles[]): number {
  return Math.ceil((Math.max(...accepted_files.map(({ bytes_max }) => bytes_max)) * 4) / 3) + MIB;
}

/** "JPEG, PNG or WebP up to 8 MiB; PDF up to 8 MiB" */
export function describeAcceptedFiles(accepted_files: readonly AcceptedFiles[]): string {
  const words = new Intl.ListFormat("en", { type: "disjunction" });
  return accepted_files
    .map(({ types, bytes_max }) => `${words.format(types.map(getMediaLabel))} up to ${bytes_max / MIB} MiB`)
    .join("; ");
}

/** The members of an input that carries one file. */
export function fileMembers(accepted_files: readonly AcceptedFiles[]) {
  return {
    content_base64: Type.String({
      minLength: 1,
      maxLength: getBodyLimit(accepted_files),
      contentEncoding: "base64",
      description: `Standard base64 of ${describeAcceptedFiles(accepted_files)}.`,
    }),
    content_type: StringEnum([...new Set(accepted_files.flatMap(({ types }) => types))], {
      description: "What the bytes are; they are checked.",
    }),
    name: Type.String({ minLength: 1, maxLength: 200 }),
  };
}

/** Refusals of every operation that takes a file. */
export const FILE_REFUSALS = {
  not_base64: "invalid",
  empty_file: "invalid",
  malformed_file: "invalid",
  type_mismatch: "unsupported",
  file_too_large: "too_large",
} as const satisfies Record<string, RefusalKind>;

// One class and no groups: a repeated group of a regular expression overflows the stack on megabytes.
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Bytes of standard base64, padded or not; undefined for any other text. */
export function parseBase64(text: string): Buffer | undefined {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const remainder = (text.length - padding) % 4;
  const is_whole = padding === 0 ? remainder !== 1 : remainder + padding === 4;
  return is_whole && BASE64.test(text) ? Buffer.from(text, "base64") : undefined;
}
