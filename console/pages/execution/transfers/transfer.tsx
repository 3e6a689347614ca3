/** One transfer: its parcels scanned out and in, sent off, closed, and rolled back. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { IconPackage } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import type { Tone } from "../../../parts/labels.ts";
import { BackLink } from "../../../parts/links.tsx";
import { Bar, Page } from "../../../parts/page.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { History } from "./history.tsx";
import { type Transfer, type TransferItem, transferQuery } from "./queries.ts";
import { RollBack } from "./rollback.tsx";
import { Scanner, takesOut } from "./scanner.tsx";
import { text } from "./text.ts";
import { describeCounts, nameTransfer, TransferState } from "./transfers.tsx";
import "./transfers.css";

const KEYS = [["transfers"]];

export function TransferPage() {
  const { transfer_id } = useParams({ strict: false }) as { transfer_id: string };
  const query = useQuery(transferQuery(Number(transfer_id)));
  if (query.data === undefined) return <UnloadedPage query={query} above={<Above />} />;
  return <OneTransfer transfer={query.data.transfer} items={query.data.items} />;
}

const Above = () => <BackLink to="/transfers">{text.title}</BackLink>;

const TAKES_SCANS: readonly Transfer["state"][] = ["DRAFT", "OUTBOUND", "IN_TRANSIT", "RECEIVED", "CLOSED"];

function OneTransfer({ transfer, items }: { transfer: Transfer; items: readonly TransferItem[] }) {
  const may_write = useMe().permissions.includes("wms:write");
  const { moment } = useTimes();
  const { code, state, counts, reason, note, vehicle, created_by, created_at } = transfer;
  const total = items.length;
  const arrived = counts.in + counts.over;
  const facts = [text.reasons[reason], vehicle?.plate, note, describeCounts(transfer)];
  return (
    <Page
      title={code}
      above={<Above />}
      subtitle={
        <span className="row">
          <TransferState state={state} />
          <span className="strong">{nameTransfer(transfer)}</span>
          <span>{facts.filter(Boolean).join(" · ")}</span>
        </span>
      }
      actions={<Actions transfer={transfer} may_write={may_write} />}
    >
      {total > 0 && state !== "DRAFT" ? (
        <div style={{ marginBottom: 12 }}>
          <Bar value={arrived} of={total} label={describeCounts(transfer)} tone="good" />
        </div>
      ) : null}
      <div className="scan-columns">
        <div className="stack" style={{ gap: 12 }}>
          {!TAKES_SCANS.includes(state) ? null : may_write ? (
            <Scanner key={`${transfer.id} ${takesOut(transfer)}`} transfer={transfer} />
          ) : (
            <p className="note">{text.scan.read_only}</p>
          )}
          <Items items={items} />
        </div>
        <div className="stack" style={{ gap: 12 }}>
          <p className="dim small">
            {text.opened_by({ name: created_by?.name ?? "", at: moment(created_at) })}
          </p>
          <History transfer_id={transfer.id} />
        </div>
      </div>
    </Page>
  );
}

function Actions({ transfer, may_write }: { transfer: Transfer; may_write: boolean }) {
  const may_roll_back = useMe().permissions.includes("transfers:rollback");
  const { id, state } = transfer;
  const [dialog, setDialog] = useState<"depart" | "close" | "roll_back" | null>(null);
  const close = () => setDialog(null);
  const cancel = useSave(() => client.transferCancel({ transfer_id: id }), {
    keys: KEYS,
    success_message: text.cancelled,
  });
  const is_under_way = ["OUTBOUND", "IN_TRANSIT", "RECEIVED"].includes(state);
  return (
    <>
      {may_roll_back && (is_under_way || state === "CLOSED") ? (
        <Button variant="default" onClick={() => setDialog("roll_back")}>
          {text.roll_back}
        </Button>
      ) : null}
      {may_write && state === "DRAFT" ? (
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          {text.cancel}
        </Button>
      ) : null}
      {may_write && is_under_way ? (
        <Button {...(state === "OUTBOUND" ? { variant: "default" } : {})} onClick={() => setDialog("close")}>
          {text.close}
        </Button>
      ) : null}
      {may_write && state === "OUTBOUND" ? (
        <Button onClick={() => setDialog("depart")}>{text.depart}</Button>
      ) : null}
      <ActionDialog
        opened={dialog === "depart"}
        close={close}
        name="transferDepart"
        title={text.depart_title}
        confirm={text.depart}
        input={{ transfer_id: id }}
        run={(options) => client.transferDepart({ transfer_id: id }, options)}
        outcome={({ items }) => {
          const behind = items.filter((item) => item.state === "short").length;
          return <p>{behind === 0 ? text.nothing_behind : text.left_behind({ n: behind })}</p>;
        }}
        done={() => {
          notifySuccess(text.departed);
          close();
        }}
      >
        <p>{text.depart_about}</p>
      </ActionDialog>
      <ActionDialog
        opened={dialog === "close"}
        close={close}
        name="transferClose"
        title={text.close_title}
        confirm={text.close}
        input={{ transfer_id: id }}
        run={(options) => client.transferClose({ transfer_id: id }, options)}
        outcome={(answer) => {
          const { short } = answer.transfer.counts;
          return <p>{short === 0 ? text.nothing_missing : text.would_miss({ n: short })}</p>;
        }}
        done={() => {
          notifySuccess(text.closed);
          close();
        }}
      >
        <p>{text.close_about}</p>
      </ActionDialog>
      <RollBack transfer={transfer} opened={dialog === "roll_back"} close={close} />
    </>
  );
}

const TONES: Record<TransferItem["state"], Tone> = {
  listed: "grey",
  out: "blue",
  in: "good",
  short: "bad",
  over: "warn",
  rolled_back: "grey",
};

function Items({ items }: { items: readonly TransferItem[] }) {
  return (
    <section className="sheet" aria-label={text.items}>
      <div className="sheet-head">
        <h2>{text.items}</h2>
      </div>
      {items.length === 0 ? (
        <Empty icon={IconPackage} title={text.no_items} />
      ) : (
        <ul className="list" aria-label={text.items}>
          {items.map((item) => (
            <li key={item.id} className="transfer-item">
              <span className="stack tight grow" style={{ gap: 0, minWidth: 180 }}>
                <RecordLink type="order" id={item.order_id} className="mono cut">
                  {item.tracking_number}
                </RecordLink>
                <span className="dim small">{describeItem(item)}</span>
              </span>
              {item.is_listed ? null : <Tag tone="warn">{text.surplus}</Tag>}
              <StatusBadge badge={{ label: text.item_states[item.state], tone: TONES[item.state] }} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function describeItem({
  state,
  expected_warehouse,
  found_warehouse,
  bin_code,
  city,
  route_number,
}: TransferItem) {
  const is_elsewhere = found_warehouse.id !== expected_warehouse.id && state !== "listed" && state !== "out";
  return [
    is_elsewhere ? text.found({ code: found_warehouse.code }) : null,
    is_elsewhere || state === "listed" ? text.belongs({ code: expected_warehouse.code }) : null,
    bin_code,
    route_number,
    city,
  ]
    .filter(Boolean)
    .join(" · ");
}
