/** A table in Markdown. */
export function buildTable(titles: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`.replaceAll(/ {2,}\|/g, " |");
  return [line(titles), `|${titles.map(() => "---|").join("")}`, ...rows.map(line)];
}

export const formatCode = (text: string) => `\`${text}\``;
