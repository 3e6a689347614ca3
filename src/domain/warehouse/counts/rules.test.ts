import assert from "node:assert/strict";
import { test } from "node:test";
import { type Counting, decideRound } from "./rules.ts";

/** Round, then goods as `a counted/book`, with `~` where it moved. */
function parse(text: string): Counting {
  const [round, ...goods] = text.split(" ");
  return {
    round: Number(round),
    lines: goods.map((one) => {
      const [, key = "", counted, book, moved] = /^([a-z])(\d+)\/(\d+)(~?)$/.exec(one) ?? [];
      return { key, counted_qty: Number(counted), book_qty: Number(book), has_moved: moved === "~" };
    }),
  };
}

test("a bin agrees, is counted again, or differs", () => {
  const cases: [string[], ReturnType<typeof decideRound>][] = [
    [["1 a5/5 b0/0"], "agreed"],
    [["1"], "agreed"],
    [["1 a4/5"], "recount"],
    [["1 a5/5~"], "recount"],
    [["1 a4/5", "2 a4/5"], "difference"],
    [["1 a4/5", "2 a3/5"], "recount"],
    [["1 a4/5", "2 a5/5"], "agreed"],
    [["1 a4/5", "2 a3/5", "3 a2/5"], "difference"],
    [["1 a4/5", "2 a3/5", "3 a2/5~"], "recount"],
    // Two who count at different times, with stock moved between them.
    [["1 a4/5", "1 a1/2"], "difference"],
    [["1 a4/5", "1 a5/5"], "recount"],
    [["1 a5/5", "1 a2/2"], "agreed"],
    [["1 a4/5 b1/0", "1 a4/5"], "recount"],
    [["1 a4/5", "1 a3/5", "2 a3/5"], "difference"],
  ];
  for (const [countings, expected] of cases) {
    const parsed = countings.map(parse);
    assert.equal(decideRound(parsed, parsed.at(-1)?.round ?? 1), expected, countings.join("; "));
  }
});
