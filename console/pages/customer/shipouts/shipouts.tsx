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
import { More } from "../../../parts/more.tsx";
import { Page } from "../../../parts/page.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { Table } from "../../../parts/table.tsx";
import { useTimes } from "../../../parts/times.ts";
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
      <section className="sheet" aria-label={text.title}>
        <Loaded query={query} fallback={<Waiting rows={6} />}>
          {({ pages }) => {
            const rows = pages.flatMap(({ shipouts }) => shipouts);
            if (rows.length === 0)
              return (
                <Empty icon={IconPackageExport} title={q.length < 2 ? text.none[show] : text.none_found}>
                  {show === "to_pick" && q.length < 2 ? text.none_about : null}
                </Empty>
              );
            return (
              <>
                <Table
                  label={text.title}
                  rows={rows}
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
                />
                <More query={query} label={text.more} />
              </>
            );
          }}
        </Loaded>
      </section>
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
      <span className="stack tight" style={{ gap: 0 }}>
        <span className="strong cut">{row.customer_name}</span>
        <span className="dim small cut">
          {[row.tracking_number, row.ref, row.service_name].filter(Boolean).join(" · ")}
        </span>
      </span>
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
