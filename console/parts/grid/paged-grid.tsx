/**
 * A list that the service pages, with its tools: search, filters, columns, export. What narrows it, and the page that is on
 * screen, stand in the address.
 */
import { Button } from "@mantine/core";
import { type ReactNode, useCallback, useState } from "react";
import { IconFilter } from "#icons";
import { Loaded, type Query, Waiting } from "../states.tsx";
import type { Layout } from "./columns.ts";
import { ColumnsMenu } from "./columns-menu.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { Grid, type GridProps } from "./grid.tsx";
import { type FilterChip, GridState } from "./grid-bar.tsx";
import { PAGE_ROWS, type Source } from "./source.ts";
import { text } from "./text.ts";

interface PagedGridProps<Row, Key extends string | number>
  extends Omit<GridProps<Row, Key>, "source" | "fill" | "start" | "onRest"> {
  query: Query<Source<Row>>;
  layout: Layout;
  onLayout: (layout: Layout) => void;
  /** Before the filters: saved views, the search. */
  search: ReactNode;
  /** Behind a button on a phone. */
  filters: ReactNode;
  /** How many rows there are, in words. */
  count: (total: number) => string;
  /** What is set, in words. */
  chips: readonly FilterChip[];
  clear: () => void;
  /** What can be done with the selected rows; null while none is selected. */
  actions: ReactNode;
  empty: ReactNode;
  /** From 1. */
  page: number | undefined;
  /** Undefined for the first page; absent: the address does not say the page. */
  onPage: ((page: number | undefined) => void) | undefined;
}

export function PagedGrid<Row, Key extends string | number>({
  query,
  search,
  filters,
  count,
  chips,
  clear,
  actions,
  empty,
  page = 1,
  onPage,
  ...grid
}: PagedGridProps<Row, Key>) {
  const { label, columns, layout, onLayout } = grid;
  const [filtering, setFiltering] = useState(false);
  const rest = useCallback(
    (index: number) => {
      const next = Math.floor(index / PAGE_ROWS) + 1;
      onPage?.(next > 1 ? next : undefined);
    },
    [onPage],
  );
  const total = query.data?.total;
  return (
    <section className="sheet sheet-fill" aria-label={label}>
      <div className="grid-tools">
        {search}
        <Button
          hiddenFrom="sm"
          variant="default"
          aria-expanded={filtering}
          leftSection={<IconFilter size={16} />}
          onClick={() => setFiltering((was) => !was)}
        >
          {text.filters.title}
        </Button>
        <div className={filtering ? "filter-set shown" : "filter-set"}>
          {filters}
          <ColumnsMenu columns={columns} layout={layout} onLayout={onLayout} />
          <ExportMenu label={label} source={query.data} columns={columns} layout={layout} />
        </div>
      </div>
      <GridState
        summary={total === undefined ? "…" : count(total)}
        chips={chips}
        clear={clear}
        actions={actions}
      />
      <Loaded query={query} fallback={<Waiting rows={12} />}>
        {(source) =>
          source.total === 0 ? (
            empty
          ) : (
            <Grid
              {...grid}
              fill
              source={source}
              start={(page - 1) * PAGE_ROWS}
              onRest={onPage === undefined ? undefined : rest}
            />
          )
        }
      </Loaded>
    </section>
  );
}
