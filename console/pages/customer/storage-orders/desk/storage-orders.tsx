/** The storage orders of all customers. */
import { SegmentedControl, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPackageImport, IconSearch } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { StatusBadge } from "../../../../parts/badge.tsx";
import type { Column } from "../../../../parts/grid/columns.ts";
import { TableList } from "../../../../parts/list/list.tsx";
import { More } from "../../../../parts/more.tsx";
import { Page } from "../../../../parts/page.tsx";
import { Empty } from "../../../../parts/states.tsx";
import { type Times, useTimes } from "../../../../parts/times.ts";
import { TwoLines } from "../../../../parts/two-lines.tsx";
import { Left } from "../balance.tsx";
import { type CustomerStorageOrderSummary, storageOrdersQuery } from "../queries.ts";
import { SHOWN } from "../searches.ts";
import { findStatus } from "../status.ts";
import "../storage-orders.css";
import { text } from "../text.ts";

const here = getRouteApi("/inside/storage-orders");

export function StorageOrders() {
  const { show = "open" } = here.useSearch();
  const navigate = useNavigate();
  const times = useTimes();
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 250);
  const query = useInfiniteQuery(storageOrdersQuery(show, q));
  return (
    <Page>
      <div className="storage-bar">
        <SegmentedControl
          aria-label={text.state}
          value={show}
          onChange={(value) =>
            void navigate({ to: "/storage-orders", search: { show: value as (typeof SHOWN)[number] } })
          }
          data={SHOWN.map((value) => ({ value, label: text.desk.shown[value] }))}
        />
        <TextInput
          type="search"
          aria-label={text.desk.find}
          placeholder={text.desk.find_about}
          leftSection={<IconSearch size={16} />}
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      <TableList
        label={text.desk.title}
        query={query}
        rows={({ pages }) => pages.flatMap(({ orders }) => orders)}
        empty={
          <Empty icon={IconPackageImport} title={q.length < 2 ? text.desk.none[show] : text.desk.none_found}>
            {q.length < 2 && (show === "open" || show === "all") ? text.desk.none_about : null}
          </Empty>
        }
        columns={buildColumns(times)}
        keyOf={({ id }) => id}
        nameOf={({ tracking_number }) => tracking_number}
        onOpen={({ id }) =>
          void navigate({
            to: "/storage-orders/$storage_order_id",
            params: { storage_order_id: String(id) },
          })
        }
        card={(row) => (
          <>
            <span className="row apart nowrap">
              <span className="strong cut">{row.customer_name}</span>
              <StatusBadge badge={findStatus(row.status)} />
            </span>
            <span className="row apart nowrap small dim">
              <span className="mono">{row.tracking_number}</span>
              <span>{text.stored_of({ n: row.stored_count, all: row.package_count })}</span>
            </span>
            <span className="row apart nowrap small">
              <span className="dim cut">{row.ref}</span>
              <Left order={row} />
            </span>
          </>
        )}
        foot={() => <More query={query} label={text.more} />}
      />
    </Page>
  );
}

const buildColumns = (times: Times): Column<CustomerStorageOrderSummary>[] => [
  {
    key: "what",
    head: text.order,
    cell: (row) => (
      <TwoLines
        className="strong cut"
        below={[row.tracking_number, row.ref, row.service_name].filter(Boolean).join(" · ")}
      >
        {row.customer_name}
      </TwoLines>
    ),
  },
  {
    key: "status",
    head: text.state,
    width: 150,
    cell: ({ status }) => <StatusBadge badge={findStatus(status)} />,
  },
  {
    key: "packages",
    head: text.in_store,
    width: 130,
    from: 641,
    cell: ({ stored_count, package_count }) => text.of({ n: stored_count, all: package_count }),
  },
  { key: "left", head: text.left, width: 180, align: "end", cell: (row) => <Left order={row} /> },
  {
    key: "since",
    head: text.ordered_at,
    width: 150,
    from: 1240,
    align: "end",
    cell: ({ created_at }) => <span className="dim">{times.moment(created_at)}</span>,
  },
];
