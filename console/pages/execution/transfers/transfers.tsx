/** Parcels that lie at the wrong warehouse, and the transfers that take them to the right one. */
import { Button, Checkbox, SegmentedControl, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconArrowsExchange, IconCircleCheck } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import type { Column } from "../../../parts/grid/columns.ts";
import type { Tone } from "../../../parts/labels.ts";
import { TableList } from "../../../parts/list/list.tsx";
import { Page } from "../../../parts/page.tsx";
import { RecordLink, useOpenRecord } from "../../../parts/record-link.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { vehiclesQuery } from "../../fleet/vehicles/queries.ts";
import { useWarehouses } from "../../warehouse/warehouses/queries.ts";
import { candidatesQuery, type Transfer, type TransferCandidate, transfersQuery } from "./queries.ts";
import { text } from "./text.ts";
import "./transfers.css";
import { getRules } from "../../../parts/form-rules.ts";

const RULES = getRules("transferCreate");

export function Transfers() {
  const may_write = useMe().permissions.includes("wms:write");
  const open = useOpenRecord("transfer");
  return (
    <Page
      actions={
        may_write ? (
          <CreateButton label={text.create}>
            {(close) => <TransferForm close={close} created={open} />}
          </CreateButton>
        ) : null
      }
    >
      <div className="stack" style={{ gap: 16 }}>
        <Candidates may_write={may_write} open={open} />
        <List open={open} />
      </div>
    </Page>
  );
}

function Candidates({ may_write, open }: { may_write: boolean; open: (id: number) => void }) {
  const query = useQuery(candidatesQuery);
  return (
    <section className="sheet" aria-label={text.candidates}>
      <div className="sheet-head">
        <h2>{text.candidates}</h2>
      </div>
      <Loaded query={query} fallback={<Waiting rows={3} />}>
        {({ candidates, total }) =>
          candidates.length === 0 ? (
            <Empty icon={IconCircleCheck} title={text.no_candidates}>
              {text.no_candidates_about}
            </Empty>
          ) : (
            <>
              {[...Map.groupBy(candidates, nameWay)].map(([way, group]) => (
                <Way key={way} way={way} candidates={group} may_write={may_write} open={open} />
              ))}
              {total > candidates.length ? (
                <p className="dim small transfer-more">
                  {text.more_candidates({ n: total - candidates.length })}
                </p>
              ) : null}
            </>
          )
        }
      </Loaded>
    </section>
  );
}

const nameWay = ({ found_warehouse, expected_warehouse }: TransferCandidate) =>
  text.to({ from: found_warehouse.code, to: expected_warehouse.code });

/** What lies at one warehouse and belongs to one other: a transfer. All are chosen until somebody leaves one out. */
function Way({
  way,
  candidates,
  may_write,
  open,
}: {
  way: string;
  candidates: readonly TransferCandidate[];
  may_write: boolean;
  open: (id: number) => void;
}) {
  const { moment } = useTimes();
  const [left_out, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const chosen_parcels = candidates.filter(({ parcel_id }) => !left_out.has(parcel_id));
  const [first] = candidates;
  const create = useSave(
    () =>
      client.transferCreate({
        from_warehouse_id: first?.found_warehouse.id ?? 0,
        to_warehouse_id: first?.expected_warehouse.id ?? 0,
        reason: "mis_received",
        parcel_ids: chosen_parcels.map(({ parcel_id }) => parcel_id),
      }),
    {
      keys: [["transfers"]],
      success_message: ({ transfer }) => text.created({ code: transfer.code }),
      done: ({ transfer_id }) => open(transfer_id),
    },
  );
  const toggle = (parcel_id: number) =>
    setLeftOut((was) => {
      const next = new Set(was);
      if (!next.delete(parcel_id)) next.add(parcel_id);
      return next;
    });
  return (
    <div>
      <div className="transfer-way">
        <span className="strong">{way}</span>
        <span className="dim small grow">{text.parcels({ n: candidates.length })}</span>
        {may_write ? (
          <Button
            size="compact-md"
            disabled={chosen_parcels.length === 0}
            loading={create.isPending}
            onClick={() => create.mutate(undefined)}
          >
            {text.open_with({ n: chosen_parcels.length })}
          </Button>
        ) : null}
      </div>
      <ul className="list" aria-label={way}>
        {candidates.map((candidate) => (
          <li key={candidate.parcel_id} className="list-row">
            {may_write ? (
              <Checkbox
                aria-label={text.choose({ number: candidate.tracking_number })}
                checked={!left_out.has(candidate.parcel_id)}
                onChange={() => toggle(candidate.parcel_id)}
              />
            ) : null}
            <span className="stack tight grow" style={{ gap: 0, minWidth: 0 }}>
              <RecordLink type="order" id={candidate.order_id} className="mono cut">
                {candidate.tracking_number}
              </RecordLink>
              <span className="dim small cut">{describeWhy(candidate)}</span>
            </span>
            <span className="dim small transfer-since">
              {text.waiting_since({ at: moment(candidate.since) })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function describeWhy({ why, route_number, city }: TransferCandidate): string {
  const reason =
    why === "route" && route_number !== null ? text.why.route({ route: route_number }) : text.why.origin;
  return [reason, city].filter(Boolean).join(" · ");
}

function List({ open }: { open: (id: number) => void }) {
  const [state, setState] = useState<"open" | "ended">("open");
  const query = useQuery(transfersQuery(state));
  const { moment } = useTimes();
  return (
    <TableList
      label={text.title}
      toolbar={
        <div className="sheet-head">
          <h2>{text.title}</h2>
          <div className="sheet-actions">
            <SegmentedControl
              size="xs"
              aria-label={text.title}
              value={state}
              onChange={(value) => setState(value as typeof state)}
              data={(["open", "ended"] as const).map((value) => ({ value, label: text.tabs[value] }))}
            />
          </div>
        </div>
      }
      query={query}
      rows={({ transfers }) => transfers}
      empty={
        <Empty icon={IconArrowsExchange} title={state === "open" ? text.none : text.none_ended}>
          {state === "open" ? text.none_about : null}
        </Empty>
      }
      columns={buildColumns(moment)}
      getKey={({ id }) => id}
      getName={({ code }) => code}
      onOpen={({ id }) => open(id)}
      card={(transfer) => (
        <div className="stack tight">
          <span className="row nowrap">
            <span className="strong grow cut">{nameTransfer(transfer)}</span>
            <TransferState state={transfer.state} />
          </span>
          <span className="dim small">
            {[transfer.code, describeCounts(transfer)].filter(Boolean).join(" · ")}
          </span>
        </div>
      )}
    />
  );
}

const TONES: Record<Transfer["state"], Tone> = {
  DRAFT: "grey",
  OUTBOUND: "blue",
  IN_TRANSIT: "blue",
  RECEIVED: "good",
  CLOSED: "good",
  CANCELLED: "grey",
  ROLLED_BACK: "warn",
};

export function TransferState({ state }: Pick<Transfer, "state">) {
  return <StatusBadge badge={{ label: text.states[state], tone: TONES[state] }} />;
}

export const nameTransfer = ({ from_warehouse, to_warehouse }: Transfer) =>
  text.to({ from: from_warehouse.code, to: to_warehouse.code });

/** What needs somebody first. */
const ORDER = ["short", "over", "listed", "out", "in", "rolled_back"] as const;

export function describeCounts({ counts }: Pick<Transfer, "counts">): string {
  return ORDER.flatMap((state) => (counts[state] > 0 ? text.counts[state]({ n: counts[state] }) : [])).join(
    " · ",
  );
}

const buildColumns = (moment: (at: string) => string): Column<Transfer>[] => [
  {
    key: "what",
    head: text.what,
    cell: (transfer) => (
      <TwoLines
        below={[transfer.code, text.reasons[transfer.reason], transfer.note].filter(Boolean).join(" · ")}
      >
        {nameTransfer(transfer)}
      </TwoLines>
    ),
  },
  { key: "state", head: text.state, width: 150, cell: ({ state }) => <TransferState state={state} /> },
  { key: "progress", head: text.progress, width: 330, window_width_min: 641, cell: describeCounts },
  {
    key: "at",
    head: "",
    width: 150,
    align: "end",
    window_width_min: 641,
    cell: ({ ended_at, created_at }) => moment(ended_at ?? created_at),
  },
];

const REASONS = ["mis_sort", "mis_received", "overflow", "closure"] as const;

function TransferForm({ close, created }: { close: () => void; created: (id: number) => void }) {
  const warehouses = useWarehouses();
  const vehicles = useQuery({ ...vehiclesQuery, retry: false });
  const choices = warehouses.map(({ id, code, name }) => ({ value: String(id), label: `${code} · ${name}` }));
  const [first, second] = choices;
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.create}
      confirm={text.create_submit}
      refused={text.not_created}
      initial={{
        from_warehouse_id: (first?.value ?? null) as string | null,
        to_warehouse_id: (second?.value ?? null) as string | null,
        reason: "mis_sort" as (typeof REASONS)[number],
        vehicle_id: null as string | null,
        note: "",
      }}
      run={({ from_warehouse_id, to_warehouse_id, reason, vehicle_id, note }) =>
        client.transferCreate({
          from_warehouse_id: Number(from_warehouse_id),
          to_warehouse_id: Number(to_warehouse_id),
          reason,
          ...(vehicle_id === null ? {} : { vehicle_id: Number(vehicle_id) }),
          note: note.trim(),
        })
      }
      keys={[["transfers"]]}
      success_message={({ transfer }) => text.created({ code: transfer.code })}
      done={({ transfer_id }) => {
        close();
        created(transfer_id);
      }}
    >
      {({ field }) => (
        <>
          {choices.length < 2 ? <p className="note">{text.one_warehouse}</p> : null}
          <Select label={text.from} allowDeselect={false} data={choices} {...field("from_warehouse_id")} />
          <Select
            label={text.destination}
            allowDeselect={false}
            data={choices}
            {...field("to_warehouse_id")}
          />
          <Select
            label={text.reason}
            allowDeselect={false}
            data={REASONS.map((value) => ({ value, label: text.reasons[value] }))}
            {...field("reason")}
          />
          <Select
            label={text.vehicle}
            description={text.vehicle_about}
            clearable
            searchable
            data={(vehicles.data?.vehicles ?? [])
              .filter(({ status }) => status !== "retired")
              .map(({ id, plate, name }) => ({
                value: String(id),
                label: [plate, name].filter(Boolean).join(" · "),
              }))}
            {...field("vehicle_id")}
          />
          <TextInput label={text.note} {...field("note")} />
        </>
      )}
    </FormDrawer>
  );
}
