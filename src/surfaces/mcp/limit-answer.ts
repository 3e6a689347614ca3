/**
 * One limit for the answers of all tools, 5,000 tokens of four bytes. A longer answer of a read goes out in parts: the
 * call is made again with `part`, as `shortened.next` says. A write is not made again: its answer says which tools read
 * the rest. Members keep their types, so that the answer still fits the output schema; files are moved to the content of
 * the result. Nothing is cut in silence.
 */
import { Refusal } from "#operation/define/refusal.ts";
import { fields, refusals } from "#operation/response/platform-messages.ts";
import { countBytes } from "./answer-size.ts";
import { buildRefusalResult } from "./outcomes.ts";
import type { EmbeddedFile, ToolResult } from "./protocol/server.ts";
import { type Part, type Piece, splitAnswer } from "./split-answer.ts";
import type { Tool } from "./tool.ts";

const TOKENS_MAX = 5000;
export const LIMIT_BYTES = TOKENS_MAX * 4;
/** For what the answer says about its parts. */
const NOTE_BYTES = 2000;
const PIECES_SHOWN_MAX = 8;
const PATH_SHOWN_MAX = 80;
/** Longer arguments are not repeated. */
const ARGUMENTS_BYTES_MAX = 500;
/** Beyond this the authors of texts are named by the root members only. */
const AUTHORS_BYTES_MAX = 3000;

interface LimitedCall {
  tool: Tool;
  /** As they were sent. */
  args: Record<string, unknown>;
  request_id: string;
}

export function limitAnswer(result: ToolResult, call: LimitedCall): ToolResult {
  const { structured, part = 1 } = result;
  const text = typeof structured === "string" ? structured : JSON.stringify(structured);
  if (part === 1 && Buffer.byteLength(text) <= LIMIT_BYTES) return { ...result, structured: text };
  const files: EmbeddedFile[] = [];
  const { untrusted, ...answer } = moveFiles(JSON.parse(text), files) as Record<string, unknown>;
  const authors = untrusted === undefined ? {} : { untrusted: shortenAuthors(untrusted) };
  const parts = splitAnswer(answer, LIMIT_BYTES - NOTE_BYTES - countBytes(authors));
  const answer_part = parts[part - 1];
  if (answer_part === undefined) return refusePart(parts.length, call);
  const shortened = describeParts(
    answer_part,
    { part, parts: parts.length, files: files.length },
    result,
    call,
  );
  return {
    ...result,
    structured: JSON.stringify({
      ...authors,
      ...answer_part.value,
      ...(shortened === null ? {} : { shortened }),
    }),
    is_kept: false,
    ...(part === 1 && files.length > 0 ? { files } : {}),
  };
}

function refusePart(parts: number, { request_id }: LimitedCall): ToolResult {
  const there_are = parts === 1 ? fields.one_part : fields.parts.with({ parts });
  const refusal = new Refusal("invalid_request", "invalid", {
    message: refusals.arguments_not_valid,
    errors: [{ field: "part", message: there_are }],
  });
  return buildRefusalResult(refusal, request_id);
}

interface Position {
  part: number;
  parts: number;
  files: number;
}

/** Null when nothing is missing in this answer. */
function describeParts(
  answer_part: Part,
  { part, parts, files }: Position,
  result: ToolResult,
  call: LimitedCall,
) {
  const { tool, args } = call;
  if (parts === 1 && files === 0) return null;
  const sentences = files === 0 ? [] : [FILES_MOVED];
  const can_repeat = tool.effect === "read" && result.is_error !== true;
  if (parts > 1) {
    sentences.push(
      can_repeat
        ? `The answer is longer than ${TOKENS_MAX} tokens: this is part ${part} of ${parts}.`
        : `The answer is longer than ${TOKENS_MAX} tokens and was cut at its ends.`,
    );
    sentences.push(can_repeat ? adviseReader(part < parts, call) : adviseWriter(result, tool));
  }
  return {
    message: sentences.filter((sentence) => sentence !== "").join(" "),
    ...(can_repeat && parts > 1 ? { part, parts } : {}),
    ...(answer_part.pieces.length === 0
      ? {}
      : { pieces: answer_part.pieces.slice(0, PIECES_SHOWN_MAX).map(showPiece) }),
    ...(answer_part.pieces.length > PIECES_SHOWN_MAX ? { pieces_total: answer_part.pieces.length } : {}),
    ...(can_repeat && part < parts ? { next: buildNext(args, { part: part + 1 }) } : {}),
  };
}

const FILES_MOVED =
  "Files are not in this structure: they are resources in the content of the result, named by content_resource.";

const showPiece = ({ path, ...numbers }: Piece) => ({
  path: path.length <= PATH_SHOWN_MAX ? path : `${path.slice(0, PATH_SHOWN_MAX)}…`,
  ...numbers,
});

/** The arguments of the next call, without the token; of long arguments only what is new. */
export function buildNext(
  { api_token: _secret, ...args }: Record<string, unknown>,
  more: Record<string, unknown>,
): Record<string, unknown> {
  return countBytes(args) > ARGUMENTS_BYTES_MAX ? more : { ...args, ...more };
}

function adviseReader(has_next: boolean, { tool, args }: LimitedCall): string {
  const { properties } = tool.definition.inputSchema as { properties: Record<string, unknown> };
  const ways = [
    ...(args["view"] === "full" ? ["without view=full"] : []),
    ...["per_page", "limit"]
      .filter((name) => Object.hasOwn(properties, name))
      .map((name) => `a smaller ${name}`),
  ];
  const narrower = ways.length === 0 ? "" : ` Or ask for less: ${ways.join(", ")}.`;
  if (!has_next) return "This is the last part.";
  const same = countBytes(args) > ARGUMENTS_BYTES_MAX ? "the same arguments and " : "";
  return `Call ${tool.name} with ${same}shortened.next for the next part.${narrower}`;
}

function adviseWriter({ is_error, structured }: ToolResult, { source, next }: Tool): string {
  if ("meta" in source) return "Ask for fewer rows or fields.";
  if (is_error === true) return "Send less in one call to see the whole refusal.";
  const answer = (typeof structured === "string" ? JSON.parse(structured) : structured) as {
    dry_run?: boolean;
  };
  if (answer.dry_run === true) return "Nothing was done; preview less in one call to see the rest.";
  return `The call was made as a whole: do not repeat it. The rest is read with ${next.join(", ")}.`;
}

/** The names of the members at the root stand for all texts in them. */
function shortenAuthors(untrusted: unknown): unknown {
  if (countBytes(untrusted) <= AUTHORS_BYTES_MAX) return untrusted;
  return Object.fromEntries(
    Object.entries(untrusted as Record<string, string[]>).map(([author, paths]) => [
      author,
      [...new Set(paths.map((path) => path.split(".")[0]))],
    ]),
  );
}

const FILE_MEMBER = "content_base64";

/** The same value with links to its files, which a model cannot read, instead of their bytes. */
function moveFiles(value: unknown, files: EmbeddedFile[]): unknown {
  if (Array.isArray(value)) return value.map((one) => moveFiles(one, files));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => {
    if (name !== FILE_MEMBER || typeof member !== "string") return [name, moveFiles(member, files)];
    const { name: file_name, content_type } = value as { name?: unknown; content_type?: unknown };
    const uri = `packhorse://files/${files.length + 1}/${encodeURIComponent(typeof file_name === "string" ? file_name : "file")}`;
    const mime_type = typeof content_type === "string" ? content_type : "application/octet-stream";
    files.push({ uri, mime_type, base64: member });
    return ["content_resource", uri];
  });
  return Object.fromEntries(members);
}
