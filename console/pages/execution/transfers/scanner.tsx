/** Scanning parcels of a transfer out and in, with the last outcome readable from a distance. */
import { Button, SegmentedControl, Select } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { IconMapPin } from "#icons";
import type { Tone } from "../../../parts/labels.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { ScanInput } from "../../../parts/scan-input.tsx";
import { useWarehouses } from "../../warehouse/warehouses/queries.ts";
import type { Transfer } from "./queries.ts";
import { text } from "./text.ts";
import { type ScanResult, useTransferScans } from "./use-transfer-scans.ts";
import "../../warehouse/receiving/receiving.css";

/** Parcels are scanned out until the vehicle leaves. */
export const takesOut = ({ state }: Pick<Transfer, "state">) => state === "DRAFT" || state === "OUTBOUND";

export function Scanner({ transfer }: { transfer: Transfer }) {
  const { id, from_warehouse, to_warehouse } = transfer;
  const warehouses = useWarehouses();
  const takes_out = takesOut(transfer);
  // Who works at the destination alone scans in.
  const works_there = warehouses.length > 0 && !warehouses.some((one) => one.id === from_warehouse.id);
  const [wanted_direction, setWantedDirection] = useState<"out" | "in" | null>(null);
  const direction = takes_out ? (wanted_direction ?? (works_there ? "in" : "out")) : "in";
  const [here, setHere] = useState(to_warehouse.id);
  const { result, waiting, scan, clear } = useTransferScans();
  return (
    <section className="stack" style={{ gap: 12 }}>
      <div className="scan-tools">
        {takes_out ? (
          <SegmentedControl
            aria-label={text.scan.direction}
            value={direction}
            onChange={(value) => {
              setWantedDirection(value as "out" | "in");
              clear();
            }}
            data={[
              { value: "out", label: text.scan.out_of({ code: from_warehouse.code }) },
              { value: "in", label: text.scan.into({ code: to_warehouse.code }) },
            ]}
          />
        ) : null}
        {direction === "in" && warehouses.length > 1 ? (
          <Select
            aria-label={text.scan.here}
            leftSection={<IconMapPin size={16} />}
            w={220}
            allowDeselect={false}
            data={warehouses.map((one) => ({ value: String(one.id), label: `${one.code} · ${one.name}` }))}
            value={String(here)}
            onChange={(value) => setHere(Number(value))}
          />
        ) : null}
      </div>
      <ScanInput
        label={text.scan.label}
        placeholder={text.scan.about}
        onScan={(code) => scan({ direction, transfer_id: id, code, warehouse_id: here })}
        onEscape={clear}
      />
      <Result
        result={result}
        waiting={waiting}
        direction={direction}
        choose={(parcel_id) => {
          if (result.state === "which") scan({ ...result.request, parcel_id });
        }}
        clear={clear}
      />
    </section>
  );
}

interface ResultProps {
  result: ScanResult;
  waiting: number;
  direction: "out" | "in";
  choose: (parcel_id: number) => void;
  clear: () => void;
}

function Result({ result, waiting, direction, choose, clear }: ResultProps) {
  const { tone, title, about } = describeResult(result, direction);
  return (
    <div
      className={`scan-result tone-${tone}`}
      role="status"
      aria-live="assertive"
      data-result={result.state === "done" ? result.outcome : result.state}
    >
      <h2>{title}</h2>
      <div>{about}</div>
      {result.state === "which" ? (
        <div className="row" style={{ marginTop: 12 }}>
          {result.parcels.map(({ parcel_id, tracking_number }) => (
            <Button key={parcel_id} size="md" onClick={() => choose(parcel_id)}>
              {tracking_number}
            </Button>
          ))}
          <Button size="md" variant="default" onClick={clear}>
            {text.scan.clear}
          </Button>
        </div>
      ) : null}
      {result.state === "refused" && result.other !== null ? (
        <ButtonLink
          mt="sm"
          size="md"
          to="/transfers/$transfer_id"
          params={{ transfer_id: String(result.other.id) }}
        >
          {text.scan.other({ code: result.other.code })}
        </ButtonLink>
      ) : null}
      {waiting > 1 ? <div className="dim small">{text.scan.waiting({ n: waiting })}</div> : null}
    </div>
  );
}

function describeResult(
  result: ScanResult,
  direction: "out" | "in",
): { tone: Tone; title: string; about: ReactNode } {
  switch (result.state) {
    case "ready":
      return {
        tone: "grey",
        title: text.scan.ready,
        about: direction === "out" ? text.scan.ready_out : text.scan.ready_in,
      };
    case "which":
      return { tone: "warn", title: text.scan.which, about: text.scan.which_about };
    case "refused":
      return { tone: "bad", title: result.code, about: result.error.message };
    case "done": {
      const { outcome, item, is_surplus, code } = result;
      const is_good = (outcome === "out" || outcome === "in") && !is_surplus;
      return {
        tone: is_good ? "good" : "warn",
        title: item?.tracking_number ?? code,
        about: [text.scan[outcome], outcome === "out" && is_surplus ? text.surplus : null, item?.bin_code]
          .filter(Boolean)
          .join(" · "),
      };
    }
  }
}
