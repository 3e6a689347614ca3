/** A pattern of SQL's LIKE that finds a text anywhere. It is in small letters: compare it with `lower(…)`. */
export function toLikePattern(text: string): string {
  return `%${text
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, "\\$&")}%`;
}
