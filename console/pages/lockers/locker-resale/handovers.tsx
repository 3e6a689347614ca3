/** Handovers through lockers: item, sides and status. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { IconHeartHandshake } from "#icons";
import { StatusBadge } from "../../../parts/badge.tsx";
import type { Column } from "../../../parts/grid/columns.ts";
import { findLabel } from "../../../parts/labels.ts";
import { bindFilters, FilterSelect, getFilters } from "../../../parts/list/filters.tsx";
import { ListPage } from "../../../parts/list/list.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { HANDOVER_STATUS } from "./labels.ts";
import { handoversQuery, type ResaleHandover } from "./queries.ts";
import type { ResaleSearch } from "./search.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/resale");

export function Handovers() {
  const times = useTimes();
  const search = here.useSearch();
  const navigate = useNavigate();
  const openHandover = useOpenRecord("resale_handover");
  const { page = 1, ...filters } = search;
  const query = useQuery(handoversQuery({ page, per_page: 50, ...filters }));
  const show = (next: ResaleSearch) => void navigate({ to: "/resale", search: next });
  const filtered = filters.status !== undefined;
  const filter = bindFilters(getFilters("resaleHandovers"), search, (part) =>
    show({ ...filters, ...part } as ResaleSearch),
  );
  return (
    <ListPage
      subtitle={query.data ? text.total({ n: query.data.total }) : "…"}
      label={text.list}
      toolbar={
        <div className="filters">
          <FilterSelect
            label={text.status}
            any={text.any_status}
            names={HANDOVER_STATUS}
            {...filter("status")}
            w={{ base: "100%", xs: 210 }}
          />
        </div>
      }
      query={query}
      rows={({ handovers }) => handovers}
      empty={
        <Empty
          icon={IconHeartHandshake}
          title={filtered ? text.none_found : text.none}
          action={
            filtered ? (
              <Button variant="default" onClick={() => show({})}>
                {text.show_all}
              </Button>
            ) : null
          }
        >
          {filtered ? text.none_found_about : text.none_about}
        </Empty>
      }
      columns={buildColumns(times)}
      getKey={({ id }) => id}
      getName={({ item }) => item.title}
      onOpen={({ id }) => openHandover(id)}
      card={(handover) => <Card handover={handover} />}
      foot={(output) => (
        <Pager
          {...output}
          noun={text.count}
          onPage={(next) => show({ ...filters, ...(next > 1 ? { page: next } : {}) })}
        />
      )}
    />
  );
}

const describeWhere = ({ locker_name, compartment_code }: ResaleHandover) =>
  [locker_name, compartment_code].filter(Boolean).join(" · ") || "–";

const describeSides = ({ seller_name, buyer_name }: ResaleHandover) =>
  text.sides({ seller: seller_name, buyer: buyer_name ?? text.unnamed_buyer });

function buildColumns(times: Times): Column<ResaleHandover>[] {
  return [
    {
      key: "item",
      head: text.item,
      cell: (handover) => (
        <span className="stack tight" style={{ gap: 0 }}>
          <span className="strong">{handover.item.title}</span>
          <span className="dim small">{describeSides(handover)}</span>
        </span>
      ),
    },
    {
      key: "status",
      head: text.status,
      width: 190,
      cell: ({ status }) => <StatusBadge badge={findLabel(HANDOVER_STATUS, status)} />,
    },
    { key: "where", head: text.locker, width: 220, window_width_min: 900, cell: describeWhere },
    {
      key: "ends",
      head: text.until,
      width: 150,
      window_width_min: 641,
      cell: ({ ends_at }) => <span className="dim">{times.moment(ends_at)}</span>,
    },
  ];
}

function Card({ handover }: { handover: ResaleHandover }) {
  return (
    <>
      <span className="row apart nowrap">
        <span className="strong cut">{handover.item.title}</span>
        <StatusBadge badge={findLabel(HANDOVER_STATUS, handover.status)} />
      </span>
      <span className="small dim">{describeSides(handover)}</span>
      <span className="small">{describeWhere(handover)}</span>
    </>
  );
}
