/**
 * A list that was read whole, with its tools: saved views, search, filters, columns, export. What narrows and sorts it
 * stands in the address.
 */
import { TextInput } from "@mantine/core";
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { IconSearch, IconSearchOff } from "#icons";
import { fitsWords } from "../find-words.ts";
import { Empty } from "../states.tsx";
import { ColumnsMenu } from "./columns-menu.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { Grid, type GridProps, type Noun } from "./grid.tsx";
import { GridState } from "./grid-bar.tsx";
import { type ListSearch, readFilters } from "./list-search.ts";
import { NOTHING } from "./selection.ts";
import { sortRows } from "./sort.ts";
import { createSource } from "./source.ts";
import { text } from "./text.ts";
import { type Filters, NO_VIEW, useViews, type View } from "./views.ts";
import { ViewsMenu } from "./views-menu.tsx";

type ListProps =
  | "id"
  | "label"
  | "columns"
  | "getKey"
  | "getName"
  | "onOpen"
  | "selection"
  | "card"
  | "isCurrent";

interface ListViewProps<Row, Key extends string | number, Search extends ListSearch>
  extends Pick<GridProps<Row, Key>, ListProps> {
  noun: Noun;
  /** What the list is called without a view: "All drivers". */
  all: string;
  /** Every row that the page has read; narrowed here by `isShown` and by the search. */
  rows: readonly Row[];
  isShown?: ((row: Row) => boolean) | undefined;
  find: { label: string; placeholder: string; by: (row: Row) => (string | null | undefined)[] };
  search: Search;
  setSearch: (search: Search) => void;
  /** Reads the filters of a saved view, which may be of another version of the console. */
  read: (stored_search: Record<string, unknown>) => Search;
  /** Filters of the page, beside the search. */
  toolbar?: ReactNode;
  /** Shown when there is no row at all. */
  empty: ReactNode;
  /** What can be done with the selected rows. */
  actions?: ReactNode;
}

export function ListView<Row, Key extends string | number, Search extends ListSearch>({
  id,
  label,
  noun,
  all,
  rows,
  isShown,
  find,
  columns,
  search,
  setSearch,
  read,
  toolbar,
  empty,
  actions,
  ...grid
}: ListViewProps<Row, Key, Search>) {
  const { q = "", sort } = search;
  const state = { filters: readFilters(search) as Filters, sort };
  const views = useViews(id, search.view, state);
  const { layout, setLayout } = views;
  const changeSelection = grid.selection?.change;
  const open = useCallback(
    (view: View | null) => {
      changeSelection?.(NOTHING);
      const { filters = {}, sort: saved } = view?.definition ?? {};
      setSearch(read({ ...filters, sort: saved, view: view?.id ?? NO_VIEW }));
    },
    [changeSelection, setSearch, read],
  );
  // The list opens with the default view, unless the address says what to show.
  const preferred = views.views.find(({ is_default }) => is_default);
  const is_plain = Object.keys(search).length === 0;
  useEffect(() => {
    if (is_plain && preferred !== undefined) open(preferred);
  }, [is_plain, preferred, open]);

  const source = useMemo(() => {
    const visible_rows = rows.filter(
      (row) => (isShown?.(row) ?? true) && (q === "" || fitsWords(q, ...find.by(row))),
    );
    return createSource(sortRows(visible_rows, columns, sort), `${q} ${sort ?? ""}`);
  }, [rows, isShown, q, find.by, columns, sort]);
  return (
    <section className="sheet sheet-fill" aria-label={label}>
      <div className="grid-tools">
        <ViewsMenu list={id} all={all} views={views} state={state} open={open} />
        <SearchField
          q={q}
          label={find.label}
          placeholder={find.placeholder}
          change={(next) => {
            const { q: _before, ...others } = search;
            setSearch((next === "" ? others : { ...others, q: next }) as Search);
          }}
        />
        {toolbar}
        <span className={grid.card === undefined ? undefined : "grid-columns-tool"}>
          <ColumnsMenu columns={columns} layout={layout} onLayout={setLayout} />
        </span>
        <ExportMenu label={label} source={source} columns={columns} layout={layout} />
      </div>
      <GridState
        summary={describeCount(source.total, rows.length, noun)}
        chips={[]}
        clear={() => {}}
        actions={actions}
      />
      {rows.length === 0 ? (
        empty
      ) : source.total === 0 ? (
        <Empty icon={IconSearchOff} title={text.no_match}>
          {text.no_match_about}
        </Empty>
      ) : (
        <Grid
          {...grid}
          id={id}
          label={label}
          noun={noun}
          columns={columns}
          fill
          source={source}
          sort={sort}
          onSort={(next) => {
            const { sort: _before, ...others } = search;
            setSearch((next === undefined ? others : { ...others, sort: next }) as Search);
          }}
          layout={layout}
          onLayout={setLayout}
        />
      )}
    </section>
  );
}

/** Narrows while somebody types. */
/** "3 of 20 orders" */
function describeCount(n: number, of: number, { one, other }: Noun): string {
  const noun = of === 1 ? one : other;
  return n === of ? text.shown_all({ of, noun }) : text.shown({ n, of, noun });
}

function SearchField({
  q,
  label,
  placeholder,
  change,
}: {
  q: string;
  label: string;
  placeholder: string;
  change: (q: string) => void;
}) {
  const [typed, setTyped] = useState(q);
  useEffect(() => setTyped((now) => (now.trim() === q ? now : q)), [q]);
  return (
    <TextInput
      className="grow"
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        change(event.currentTarget.value.trim());
      }}
    />
  );
}
