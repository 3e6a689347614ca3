/** The load of one route: each parcel is scanned aboard, what is missing is named, then the vehicle is sealed. */
import { Button, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { IconTruckLoading } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { number } from "../../../parts/format.ts";
import { findLabel } from "../../../parts/labels.ts";
import { BackLink } from "../../../parts/links.tsx";
import { useMemberText } from "../../../parts/member-text.ts";
import { Bar, Page } from "../../../parts/page.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { ScanInput } from "../../../parts/scan-input.tsx";
import { Empty } from "../../../parts/states.tsx";
import { notifySuccess } from "../../../parts/toast.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { ROUTE_STATUS } from "../../planning/routes/status.ts";
import { type OutboundParcel, outboundQuery, type WmsOutboundOutput } from "./queries.ts";
import { ScanResult } from "./scan-result.tsx";
import { text } from "./text.ts";
import { useLine } from "./use-line.ts";

export function LoadCheck() {
  const { route_id } = useParams({ strict: false }) as { route_id: string };
  const query = useQuery(outboundQuery(Number(route_id)));
  if (query.data === undefined) return <UnloadedPage query={query} above={<Above />} />;
  return <Loading outbound={query.data} />;
}

const Above = () => <BackLink to="/sorting">{text.sort.title}</BackLink>;

function Loading({ outbound }: { outbound: WmsOutboundOutput }) {
  const may_write = useMe().permissions.includes("wms:write");
  const { route_id, route_number, status, loaded, missing, lane, seal, sealed_at } = outbound;
  const is_open = status === "RELEASED" || status === "LOADED";
  const of = loaded.length + missing.length;
  const label = text.load.aboard_of({ done: number(loaded.length), of: number(of) });
  const { shown, run } = useLine([["outbound"], ["lanes"]], () => ({
    state: "ready",
    tone: "grey",
    title: text.ready,
    about: text.load.ready,
    big: `${loaded.length} / ${of}`,
  }));
  const scan = (code: string) =>
    run(code, async (choice) => {
      const answer = await client.wmsOutboundScan({ route_id, code, ...choice });
      const is_new = answer.newly_loaded > 0;
      return {
        state: is_new ? "loaded" : "aboard",
        tone: is_new ? "good" : "warn",
        title: code,
        about: is_new ? text.load.aboard : text.load.aboard_before,
        big: `${answer.loaded.length} / ${answer.loaded.length + answer.missing.length}`,
      };
    });
  const [sealing, setSealing] = useState(false);
  return (
    <Page
      title={text.load.title({ route: route_number })}
      above={<Above />}
      subtitle={
        <span className="row">
          <StatusBadge badge={findLabel(ROUTE_STATUS, status)} />
          {lane === null ? null : <span>{text.sort.lane({ n: lane })}</span>}
          {sealed_at === null ? null : (
            <Tag tone="good">{[text.load.sealed, seal].filter(Boolean).join(" ")}</Tag>
          )}
        </span>
      }
      actions={
        may_write && is_open ? <Button onClick={() => setSealing(true)}>{text.load.seal}</Button> : null
      }
    >
      <div style={{ marginBottom: 12 }} className="row nowrap">
        <span className="num strong">{label}</span>
        <span className="grow">
          <Bar value={loaded.length} of={of} label={label} tone="good" />
        </span>
      </div>
      <div className="scan-columns">
        <div className="stack" style={{ gap: 12 }}>
          {may_write && is_open ? (
            <>
              <ScanInput label={text.scan_parcel} placeholder={text.scan_parcel_about} onScan={scan} />
              <ScanResult result={shown} />
            </>
          ) : (
            <p className="note">{is_open ? text.read_only : text.load.not_open}</p>
          )}
        </div>
        <div className="stack" style={{ gap: 12 }}>
          <Parcels title={text.load.missing} parcels={missing} none={text.load.nothing_missing} />
          <Parcels title={text.load.loaded} parcels={loaded} none={text.load.nothing_loaded} />
        </div>
      </div>
      <Seal outbound={outbound} opened={sealing} close={() => setSealing(false)} />
    </Page>
  );
}

function Parcels({
  title,
  parcels,
  none,
}: {
  title: string;
  parcels: readonly OutboundParcel[];
  none: string;
}) {
  return (
    <section className="sheet" aria-label={title}>
      <div className="sheet-head">
        <h2>{title}</h2>
        <span className="dim num">{number(parcels.length)}</span>
      </div>
      {parcels.length === 0 ? (
        <Empty icon={IconTruckLoading} title={none} />
      ) : (
        <ul className="list" aria-label={title}>
          {parcels.map(({ parcel_id, order_id, tracking_number }) => (
            <li key={parcel_id} className="list-row">
              <RecordLink type="order" id={order_id} className="mono cut">
                {tracking_number}
              </RecordLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Seal({
  outbound,
  opened,
  close,
}: {
  outbound: WmsOutboundOutput;
  opened: boolean;
  close: () => void;
}) {
  const { route_id, missing } = outbound;
  const seal = useMemberText(getRules("wmsOutboundSeal"), "seal");
  const [accepts, setAccepts] = useState(false);
  const is_ready = missing.length === 0 || accepts;
  const input = {
    route_id,
    ...(seal.text === "" ? {} : { seal: seal.text }),
    ...(accepts ? { accept_missing: true } : {}),
  };
  return (
    <ActionDialog
      opened={opened}
      close={close}
      name="wmsOutboundSeal"
      title={text.load.seal_title}
      confirm={text.load.seal}
      input={is_ready ? input : null}
      run={(options) => client.wmsOutboundSeal(input, options)}
      done={() => {
        notifySuccess(text.load.was_sealed);
        close();
      }}
    >
      <TextInput label={text.load.seal_number} {...seal.props} />
      {missing.length > 0 ? (
        <Switch
          label={text.load.accept_missing({ n: missing.length })}
          checked={accepts}
          onChange={(event) => setAccepts(event.currentTarget.checked)}
        />
      ) : null}
    </ActionDialog>
  );
}
