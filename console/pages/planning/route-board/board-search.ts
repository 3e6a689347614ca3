/** Query of the board: `?date=2026-11-23&fleet=4`. */
import { readDate } from "../../../parts/search-params.ts";

export function readBoardSearch(search: Record<string, unknown>): { date?: string; fleet?: number } {
  const fleet = Number(search["fleet"]);
  return { ...readDate(search), ...(Number.isInteger(fleet) && fleet > 0 ? { fleet } : {}) };
}
