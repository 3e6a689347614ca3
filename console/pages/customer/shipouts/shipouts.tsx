/** Ship-outs of customers: what is to be picked first. */
import { SegmentedControl, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPackageExport, IconSearch } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { StatusBadge } from "../../../parts/badge.tsx";
import type { Column } from "../../../parts/grid/columns.ts";
import type { Tone } from "../../../parts/labels.ts";
import { TableList } from "../../../parts/list/list.tsx";
import { More } from "../../../parts/more.tsx";
import { Page } from "../../../parts/page.tsx";
import { Empty } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { type CustomerShipoutSummary, shipoutsQuery } from "./queries.ts";
import { SHOWN, type ShipoutsSearch } from "./searches.ts";
import { text } from "./text.ts";
import "./shipouts.css";

export function Shipouts() {
  const { show = "to_pick" } = useSearch({ strict: false }) as ShipoutsSearch;
  const navigate = useNavigate();
  const { moment } = useTimes();
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 250);
  const query = useInfiniteQuery(shipoutsQuery(show, q));
  return (
    <Page>
      <div className="shipouts-bar">
        <SegmentedControl
          aria-label={text.status}
          value={show}
          onChange={(value) =>
            void navigate({ to: "/ship-outs", search: { show: value as (typeof SHOWN)[number] } })
          }
          data={SHOWN.map((value) => ({ value, label: text.shown[value] }))}
        />
        <TextInput
          type="search"
          aria-label={text.find}
          placeholder={text.find_about}
          leftSection={<IconSearch size={16} />}
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      <TableList
        label={text.title}
        query={query}
        rows={({ pages }) => pages.flatMap(({ shipouts }) => shipouts)}
        empty={
          <Empty icon={IconPackageExport} title={q.length < 2 ? text.none[show] : text.none_found}>
            {show === "to_pick" && q.length < 2 ? text.none_about : null}
          </Empty>
        }
        columns={buildColumns(moment)}
        keyOf={({ id }) => id}
        nameOf={({ tracking_number }) => tracking_number}
        onOpen={({ id }) =>
          void navigate({ to: "/ship-outs/$shipout_id", params: { shipout_id: String(id) } })
        }
        card={(row) => (
          <div className="stack tight">
            <span className="row nowrap">
              <span className="strong grow cut">{row.customer_name}</span>
              <ShipoutState status={row.status} />
            </span>
            <span className="dim small cut">{describeShipout(row)}</span>
          </div>
        )}
        foot={() => <More query={query} label={text.more} />}
      />
    </Page>
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

export function ShipoutState({ status }: Pick<CustomerShipoutSummary, "status">) {
  return <StatusBadge badge={{ label: text.statuses[status], tone: TONES[status] }} />;
}

function describeShipout({
  tracking_number,
  package_count,
  destination,
  ref,
}: Pick<CustomerShipoutSummary, "tracking_number" | "package_count" | "destination" | "ref">): string {
  return [text.packages({ n: package_count }), destination, tracking_number, ref].filter(Boolean).join(" · ");
}

const buildColumns = (moment: (at: string) => string): Column<CustomerShipoutSummary>[] => [
  {
    key: "what",
    head: text.what,
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
    key: "packages",
    head: "",
    width: 120,
    from: 641,
    cell: ({ package_count }) => text.packages({ n: package_count }),
  },
  { key: "to", head: text.destination, width: 180, from: 641, cell: (row) => row.destination },
  { key: "status", head: text.status, width: 150, cell: ({ status }) => <ShipoutState status={status} /> },
  {
    key: "since",
    head: "",
    width: 150,
    align: "end",
    from: 1240,
    cell: ({ status_since }) => moment(status_since),
  },
];
