/** The filters of the list of orders: their choices, and what each is called when it is set. */
import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { FilterButton } from "../../../parts/grid/filter-button.tsx";
import type { FilterChip } from "../../../parts/grid/grid-bar.tsx";
import { findLabel } from "../../../parts/labels.ts";
import {
  bindFilters,
  FilterChoices,
  FilterDay,
  FilterSelect,
  getFilters,
} from "../../../parts/list/filters.tsx";
import { addDays, day, useTimes } from "../../../parts/times.ts";
import { useWarehouses } from "../../warehouse/warehouses/queries.ts";
import type { OrderSearch } from "./order-filters.ts";
import { nameOrderType, ORDER_STATUS, ORDER_TYPES } from "./status.ts";
import { text } from "./text.ts";

const FILTERS = getFilters("clientOrders");

interface FilterProps {
  search: OrderSearch;
  change: (part: Partial<OrderSearch>) => void;
}

const customersQuery = (q: string) =>
  queryOptions({
    queryKey: ["customers", "choices", q],
    queryFn: ({ signal }) => client.clientCustomers({ ...(q ? { q } : {}), per_page: 200 }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** Names of customers by id, for those who may see them; at most the first 200. */
export function useCustomerNames(is_needed: boolean): ReadonlyMap<number, string> {
  const { permissions, user } = useMe();
  const may_see = permissions.includes("settings:read") && user.role !== "customer";
  const customer_names = useQuery({ ...customersQuery(""), enabled: is_needed && may_see, select: toNames });
  return customer_names.data ?? NO_NAMES;
}

const NO_NAMES: ReadonlyMap<number, string> = new Map();
const toNames = ({ customers }: { customers: readonly { id: number; name: string }[] }) =>
  new Map(customers.map(({ id, name }) => [id, name]));

export function FilterBar({ search, change }: FilterProps) {
  const is_search = search.q !== undefined;
  const filter = bindFilters(FILTERS, search, change);
  const others = ["type", "on_route", "customer_id", "starts_at", "is_at"] as const;
  return (
    <>
      <FilterChoices
        label={text.filter.status}
        names={ORDER_STATUS}
        {...filter("status")}
        disabled={is_search}
      />
      <FilterButton label={text.filter.day} chosen={search.from || search.to ? 1 : 0} disabled={is_search}>
        <DayFilter search={search} change={change} />
      </FilterButton>
      <FilterButton
        label={text.filter.more}
        chosen={others.filter((key) => search[key] !== undefined).length}
        disabled={is_search}
      >
        <OtherFilters search={search} change={change} />
      </FilterButton>
    </>
  );
}

function DayFilter({ search, change }: FilterProps) {
  const filter = bindFilters(FILTERS, search, change);
  const today = useTimes().today();
  const spans = [
    { label: text.filter.yesterday, from: addDays(today, -1), to: addDays(today, -1) },
    { label: text.filter.today, from: today, to: today },
    { label: text.filter.tomorrow, from: addDays(today, 1), to: addDays(today, 1) },
    { label: text.filter.week, from: today, to: addDays(today, 6) },
    { label: text.filter.before, from: undefined, to: addDays(today, -1) },
  ];
  return (
    <div className="stack">
      <div className="row tight">
        {spans.map(({ label, from, to }) => (
          <Button
            key={label}
            size="compact-sm"
            variant={search.from === from && search.to === to ? "light" : "default"}
            onClick={() => change({ from, to })}
          >
            {label}
          </Button>
        ))}
      </div>
      <FilterDay label={text.filter.from} max={search.to} {...filter("from", "date_from")} />
      <FilterDay label={text.filter.to} min={search.from} {...filter("to", "date_to")} />
    </div>
  );
}

function OtherFilters({ search, change }: FilterProps) {
  const { permissions, user } = useMe();
  const warehouses = useWarehouses();
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 250);
  const may_see_customers = permissions.includes("settings:read") && user.role !== "customer";
  const customers = useQuery({ ...customersQuery(q), enabled: may_see_customers }).data?.customers ?? [];
  const places = warehouses.map(({ id, name }) => ({ value: String(id), label: name }));
  const filter = bindFilters(FILTERS, search, change);
  return (
    <div className="stack">
      <FilterSelect
        in_popover
        label={text.filter.type}
        any={text.filter.any_type}
        names={Object.fromEntries(ORDER_TYPES.map((type) => [type, nameOrderType(type)]))}
        {...filter("type")}
      />
      <FilterSelect
        in_popover
        label={text.filter.route}
        any={text.filter.any_route}
        names={{ true: text.filter.on_route, false: text.filter.off_route }}
        {...filter("on_route")}
      />
      {may_see_customers ? (
        <FilterSelect
          in_popover
          label={text.filter.customer}
          any={text.filter.any_customer}
          data={customers.map(({ id, name }) => ({ value: String(id), label: name }))}
          searchable
          onSearchChange={setTyped}
          // The service has searched.
          filter={({ options }) => options}
          {...filter("customer_id")}
        />
      ) : null}
      {places.length > 1 ? (
        <>
          <FilterSelect
            in_popover
            label={text.filter.starts_at}
            any={text.filter.any_warehouse}
            data={places}
            searchable
            {...filter("starts_at", "origin_warehouse_id")}
          />
          <FilterSelect
            in_popover
            label={text.filter.is_at}
            any={text.filter.any_warehouse}
            data={places}
            searchable
            {...filter("is_at", "current_warehouse_id")}
          />
        </>
      ) : null}
    </div>
  );
}

/** What is set, in words. */
export function useFilterChips({ search, change }: FilterProps): FilterChip[] {
  const warehouses = useWarehouses();
  const customers = useCustomerNames(search.customer_id !== undefined);
  const placeName = (id: number) =>
    warehouses.find((one) => one.id === id)?.name ?? text.warehouse_id({ id: String(id) });
  const { q, status, type, on_route, from, to, customer_id, starts_at, is_at } = search;
  const chip = (label: string, part: Partial<OrderSearch>): FilterChip => ({
    label,
    remove: () => change(part),
  });
  const chips: FilterChip[] = [];
  if (q !== undefined) return [chip(text.filter.quoted({ words: q }), { q: undefined })];
  for (const word of status ?? []) {
    const rest = status?.filter((other) => other !== word) ?? [];
    chips.push(chip(findLabel(ORDER_STATUS, word).label, { status: rest.length > 0 ? rest : undefined }));
  }
  if (from !== undefined && from === to) chips.push(chip(day(from), { from: undefined, to: undefined }));
  else {
    if (from !== undefined) chips.push(chip(text.filter.chip_from({ day: day(from) }), { from: undefined }));
    if (to !== undefined) chips.push(chip(text.filter.chip_to({ day: day(to) }), { to: undefined }));
  }
  if (type !== undefined) chips.push(chip(nameOrderType(type), { type: undefined }));
  if (on_route !== undefined)
    chips.push(chip(on_route ? text.filter.on_route : text.filter.off_route, { on_route: undefined }));
  if (customer_id !== undefined)
    chips.push(
      chip(customers.get(customer_id) ?? text.customer_id({ id: String(customer_id) }), {
        customer_id: undefined,
      }),
    );
  if (starts_at !== undefined)
    chips.push(chip(text.filter.chip_starts_at({ name: placeName(starts_at) }), { starts_at: undefined }));
  if (is_at !== undefined)
    chips.push(chip(text.filter.chip_is_at({ name: placeName(is_at) }), { is_at: undefined }));
  return chips;
}
