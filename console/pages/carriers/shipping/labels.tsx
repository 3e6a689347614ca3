/** Labels of carriers, newest first: found, filtered, printed in one go. */

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { IconPlus, IconTags } from "#icons";
import { client } from "../../../api/client.ts";
import { isStaff, useMe } from "../../../api/session.ts";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { money } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import type { FilterChip } from "../../../parts/grid/grid-bar.tsx";
import { PagedGrid } from "../../../parts/grid/paged-grid.tsx";
import { countSelected, isSelected, NOTHING, type Selection } from "../../../parts/grid/selection.ts";
import { usePagedRows } from "../../../parts/grid/source.ts";
import { useLayout } from "../../../parts/grid/use-layout.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import {
  bindFilters,
  FilterChoices,
  FilterSearch,
  FilterSelect,
  getFilters,
} from "../../../parts/list/filters.tsx";
import { Page } from "../../../parts/page.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { day, type Times, useTimes } from "../../../parts/times.ts";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { type LabelSearch, toLabelsInput } from "./label-search.ts";
import { PRINT_MAX } from "./print.ts";
import { PrintButtons } from "./print-buttons.tsx";
import { LABELS_KEY, type LabelOrderSummary, methodsQuery } from "./queries.ts";
import { findState, PRINTABLE_STATES } from "./states.ts";
import { text } from "./text.ts";

const FILTERS = getFilters("labelserviceOrders");

const readLabels = async (q: string) => (await client.labelserviceOrders({ q, per_page: 2 })).label_orders;

const route = getRouteApi("/inside/labels");
const getKey = ({ id }: LabelOrderSummary) => id;
const getName = ({ recipient, destination }: LabelOrderSummary) =>
  text.label_of({ recipient: recipient || destination });

type Change = (part: Partial<LabelSearch>) => void;

export function Labels() {
  const me = useMe();
  const may_write = me.permissions.includes("labels:write");
  const search = route.useSearch();
  const navigate = useNavigate({ from: "/labels" });
  const times = useTimes();
  const [layout, setLayout] = useLayout("labels");
  const [selection, setSelection] = useState<Selection<number>>(NOTHING);
  const input = toLabelsInput(search);
  const change = useCallback<Change>(
    (part) => {
      setSelection(NOTHING);
      void navigate({ search: (old: LabelSearch) => ({ ...old, page: undefined, ...part }), replace: true });
    },
    [navigate],
  );
  const query = usePagedRows<LabelOrderSummary>(
    {
      queryKey: [...LABELS_KEY, "grid", input],
      live_subjects: ["label"],
      read: async (at, per_page, signal) => {
        const { label_orders, total, next_cursor } = await client.labelserviceOrders(
          { ...input, ...at, per_page },
          { signal },
        );
        return { rows: label_orders, total, next_cursor };
      },
    },
    search.page,
  );
  const shows_customer = isStaff(me);
  const columns = useMemo(() => buildColumns(times, shows_customer), [times, shows_customer]);
  const chips = useChips(search, change);
  const openRecord = useOpenRecord("label_order");
  const open = useCallback(({ id }: LabelOrderSummary) => openRecord(id), [openRecord]);
  const turn = useCallback(
    (page: number | undefined) =>
      void navigate({ search: (old: LabelSearch) => ({ ...old, page }), replace: true, resetScroll: false }),
    [navigate],
  );
  const card = useCallback((label: LabelOrderSummary) => <LabelCard label={label} />, []);
  const total = query.data?.total;
  const selected = countSelected(selection, total ?? 0);
  /** Those of the selection that the carrier has files for, oldest first, as they were ordered. */
  const listPrinted = async () => {
    const rows = (await query.data?.read(0, Math.min(total ?? 0, PRINT_MAX * 5))) ?? [];
    return rows
      .filter(({ id, state }) => isSelected(selection, id) && PRINTABLE_STATES.has(state))
      .map(({ id }) => id)
      .reverse();
  };
  return (
    <Page
      fill
      actions={
        may_write ? (
          <ButtonLink to="/labels/new" leftSection={<IconPlus size={16} />}>
            {text.create}
          </ButtonLink>
        ) : null
      }
    >
      <PagedGrid
        id="labels"
        label={text.title}
        noun={text.nouns}
        query={query}
        columns={columns}
        getKey={getKey}
        getName={getName}
        onOpen={may_write ? open : undefined}
        selection={may_write ? { value: selection, change: setSelection } : undefined}
        card={card}
        layout={layout}
        onLayout={setLayout}
        page={search.page}
        onPage={turn}
        search={
          <FilterSearch
            label={text.search}
            placeholder={text.search_about}
            {...bindFilters(FILTERS, search, change)("q")}
            only={{ read: readLabels, open }}
          />
        }
        filters={<Filters search={search} change={change} />}
        count={(n) => text.count({ n })}
        chips={chips}
        clear={() => void navigate({ search: {}, replace: true })}
        actions={
          selected === 0 ? null : (
            <span className="row">
              <span className="num nowrap" role="status">
                {text.selected({ n: selected })}
              </span>
              <PrintButtons count={selected} listIds={listPrinted} />
              <Button variant="subtle" color="gray" size="xs" onClick={() => setSelection(NOTHING)}>
                {text.clear_selection}
              </Button>
            </span>
          )
        }
        empty={
          <NoLabels
            filtered={chips.length > 0}
            may_write={may_write}
            clear={() => void navigate({ search: {} })}
          />
        }
      />
    </Page>
  );
}

function NoLabels({
  filtered,
  may_write,
  clear,
}: {
  filtered: boolean;
  may_write: boolean;
  clear: () => void;
}) {
  if (filtered)
    return (
      <Empty
        icon={IconTags}
        title={text.no_match}
        action={
          <Button variant="default" onClick={clear}>
            {text.show_all}
          </Button>
        }
      />
    );
  return (
    <Empty
      icon={IconTags}
      title={text.none}
      action={may_write ? <ButtonLink to="/labels/new">{text.create}</ButtonLink> : null}
    >
      {text.none_about}
    </Empty>
  );
}

function Filters({ search, change }: { search: LabelSearch; change: Change }) {
  const carriers = useQuery(methodsQuery).data ?? [];
  const carrier_options = carriers.map(({ carrier_account, name }) => ({
    value: carrier_account,
    label: name,
  }));
  const { account } = search;
  const filter = bindFilters(FILTERS, search, change);
  // Labels of accounts that are no longer enabled stay.
  const is_known = account === undefined || carrier_options.some(({ value }) => value === account);
  return (
    <>
      <FilterChoices label={text.state} names={text.states} {...filter("state")} />
      <FilterSelect
        label={text.account}
        any={text.account}
        w={170}
        data={is_known ? carrier_options : [...carrier_options, { value: account, label: account }]}
        {...filter("account", "carrier_account")}
      />
    </>
  );
}

/** What is set, in words. */
function useChips({ q, state, account, manifest }: LabelSearch, change: Change) {
  const carriers = useQuery(methodsQuery).data;
  const chips: FilterChip[] = [];
  const add = (label: string, part: Partial<LabelSearch>) =>
    chips.push({ label, remove: () => change(part) });
  if (q !== undefined) add(`“${q}”`, { q: undefined });
  for (const word of state ?? []) {
    const rest = state?.filter((other) => other !== word) ?? [];
    add(findState(word).label, { state: rest.length > 0 ? rest : undefined });
  }
  if (account !== undefined)
    add(carriers?.find((one) => one.carrier_account === account)?.name ?? account, { account: undefined });
  if (manifest !== undefined) add(`${text.detail.manifest} ${manifest}`, { manifest: undefined });
  return chips;
}

function buildColumns(times: Times, shows_customer: boolean): Column<LabelOrderSummary>[] {
  return [
    {
      key: "recipient",
      head: text.recipient,
      value: ({ recipient, destination }) => `${recipient}, ${destination}`,
      cell: ({ recipient, destination, is_return }) => (
        <span className="stack tight" style={{ gap: 0, minWidth: 0 }}>
          <span className="row tight nowrap">
            <span className="strong cut">{recipient || destination}</span>
            {is_return ? <Tag tone="violet">{text.a_return}</Tag> : null}
          </span>
          <span className="dim small cut">{destination}</span>
        </span>
      ),
    },
    {
      key: "number",
      head: text.tracking_number,
      width: 220,
      value: ({ tracking_number }) => tracking_number,
      cell: ({ tracking_number, package_count, ref }) => (
        <span className="stack tight" style={{ gap: 0, minWidth: 0 }}>
          <span className={tracking_number === null ? "dim" : "mono cut"}>
            {tracking_number ?? text.no_number}
          </span>
          <span className="dim small cut">
            {[text.packages_count({ n: package_count }), ref].filter(Boolean).join(" · ")}
          </span>
        </span>
      ),
    },
    {
      key: "state",
      head: text.state,
      width: 150,
      value: ({ state }) => findState(state).label,
      cell: ({ state }) => <StatusBadge badge={findState(state)} />,
    },
    {
      key: "service",
      head: text.service,
      width: 170,
      window_width_min: 900,
      value: ({ carrier, service_name }) => `${carrier} ${service_name}`,
      cell: ({ carrier, service_name }) => (
        <TwoLines className="cut" below={carrier}>
          {service_name}
        </TwoLines>
      ),
    },
    ...(shows_customer
      ? [
          {
            key: "customer",
            head: text.customer,
            width: 160,
            window_width_min: 1560,
            value: ({ customer_name }: LabelOrderSummary) => customer_name,
            cell: ({ customer_name }: LabelOrderSummary) => (
              <span className="cut">{customer_name ?? <span className="dim">–</span>}</span>
            ),
          },
        ]
      : []),
    {
      key: "ships",
      head: text.ship_date,
      width: 110,
      window_width_min: 900,
      value: ({ ship_date }) => ship_date,
      cell: ({ ship_date }) => day(ship_date),
    },
    {
      key: "price",
      head: text.price,
      width: 110,
      align: "end",
      value: ({ shipping_price, currency }) => money(shipping_price, currency),
      cell: ({ shipping_price, currency }) => <span className="num">{money(shipping_price, currency)}</span>,
    },
    {
      key: "created",
      head: text.created,
      width: 130,
      window_width_min: 1400,
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => <span className="dim">{times.moment(created_at)}</span>,
    },
  ];
}

function LabelCard({ label }: { label: LabelOrderSummary }) {
  const { recipient, destination, state, tracking_number, service_name, shipping_price, currency } = label;
  return (
    <>
      <span className="row apart nowrap">
        <span className="strong cut">{recipient || destination}</span>
        <StatusBadge badge={findState(state)} />
      </span>
      <span className="row apart nowrap small dim">
        <span className="mono cut">{tracking_number ?? text.no_number}</span>
        <span className="num">{money(shipping_price, currency)}</span>
      </span>
      <span className="small dim cut">
        {service_name} · {destination}
      </span>
    </>
  );
}
