/** Ship-outs of customers: what is to be picked first. */
import { useDebouncedValue } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { IconPackageExport } from "#icons";
import { StatusBadge } from "../../../parts/badge.tsx";
import { useOrderTable } from "../../../parts/customer-orders/order-list.tsx";
import { FindInList } from "../../../parts/find-in-list.tsx";
import type { Tone } from "../../../parts/labels.ts";
import { getFilters } from "../../../parts/list/filters.tsx";
import { ListPage } from "../../../parts/list/list.tsx";
import { More } from "../../../parts/more.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { type CustomerShipoutSummary, shipoutsQuery } from "./queries.ts";
import { type ShipoutsSearch, VIEWS } from "./searches.ts";
import { text } from "./text.ts";
import "./shipouts.css";

export function Shipouts() {
  const { show = "to_pick" } = useSearch({ strict: false }) as ShipoutsSearch;
  const navigate = useNavigate();
  const openShipout = useOpenRecord("shipout");
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 250);
  const query = useInfiniteQuery(shipoutsQuery(show, q));
  const table = useOrderTable<CustomerShipoutSummary>({
    texts: {
      order: text.what,
      state: text.status,
      to: text.destination,
      packages: text.stored.what,
      at: "",
    },
    state: findState,
    count: ({ package_count }) => text.packages({ n: package_count }),
    at: ({ status_since }) => status_since,
  });
  return (
    <ListPage
      label={text.title}
      toolbar={
        <FindInList
          rule={getFilters("clientShipouts").by_member["q"]!}
          label={text.find}
          placeholder={text.find_about}
          text={typed}
          setText={setTyped}
          group_label={text.status}
          groups={VIEWS.map((value) => ({ value, label: text.shown[value] }))}
          group={show}
          setGroup={(value) =>
            void navigate({ to: "/ship-outs", search: { show: value as (typeof VIEWS)[number] } })
          }
        />
      }
      query={query}
      rows={({ pages }) => pages.flatMap(({ shipouts }) => shipouts)}
      empty={
        <Empty icon={IconPackageExport} title={q.length < 2 ? text.none[show] : text.none_found}>
          {show === "to_pick" && q.length < 2 ? text.none_about : null}
        </Empty>
      }
      {...table}
      onOpen={({ id }) => openShipout(id)}
      foot={() => <More query={query} label={text.more} />}
    />
  );
}

const TONES: Record<CustomerShipoutSummary["status"], Tone> = {
  AWAITING_PRICE: "warn",
  AWAITING_PAYMENT: "warn",
  PAID: "blue",
  PICKING: "blue",
  PACKED: "blue",
  SHIPPED: "good",
  DELIVERED: "good",
  CANCELLED: "grey",
};

const findState = ({ status }: Pick<CustomerShipoutSummary, "status">) => ({
  label: text.statuses[status],
  tone: TONES[status],
});

export function ShipoutState({ status }: Pick<CustomerShipoutSummary, "status">) {
  return <StatusBadge badge={findState({ status })} />;
}
