/** A count with its bins, as operations answer it. */
import { loadBins } from "./records/count-bin.ts";
import { getVisibleCount } from "./records/stock-count.ts";

export async function answerCount(context: Parameters<typeof getVisibleCount>[0], id: number) {
  const count = await getVisibleCount(context, id);
  return { result: true, count_id: id, version: count.version, count, bins: await loadBins(context, count) };
}
