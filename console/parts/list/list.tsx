/**
 * A list that a query reads: what narrows it, its rows, and what stands there while they load, when there are none and
 * when they cannot be read. Below the rows is what leads to more of them.
 */
import type { ComponentProps, ReactNode } from "react";
import { Page, Sheet } from "../page.tsx";
import { Loaded, type Query } from "../states.tsx";
import { Table, type TableProps } from "../table.tsx";

interface ListFrame<Data, Row> {
  /** Names the list for assistive technology. */
  label: string;
  /** Shown above it, beside `actions`. */
  title?: ReactNode;
  actions?: ReactNode;
  /** Search and filters. */
  toolbar?: ReactNode;
  query: Query<Data>;
  rows: (data: Data) => readonly Row[];
  /** Shown when there are no rows. */
  empty: ReactNode;
  /** Below the rows: a pager, or the button for more of them. */
  foot?: (data: Data) => ReactNode;
  /** Below the list, in the same sheet. */
  children?: ReactNode;
  /** As high as its place, and scrolls inside. */
  scroll?: true;
}

/** Rows that are not in columns; `item` is one `li`. */
export function List<Data, Row>({ item, ...list }: ListFrame<Data, Row> & { item: (row: Row) => ReactNode }) {
  return (
    <Frame
      {...list}
      show={(rows) => (
        <ul className="list" aria-label={list.label}>
          {rows.map(item)}
        </ul>
      )}
    />
  );
}

type TableListProps<Data, Row, Key extends string | number> = ListFrame<Data, Row> &
  Omit<TableProps<Row, Key>, "label" | "rows">;

export function TableList<Data, Row, Key extends string | number>({
  title,
  actions,
  toolbar,
  query,
  rows,
  empty,
  foot,
  children,
  scroll,
  ...table
}: TableListProps<Data, Row, Key>) {
  return (
    <Frame
      {...{ label: table.label, title, actions, toolbar, query, rows, empty, foot, children, scroll }}
      show={(visible_rows) => <Table {...table} rows={visible_rows} />}
    />
  );
}

/** A page that is one table; `children` are its drawers. */
export function ListPage<Data, Row, Key extends string | number>({
  title,
  subtitle,
  actions,
  above,
  children,
  ...list
}: TableListProps<Data, Row, Key> & Partial<ComponentProps<typeof Page>>) {
  return (
    <Page {...{ title, subtitle, actions, above }}>
      <TableList {...list} />
      {children}
    </Page>
  );
}

/** On a page behind the last one there are no rows, but a pager. */
const isPaged = (data: unknown) =>
  typeof data === "object" && data !== null && "total" in data && data.total !== 0;

function Frame<Data, Row>({
  label,
  title,
  actions,
  toolbar,
  query,
  rows,
  empty,
  foot,
  show,
  children,
  scroll,
}: ListFrame<Data, Row> & { show: (rows: readonly Row[]) => ReactNode }) {
  return (
    <Sheet label={title ? undefined : label} title={title} actions={actions} pad={false} scroll={scroll}>
      {toolbar}
      <Loaded query={query}>
        {(data) => {
          const visible_rows = rows(data);
          if (visible_rows.length === 0 && !(foot && isPaged(data))) return empty;
          return (
            <>
              {show(visible_rows)}
              {foot?.(data)}
            </>
          );
        }}
      </Loaded>
      {children}
    </Sheet>
  );
}
