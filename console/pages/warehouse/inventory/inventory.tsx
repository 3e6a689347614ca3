/** What lies where: found by text or by a scan, now or as of a past time. */
import { Drawer } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconPackages } from "#icons";
import type { InventoryInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { Tag } from "../../../parts/badge.tsx";
import { number } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import {
  bindFilters,
  FilterDay,
  FilterSelect,
  FilterText,
  getFilters,
} from "../../../parts/list/filters.tsx";
import { ListPage } from "../../../parts/list/list.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { day, useTimes } from "../../../parts/times.ts";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { useWarehouses } from "../warehouses/queries.ts";
import { type InventoryLine, inventoryQuery, STOCK_PER_PAGE } from "./queries.ts";
import { text } from "./text.ts";

type InventoryFilters = {
  [Name in "text" | "warehouse_id" | "as_of"]?: InventoryInput[Name] | undefined;
};

export function Inventory() {
  const times = useTimes();
  const warehouses = useWarehouses();
  const [filters, setFilters] = useState<InventoryFilters>({});
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<InventoryLine | null>(null);
  const { text: written = "", warehouse_id, as_of: then } = filters;
  const filter = bindFilters(getFilters("inventory"), filters, (part: InventoryFilters) => {
    setFilters({ ...filters, ...part });
    setPage(1);
  });
  const [search_text] = useDebouncedValue(written.trim(), 250);
  // Typed in the time zone of the business, whatever the browser's is.
  const as_of = then === undefined ? undefined : times.at(then.slice(0, 10), then.slice(11, 16));
  const others = {
    page,
    ...(warehouse_id === undefined ? {} : { warehouse_id }),
    ...(as_of === undefined ? {} : { as_of }),
  };
  const by_text = useQuery(
    inventoryQuery({ ...others, ...(search_text === "" ? {} : { text: search_text }) }),
  );
  // A barcode is in no text: what the words do not find is looked for as a code.
  const is_code =
    search_text !== "" &&
    by_text.data?.total === 0 &&
    !by_text.isPlaceholderData &&
    /^[ -~]{1,80}$/.test(search_text);
  const by_code = useQuery({ ...inventoryQuery({ ...others, code: search_text }), enabled: is_code });
  const query = is_code ? by_code : by_text;
  const totals = query.data?.totals;
  return (
    <ListPage
      subtitle={
        totals === undefined
          ? "…"
          : [
              text.pieces({ n: totals.pieces }),
              totals.packages > 0 ? text.packages({ n: totals.packages }) : "",
              text.in_bins({ n: totals.bins }),
            ]
              .filter(Boolean)
              .join(" · ")
      }
      label={text.title}
      toolbar={
        <>
          <div className="filters">
            <FilterText data-autofocus label={text.find} placeholder={text.find_about} {...filter("text")} />
            <FilterSelect
              label={text.warehouse}
              any={text.all_warehouses}
              data={warehouses.map(({ id, name }) => ({ value: String(id), label: name }))}
              {...filter("warehouse_id")}
            />
            <FilterDay type="datetime-local" label={text.as_of} {...filter("as_of")} />
          </div>
          {as_of === undefined ? null : <p className="note">{text.past({ when: times.moment(as_of) })}</p>}
        </>
      }
      query={query}
      rows={({ inventory }) => inventory}
      empty={
        <Empty icon={IconPackages} title={text.none}>
          {as_of !== undefined ? text.none_then : search_text === "" ? text.none_about : text.no_match}
        </Empty>
      }
      columns={buildColumns()}
      getKey={({ line_id }) => line_id}
      getName={nameLine}
      onOpen={setOpened}
      card={(line) => <LineCard line={line} />}
      foot={({ total }) =>
        total > STOCK_PER_PAGE ? (
          <Pager page={page} per_page={STOCK_PER_PAGE} total={total} onPage={setPage} noun={text.lines} />
        ) : null
      }
    >
      {opened === null ? null : <Movements line={opened} close={() => setOpened(null)} />}
    </ListPage>
  );
}

const nameLine = ({ article, package: box }: InventoryLine) => article?.name ?? box?.code ?? "";

const buildColumns = (): Column<InventoryLine>[] => [
  {
    key: "article",
    head: text.article,
    cell: (line) => (
      <span className="stack tight" style={{ gap: 0 }}>
        <span className="row tight nowrap">
          <span className="strong cut">{nameLine(line)}</span>
          {line.package?.damaged ? <Tag tone="bad">{text.damaged}</Tag> : null}
          {line.package?.held ? <Tag tone="blue">{text.held}</Tag> : null}
        </span>
        <span className="mono dim small cut">
          {line.article === null ? "" : [line.article.sku, line.package?.code].filter(Boolean).join(" · ")}
        </span>
      </span>
    ),
  },
  {
    key: "bin",
    head: text.bin,
    width: 150,
    cell: ({ bin_code, warehouse_code }) => (
      <TwoLines className="mono strong" below={warehouse_code}>
        {bin_code}
      </TwoLines>
    ),
  },
  { key: "qty", head: text.qty, width: 90, align: "end", cell: ({ qty }) => number(qty) },
  { key: "lot", head: text.lot, width: 120, window_width_min: 641, cell: ({ lot }) => lot || "–" },
  {
    key: "expires",
    head: text.expires,
    width: 130,
    window_width_min: 1240,
    cell: ({ expires_date }) => (expires_date === null ? "–" : day(expires_date)),
  },
  {
    key: "owner",
    head: text.owner,
    window_width_min: 641,
    cell: ({ customer }) => customer?.name ?? <span className="dim">{text.own_goods}</span>,
  },
];

function LineCard({ line }: { line: InventoryLine }) {
  return (
    <div className="stack tight">
      <span className="row nowrap">
        <span className="strong grow cut">{nameLine(line)}</span>
        <span className="num strong">{number(line.qty)}</span>
      </span>
      <span className="row nowrap dim small">
        <span className="grow cut">
          {[line.article?.sku, line.lot, line.customer?.name].filter(Boolean).join(" · ")}
        </span>
        <span className="mono">{line.bin_code}</span>
      </span>
    </div>
  );
}

function Movements({ line, close }: { line: InventoryLine; close: () => void }) {
  const { moment } = useTimes();
  const query = useQuery({
    queryKey: ["stock", "movements", line.line_id],
    meta: { live: ["stock_batch"] },
    queryFn: ({ signal }) => client.stockMovements({ line_id: line.line_id, limit: 100 }, { signal }),
  });
  return (
    <Drawer
      opened
      onClose={close}
      title={text.movements_of({ what: `${nameLine(line)} · ${line.bin_code}` })}
    >
      <Loaded query={query} fallback={<Waiting rows={6} />}>
        {({ movements }) =>
          movements.length === 0 ? (
            <Empty icon={IconPackages} title={text.no_movements} />
          ) : (
            <ul className="list" aria-label={text.movements}>
              {movements.map((one) => (
                <li key={one.id} className="list-row">
                  <span className="stack tight grow" style={{ gap: 0, minWidth: 0 }}>
                    <span className="strong cut">
                      {text.reasons[one.reason]} · <span className="num">{number(one.qty)}</span>
                    </span>
                    <span className="mono small cut">
                      {text.from_to({
                        from: one.from_bin_code ?? text.outside,
                        to: one.to_bin_code ?? text.outside,
                      })}
                    </span>
                    <span className="dim small cut">
                      {[moment(one.at), one.created_by?.name, one.note].filter(Boolean).join(" · ")}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Drawer>
  );
}
