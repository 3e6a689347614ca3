/**
 * A page of a list that is longer than one answer is read again with fewer rows: then its cursor and its next page are
 * those of what was answered, and no row is lost between two answers.
 */
import { ANSWER_BYTES_MAX, countBytes } from "./answer-size.ts";
import { buildNext } from "./limit-answer.ts";

interface Paging {
  page?: number;
  per_page: number;
}

type Answer = Record<string, unknown>;

const ROUNDS_MAX = 6;
/** Rows differ in length. */
const MARGIN = 0.9;

/** `args` are those of the call, `read` reads the same list with another paging. */
export async function readFittingPage(
  answer: Answer,
  args: Record<string, unknown>,
  read: (paging: Paging) => Promise<Answer>,
): Promise<Answer> {
  let fitting_answer = answer;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const bytes = countBytes(fitting_answer);
    const rows = findRows(fitting_answer);
    if (bytes <= ANSWER_BYTES_MAX || rows === undefined || rows.length < 2) break;
    const row_bytes = countBytes(rows);
    const fitting = Math.floor((rows.length * MARGIN * (ANSWER_BYTES_MAX - bytes + row_bytes)) / row_bytes);
    const paging = choosePaging(args, answer, Math.min(Math.max(1, fitting), rows.length - 1));
    if (paging === null) break;
    fitting_answer = await read(paging);
  }
  return fitting_answer === answer
    ? answer
    : { ...fitting_answer, shortened: describePage(answer, fitting_answer, args) };
}

/** The longest list of the root. */
function findRows(answer: Answer): unknown[] | undefined {
  const lists = Object.values(answer).filter((member) => Array.isArray(member));
  return lists.toSorted((one, other) => countBytes(other) - countBytes(one))[0];
}

const PAGE_MAX = 100_000;

/** At most this many rows, from the same row on; null where a page of no such length begins there. */
function choosePaging(args: Record<string, unknown>, answer: Answer, most: number): Paging | null {
  const [page, per_page] = [Number(answer["page"] ?? 1), Number(answer["per_page"])];
  if (typeof args["cursor"] === "string" || page === 1) return { per_page: most };
  const offset = (page - 1) * per_page;
  let length = most;
  while (offset % length !== 0) length -= 1;
  const same = offset / length + 1;
  return same > PAGE_MAX ? null : { page: same, per_page: length };
}

function describePage(original: Answer, fitting_answer: Answer, args: Record<string, unknown>): object {
  const { page: _page, per_page: _length, cursor, ...others } = args;
  const { page, per_page, next_cursor, total } = fitting_answer;
  const by_cursor = typeof next_cursor === "string";
  const has_more_pages = typeof cursor !== "string" && Number(page) * Number(per_page) < Number(total);
  const position = by_cursor ? { cursor: next_cursor } : { page: Number(page) + 1 };
  const has_next = by_cursor || has_more_pages;
  const sentences = [
    `${original["per_page"]} rows are longer than one answer may be, so these are ${per_page}.`,
    ...(has_next ? ["The next ones come with shortened.next."] : []),
    ...(args["view"] === "full" ? ["Without view=full rows are shorter."] : []),
  ];
  return {
    message: sentences.join(" "),
    ...(has_next ? { next: buildNext(others, { per_page, ...position }) } : {}),
  };
}
