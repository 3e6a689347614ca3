/** A table of rows of one kind: a button creates one, and a row opens in the same form. */
import { type ReactNode, useState } from "react";
import { CreateButton } from "./create-button.tsx";
import type { Column } from "./grid/columns.ts";
import { Loaded, type Query } from "./states.tsx";
import { Table } from "./table.tsx";

export function EditableTable<Data, Row>({
  label,
  heading,
  create,
  may_write,
  query,
  rowsOf,
  empty,
  keyOf,
  nameOf,
  columns,
  form,
}: {
  /** Names the table for assistive technology. */
  label: string;
  heading: string;
  /** Label of the button. */
  create: string;
  may_write: boolean;
  query: Query<Data>;
  rowsOf: (data: Data) => readonly Row[];
  /** Shown when there are no rows. */
  empty: ReactNode;
  keyOf: (row: Row) => string | number;
  nameOf: (row: Row) => string;
  columns: Column<Row>[];
  /** Null for a new row. */
  form: (row: Row | null, close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState<Row | null>(null);
  return (
    <section className="sheet" aria-label={label}>
      <div className="sheet-head">
        <h2>{heading}</h2>
        {may_write ? (
          <CreateButton label={create} size="xs">
            {(close) => form(null, close)}
          </CreateButton>
        ) : null}
      </div>
      <Loaded query={query}>
        {(data) =>
          rowsOf(data).length === 0 ? (
            empty
          ) : (
            <Table
              label={label}
              rows={rowsOf(data)}
              keyOf={keyOf}
              nameOf={nameOf}
              onOpen={may_write ? setOpen : undefined}
              columns={columns}
            />
          )
        }
      </Loaded>
      {open === null ? null : form(open, () => setOpen(null))}
    </section>
  );
}
