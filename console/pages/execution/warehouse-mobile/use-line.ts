/** Scans that are sent one after another, so that a scanner may be faster than the answers. */
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { beep } from "../../../parts/beep.ts";
import type { ScanOutcome } from "./scan-result.tsx";
import { text } from "./text.ts";

interface Candidate {
  order_id: number;
  order_number: string;
  recipient: string | null;
  city: string | null;
}

/** Of a code that several orders have. */
function listCandidates(error: unknown): readonly Candidate[] {
  if (!(error instanceof ApiError) || error.error_code !== "AMBIGUOUS_CODE") return [];
  return (error.body as { candidates?: readonly Candidate[] }).candidates ?? [];
}

export function useLine(keys: readonly QueryKey[], ready: () => ScanOutcome) {
  const queries = useQueryClient();
  const [last, setLast] = useState<ScanOutcome | null>(null);
  const line = useRef<Promise<void>>(Promise.resolve());
  const run = (
    scanned: string,
    work: (choice: { order_id?: number }) => Promise<ScanOutcome>,
    choice: { order_id?: number } = {},
  ) => {
    line.current = line.current.then(async () => {
      try {
        const result = await work(choice);
        setLast(result);
        beep(result.tone === "good" || result.tone === "blue");
      } catch (error) {
        const about = error instanceof Error ? error.message : String(error);
        const candidates = listCandidates(error);
        if (candidates.length > 0)
          setLast({
            state: "which",
            tone: "warn",
            title: text.which,
            about: text.which_about,
            choices: candidates.map(({ order_id, order_number, recipient, city }) => ({
              label: [order_number, recipient, city].filter(Boolean).join(" · "),
              pick: () => run(scanned, work, { order_id }),
            })),
          });
        else setLast({ state: "refused", tone: "bad", title: scanned, about });
        beep(false);
      }
      for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
    });
  };
  return { shown: last ?? ready(), run, show: setLast };
}
