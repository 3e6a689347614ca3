/** Filters are part of the address, so that a view can be bookmarked and shared. */
import { defineSearch, page, word } from "../../../parts/search-params.ts";
import type { ScanStatus } from "./queries.ts";

export const STATUSES = [
  "needs_review",
  "parsed",
  "confirmed",
  "queued",
  "failed",
] as const satisfies readonly ScanStatus[];

export interface ScanSearch {
  status?: ScanStatus;
  page?: number;
}

export const readScanSearch = defineSearch<ScanSearch>({
  status: word([...STATUSES]) as never,
  page: page(),
});
