/** How many things of each page wait for a person, beside the entries of the navigation. */
import { useQueries } from "@tanstack/react-query";
import { translateWord } from "../language/manifest-words.ts";
import type { NavigationEntry } from "../manifest.ts";
import { number } from "../parts/format.ts";
import type { ShownArea } from "./areas.ts";

export type Counts = ReadonlyMap<string, { n: number; of: string }>;

const FRESH_MS = 30_000;

/** By address; pages without a count, or whose count is not known, are left out. */
export function useCounts(areas: readonly ShownArea[]): Counts {
  const counted = areas
    .flatMap(({ pages }) => pages)
    .flatMap(({ to, count }) => (count === undefined ? [] : [{ to, count }]));
  const queries = useQueries({
    queries: counted.map(({ to, count }) => ({
      queryKey: [count.key, "count", to],
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await count.load())({ signal }),
      meta: { live: count.live_subjects },
      staleTime: FRESH_MS,
    })),
  });
  return new Map(
    counted.flatMap(({ to, count }, index) => {
      const n = queries[index]?.data ?? 0;
      return n > 0 ? [[to, { n, of: count.of }] as const] : [];
    }),
  );
}

const SHORT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** Of some pages together: briefly, and in words; undefined when nothing waits. */
export function describeCounts(
  counts: Counts,
  pages: readonly NavigationEntry[],
): { short: string; words: string } | undefined {
  const page_counts = pages.flatMap(({ to }) => counts.get(to) ?? []);
  if (page_counts.length === 0) return undefined;
  return {
    short: SHORT.format(page_counts.reduce((sum, { n }) => sum + n, 0)),
    words: page_counts.map(({ n, of }) => `${number(n)} ${translateWord(of)}`).join(", "),
  };
}
