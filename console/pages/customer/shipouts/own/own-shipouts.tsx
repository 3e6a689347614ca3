/** The customer's ship-outs, with what is left to pay. */
import { IconPackageExport } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { StatusBadge } from "../../../../parts/badge.tsx";
import { money } from "../../../../parts/format.ts";
import type { Column } from "../../../../parts/grid/columns.ts";
import { BackLink, ButtonLink } from "../../../../parts/links.tsx";
import { ListPage } from "../../../../parts/list/list.tsx";
import { More } from "../../../../parts/more.tsx";
import { Empty } from "../../../../parts/states.tsx";
import { type Times, useTimes } from "../../../../parts/times.ts";
import { text } from "../text.ts";
import { ownShipoutsQuery, type ShipoutSummary } from "./queries.ts";
import { findOwnStatus } from "./status.ts";
import "../shipouts.css";

export function OwnShipouts() {
  const times = useTimes();
  const navigate = useNavigate();
  const query = useInfiniteQuery(ownShipoutsQuery);
  return (
    <ListPage
      above={<BackLink to="/storage">{text.own.storage}</BackLink>}
      subtitle={text.own.about}
      label={text.title}
      query={query}
      rows={({ pages }) => pages.flatMap(({ shipouts }) => shipouts)}
      empty={
        <Empty
          icon={IconPackageExport}
          title={text.own.none}
          action={
            <ButtonLink variant="default" to="/storage">
              {text.own.choose}
            </ButtonLink>
          }
        >
          {text.own.none_about}
        </Empty>
      }
      columns={buildColumns(times)}
      keyOf={({ id }) => id}
      nameOf={({ tracking_number }) => tracking_number}
      onOpen={({ id }) =>
        void navigate({
          to: "/storage/ship-outs/$shipout_id",
          params: { shipout_id: String(id) },
        })
      }
      card={(row) => (
        <>
          <span className="row apart nowrap">
            <span className="strong cut">{row.ref ?? row.destination}</span>
            <StatusBadge badge={findOwnStatus(row.status)} />
          </span>
          <span className="row apart nowrap small dim">
            <span className="mono">{row.tracking_number}</span>
            <span>{text.packages({ n: row.package_count })}</span>
          </span>
          <span className="row apart nowrap small">
            <span className="dim">{times.moment(row.created_at)}</span>
            <Left row={row} />
          </span>
        </>
      )}
      foot={() => <More query={query} label={text.more} />}
    />
  );
}

function Left({ row }: { row: ShipoutSummary }) {
  const { price_hidden, is_priced, remaining_minor = 0, currency, status } = row;
  if (price_hidden === true) return <span className="dim">–</span>;
  if (!is_priced) return <span className="dim">{text.own.not_priced}</span>;
  if (status === "CANCELLED" || !remaining_minor) return <span className="dim">{text.own.nothing_left}</span>;
  return <span className="strong num">{money(remaining_minor, currency)}</span>;
}

const buildColumns = (times: Times): Column<ShipoutSummary>[] => [
  {
    key: "number",
    head: text.what,
    cell: ({ service_name, tracking_number, ref }) => (
      <span className="stack tight" style={{ gap: 0 }}>
        <span className="strong">{ref ?? service_name}</span>
        <span className="dim small mono">{tracking_number}</span>
      </span>
    ),
  },
  { key: "status", head: text.status, cell: ({ status }) => <StatusBadge badge={findOwnStatus(status)} /> },
  { key: "to", head: text.destination, from: 641, cell: ({ destination }) => destination || "–" },
  {
    key: "packages",
    head: text.stored.what,
    from: 1240,
    cell: ({ package_count }) => text.packages({ n: package_count }),
  },
  { key: "left", head: text.own.left, align: "end", cell: (row) => <Left row={row} /> },
  {
    key: "at",
    head: text.own.ordered_at,
    from: 641,
    cell: ({ created_at }) => <span className="dim">{times.moment(created_at)}</span>,
  },
];
