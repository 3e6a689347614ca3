/** Query of the board: `?date=2026-11-23&fleet=4`. */
import { day, defineSearch, id } from "../../../parts/search-params.ts";

export const readBoardSearch = defineSearch<{ date?: string; fleet?: number }>({ date: day(), fleet: id() });
