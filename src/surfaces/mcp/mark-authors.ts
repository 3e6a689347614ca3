/**
 * Answers say in their first member, `untrusted`, which of their texts people or programs outside the business wrote, and
 * who: it stands in the structure and in its text, because some clients show a model the one, some the other, and few
 * `_meta` (docs/decisions/0020-authors-in-answers.md). A document of a published format goes out as its format says.
 */
import type { AuthorCatalogue } from "#operation/define/authors.ts";
import {
  findUntrustedText,
  type MemberNames,
  withholdUntrustedText,
} from "#operation/response/untrusted-text.ts";
import type { ToolResult } from "./protocol/server.ts";
import type { Tool } from "./tool.ts";

/** Authors of the texts of a document, whose members its format defines: in the `_meta` of its answer. */
const UNTRUSTED_META = "packhorse/untrusted-text";

const isDocument = (output: object) => "x-document" in output;

interface TextMode {
  /** The connection asks for answers without what others wrote. */
  withholds_text: boolean;
}

/** What tools of the service itself answer, such as guides, nobody else wrote, unless they name the members of others. */
export function markAuthors(
  authors: AuthorCatalogue,
  result: ToolResult,
  { source }: Pick<Tool, "source">,
  mode: TextMode,
): ToolResult {
  if ("meta" in source && result.member_names === undefined) return result;
  const { structured } = result;
  const answer: object = typeof structured === "string" ? JSON.parse(structured) : structured;
  if ("operation" in source && isDocument(source.operation.output)) {
    const untrusted = findUntrustedText(authors, withoutError(answer));
    const answer_for_reader = mode.withholds_text ? withholdRefused(authors, answer) : answer;
    return {
      ...result,
      structured: answer_for_reader,
      ...(untrusted === null ? {} : { meta: { ...result.meta, [UNTRUSTED_META]: untrusted } }),
    };
  }
  return { ...result, structured: markAnswer(authors, answer, mode, result.member_names) };
}

/** The answer of an operation was withheld before; what is found here are the previews in refusals. */
export function markAnswer(
  authors: AuthorCatalogue,
  answer: object,
  { withholds_text }: TextMode,
  names: MemberNames | null = null,
): object {
  const visible_answer = withholds_text && names === null ? withholdRefused(authors, answer) : answer;
  const untrusted = findUntrustedText(authors, withoutError(visible_answer), names);
  return untrusted === null ? visible_answer : { untrusted, ...visible_answer };
}

/** Of an error only the preview: its message is the service's. */
function withoutError(structured: object): object {
  const { error, ...others } = structured as { error?: { preview?: object } };
  if (typeof error !== "object" || error === null) return structured;
  return error.preview === undefined ? others : { ...others, error: { preview: error.preview } };
}

function withholdRefused(authors: AuthorCatalogue, structured: object): object {
  const { error, ...others } = structured as { error?: { preview?: object } };
  if (typeof error !== "object" || error === null) return withholdUntrustedText(authors, structured);
  const preview =
    error.preview === undefined ? {} : { preview: withholdUntrustedText(authors, error.preview) };
  return { ...withholdUntrustedText(authors, others), error: { ...error, ...preview } };
}
