/** What a solver chooses from: names and sizes of a library. */
import type { ReactNode } from "react";
import type { Column } from "../grid/columns.ts";
import { text } from "./text.ts";

interface LibraryRow {
  name: string;
  code: string;
  /** Who published it; empty for one of the business. */
  source: string;
}

export const buildNameColumn = <Row extends LibraryRow>(marks: (row: Row) => ReactNode): Column<Row> => ({
  key: "name",
  head: text.name,
  cell: (row) => (
    <span className="stack tight" style={{ gap: 0 }}>
      <span className="row tight">
        <span className="strong">{row.name}</span> <span className="mono dim small">{row.code}</span>
        {marks(row)}
      </span>
      {row.source === "" ? null : <span className="dim small">{row.source}</span>}
    </span>
  ),
});

export function LibraryCard({ row, size, children }: { row: LibraryRow; size: string; children: ReactNode }) {
  return (
    <span className="stack tight">
      <span className="row apart">
        <span className="strong">{row.name}</span>
        <span className="mono small dim">{row.code}</span>
      </span>
      <span className="small num">{size}</span>
      {children}
    </span>
  );
}
