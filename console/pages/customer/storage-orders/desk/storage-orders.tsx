/** The storage orders of all customers. */
import { useDebouncedValue } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { IconPackageImport } from "#icons";
import { FindInList } from "../../../../parts/find-in-list.tsx";
import { getFilters } from "../../../../parts/list/filters.tsx";
import { ListPage } from "../../../../parts/list/list.tsx";
import { More } from "../../../../parts/more.tsx";
import { useOpenRecord } from "../../../../parts/record-link.tsx";
import { Empty } from "../../../../parts/states.tsx";
import { type CustomerStorageOrderSummary, storageOrdersQuery } from "../queries.ts";
import { VIEWS } from "../searches.ts";
import { useStorageTable } from "../storage-table.tsx";
import "../storage-orders.css";
import { text } from "../text.ts";

const here = getRouteApi("/inside/storage-orders");

export function StorageOrders() {
  const { show = "open" } = here.useSearch();
  const navigate = useNavigate();
  const open = useOpenRecord("storage_order");
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 250);
  const query = useInfiniteQuery(storageOrdersQuery(show, q));
  const table = useStorageTable<CustomerStorageOrderSummary>();
  return (
    <ListPage
      label={text.desk.title}
      toolbar={
        <FindInList
          rule={getFilters("clientStorageOrders").by_member["q"]!}
          label={text.desk.find}
          placeholder={text.desk.find_about}
          text={typed}
          setText={setTyped}
          group_label={text.state}
          groups={VIEWS.map((value) => ({ value, label: text.desk.shown[value] }))}
          group={show}
          setGroup={(value) =>
            void navigate({ to: "/storage-orders", search: { show: value as (typeof VIEWS)[number] } })
          }
        />
      }
      query={query}
      rows={({ pages }) => pages.flatMap(({ orders }) => orders)}
      empty={
        <Empty icon={IconPackageImport} title={q.length < 2 ? text.desk.none[show] : text.desk.none_found}>
          {q.length < 2 && (show === "open" || show === "all") ? text.desk.none_about : null}
        </Empty>
      }
      {...table}
      onOpen={({ id }) => open(id)}
      foot={() => <More query={query} label={text.more} />}
    />
  );
}
