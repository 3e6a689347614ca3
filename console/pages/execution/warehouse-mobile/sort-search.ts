/** The query of the sorting page: a day; today when absent. */
export interface SortSearch {
  date?: string;
}

export function readSortSearch({ date }: Record<string, unknown>): SortSearch {
  return typeof date === "string" && /^\d{4}-\d{2}-\d{2}$/.test(date) ? { date } : {};
}
