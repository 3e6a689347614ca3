/** A count with its bins, as operations answer it. */
import { loadBins } from "./records/count-bin.ts";
import { findCount } from "./records/stock-count.ts";

export async function answerCount(context: Parameters<typeof findCount>[0], id: number) {
  const count = await findCount(context, id);
  if (count === undefined) throw new Error("A count that was written was not found.");
  return { result: true, count_id: id, version: count.version, count, bins: await loadBins(context, count) };
}
