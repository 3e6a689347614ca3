/** Scans that are sent one after another, so that a scanner may be faster than the answers. */
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { beep } from "../../../parts/beep.ts";
import type { Shown } from "./scan-result.tsx";

export function useLine(keys: readonly QueryKey[], ready: () => Shown) {
  const queries = useQueryClient();
  const [last, setLast] = useState<Shown | null>(null);
  const line = useRef<Promise<void>>(Promise.resolve());
  const run = (scanned: string, work: () => Promise<Shown>) => {
    line.current = line.current.then(async () => {
      try {
        const done = await work();
        setLast(done);
        beep(done.tone === "good" || done.tone === "blue");
      } catch (error) {
        const about = error instanceof Error ? error.message : String(error);
        setLast({ state: "refused", tone: "bad", title: scanned, about });
        beep(false);
      }
      for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
    });
  };
  return { shown: last ?? ready(), run, show: setLast };
}
