/** One compartment: why it is as it is, what it is reserved for, what may be done, and what happened there last. */
import { ActionIcon, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconX } from "#icons";
import { useMe } from "../../../api/session.ts";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { number } from "../../../parts/format.ts";
import { findLabel, nameCode } from "../../../parts/labels.ts";
import { AnchorLink } from "../../../parts/links.tsx";
import { Fact, Facts } from "../../../parts/page.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { Loaded, Waiting } from "../../../parts/states.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import {
  CheckDialog,
  CodeDialog,
  ExtendDialog,
  OpenDialog,
  ReleaseDialog,
  ReturnDialog,
  TakeOutDialog,
} from "./compartment-dialogs.tsx";
import { CompartmentForm } from "./compartment-form.tsx";
import { COMPARTMENT_STATUS } from "./labels.ts";
import { OperationRow } from "./operation-row.tsx";
import {
  type Compartment,
  customerQuery,
  type DeviceCommand,
  type Locker,
  lastOpeningQuery,
  recentOperationsQuery,
  reservationQuery,
} from "./queries.ts";
import { text } from "./text.ts";

export interface May {
  write: boolean;
  use: boolean;
}

type DialogName = "open" | "check" | "take_out" | "return" | "release" | "extend" | "code" | "change";

export function CompartmentPanel({
  locker,
  compartment,
  may,
  close,
}: {
  locker: Locker;
  compartment: Compartment;
  may: May;
  /** Null where a drawer around it has a title and closes. */
  close: (() => void) | null;
}) {
  const times = useTimes();
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const opening = useQuery(lastOpeningQuery(locker.id, compartment.id)).data;
  const { code, size, width_mm, height_mm, depth_mm, status, status_since, reservation_id } = compartment;
  const is_retired = locker.status === "RETIRED";
  const is_pending = opening !== undefined && opening !== null && isPending(opening);
  return (
    <div className="stack" style={{ gap: 14 }}>
      {close === null ? null : (
        <div className="row apart nowrap">
          <h2 className="panel-code">
            {code} <span className="dim">{size}</span>
          </h2>
          <ActionIcon variant="subtle" color="gray" aria-label={text.close_panel} onClick={close}>
            <IconX size={16} />
          </ActionIcon>
        </div>
      )}
      <div className="stack tight">
        <span className="row tight">
          <StatusBadge badge={findLabel(COMPARTMENT_STATUS, status)} />
          <span className="dim small" title={times.exact(status_since)}>
            {text.since({ moment: times.moment(status_since) })}
          </span>
        </span>
        <p>{describeWhy(compartment)}</p>
      </div>
      {opening === undefined || opening === null ? null : <Opening command={opening} times={times} />}
      {status === "VERIFY" ? <NextStep locker={locker} may={may} ask={setDialog} /> : null}
      {is_retired ? null : (
        <Actions
          locker={locker}
          compartment={compartment}
          may={may}
          is_pending={is_pending}
          ask={setDialog}
        />
      )}
      <Facts>
        <Fact name={text.door}>
          {text.doors[compartment.door]}
          {compartment.close_by === null ? null : (
            <span className="dim small"> {text.close_by({ time: times.moment(compartment.close_by) })}</span>
          )}
        </Fact>
        <Fact name={text.contents}>{text.contents_seen[compartment.contents]}</Fact>
        <Fact name={text.observed}>
          {compartment.observed_at === null ? "–" : times.moment(compartment.observed_at)}
        </Fact>
        <Fact name={text.inside}>
          {text.measures({
            width: number(width_mm / 10),
            height: number(height_mm / 10),
            depth: number(depth_mm / 10),
          })}
        </Fact>
        {compartment.temperature_c === null ? null : (
          <Fact name={text.temperature}>
            {number(compartment.temperature_c, { style: "unit", unit: "celsius" })}
          </Fact>
        )}
        {compartment.fault_code === null ? null : (
          <Fact name={text.fault}>
            {compartment.fault_code === "door_stuck" ? (
              text.problems.door_stuck
            ) : (
              <span className="mono">{compartment.fault_code}</span>
            )}
          </Fact>
        )}
        {compartment.tags.length > 0 ? (
          <Fact name={text.tags}>
            <span className="row tight">
              {compartment.tags.map((tag) => (
                <Tag key={tag} tone="grey">
                  {tag}
                </Tag>
              ))}
            </span>
          </Fact>
        ) : null}
      </Facts>
      {reservation_id === null ? null : (
        <Reserved reservation_id={reservation_id} compartment={compartment} may={may} ask={setDialog} />
      )}
      <Recent locker={locker} compartment={compartment} times={times} />
      <Dialogs locker={locker} compartment={compartment} dialog={dialog} close={() => setDialog(null)} />
    </div>
  );
}

/** Why it has its status: the reason where there is one, else what the status means. */
function describeWhy({ status, reason, door, waits_for_device }: Compartment): string {
  if (reason !== null) return nameCode(text.reasons, reason);
  if (status === "FREE" && door === "OPEN") return text.why_free_open;
  if (waits_for_device) return text.why_free_waits;
  return text.why[status];
}

/** An answer is given up half a minute after the time until which the device may carry it out. */
const isPending = ({ status }: DeviceCommand) =>
  status === "QUEUED" || status === "SENT" || status === "ACKED";

/** Older requests are only in the log. */
const SHOWN_MS = 15 * 60_000;

/** What became of the last request to open the door, and what to do where nobody knows. */
function Opening({ command, times }: { command: DeviceCommand; times: Times }) {
  const { status, status_since, expires_at, result, sends } = command;
  if (isPending(command))
    return (
      <p className="note tone-blue" role="status">
        {(status === "QUEUED" ? text.opening.queued : text.opening.sent)({ time: times.time(expires_at) })}
      </p>
    );
  if (Date.parse(status_since) < Date.now() - SHOWN_MS) return null;
  const time = times.time(status_since);
  if (status === "DONE")
    return (
      <p className="note tone-good" role="status">
        {text.opening.done({ time })}
      </p>
    );
  if (status === "FAILED")
    return (
      <p className="note tone-bad" role="status">
        {text.opening.failed({ time })}
      </p>
    );
  const is_not_carried_out = result?.["status"] === "expired" || sends === 0;
  return (
    <p className={`note ${is_not_carried_out ? "tone-warn" : "tone-bad"}`} role="status">
      {is_not_carried_out ? text.opening.not_carried_out({ time }) : text.opening.unknown({ time })}
    </p>
  );
}

function NextStep({ locker, may, ask }: { locker: Locker; may: May; ask: (dialog: DialogName) => void }) {
  return (
    <section className="look-ahead stack" style={{ gap: 8 }} aria-label={text.check.next}>
      <h3>{text.check.next}</h3>
      <ol className="steps">
        <li>{locker.status === "OFFLINE" ? text.check.step_key : text.check.step_open}</li>
        <li>{text.check.step_look}</li>
        <li>{text.check.step_say}</li>
      </ol>
      {may.write ? (
        <div>
          <Button size="xs" onClick={() => ask("check")}>
            {text.check.say}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function Actions({
  locker,
  compartment,
  may,
  is_pending,
  ask,
}: {
  locker: Locker;
  compartment: Compartment;
  may: May;
  is_pending: boolean;
  ask: (dialog: DialogName) => void;
}) {
  const { can_open, can_take_out, can_return } = compartment;
  return (
    <div className="stack tight">
      <div className="panel-actions">
        {may.use ? (
          <Button
            size="xs"
            variant={compartment.status === "VERIFY" ? "default" : "filled"}
            disabled={!can_open || is_pending}
            onClick={() => ask("open")}
          >
            {text.open.button}
          </Button>
        ) : null}
        {may.write && can_return ? (
          <Button size="xs" variant="default" onClick={() => ask("return")}>
            {text.return_to_service.button}
          </Button>
        ) : null}
        {may.write && can_take_out ? (
          <Button size="xs" variant="default" onClick={() => ask("take_out")}>
            {text.take_out.button}
          </Button>
        ) : null}
        {may.write ? (
          <Button size="xs" variant="default" onClick={() => ask("change")}>
            {text.compartment_form.button}
          </Button>
        ) : null}
      </div>
      {may.use && !can_open ? (
        <p className="dim small">
          {locker.status === "PROVISIONING" ? text.open.not_provisioned : text.open.offline}
        </p>
      ) : null}
    </div>
  );
}

function Reserved({
  reservation_id,
  compartment,
  may,
  ask,
}: {
  reservation_id: number;
  compartment: Compartment;
  may: May;
  ask: (dialog: DialogName) => void;
}) {
  const times = useTimes();
  const query = useQuery({ ...reservationQuery(reservation_id), enabled: may.use });
  if (!may.use) return null;
  return (
    <section className="stack" style={{ gap: 10 }} aria-label={text.reservation}>
      <h3>{text.reservation}</h3>
      <Loaded query={query} fallback={<Waiting rows={2} />}>
        {(reservation) => (
          <>
            <Facts>
              <Fact name={text.purpose}>{nameCode(text.purposes, reservation.purpose)}</Fact>
              {reservation.ref === null ? null : <Fact name={text.ref}>{reservation.ref}</Fact>}
              {reservation.customer_id === null ? null : (
                <Fact name={text.customer}>
                  <Customer customer_id={reservation.customer_id} />
                </Fact>
              )}
              {reservation.status === "HELD" && reservation.expires_at !== null ? (
                <Fact name={text.held_until}>{times.moment(reservation.expires_at)}</Fact>
              ) : null}
              {reservation.in_use_at === null ? null : (
                <Fact name={text.in_use_since}>{times.moment(reservation.in_use_at)}</Fact>
              )}
              {reservation.collect_until === null ? null : (
                <Fact name={text.collect_until}>{times.moment(reservation.collect_until)}</Fact>
              )}
            </Facts>
            <div className="panel-actions">
              <Button size="xs" variant="default" onClick={() => ask("code")}>
                {text.code.button}
              </Button>
              <Button size="xs" variant="default" onClick={() => ask("extend")}>
                {text.extend.button}
              </Button>
              {reservation.status === "HELD" && compartment.status !== "LOADING" ? (
                <Button size="xs" variant="default" onClick={() => ask("release")}>
                  {text.release.button}
                </Button>
              ) : null}
            </div>
          </>
        )}
      </Loaded>
    </section>
  );
}

/** By name, for those who may see customers. */
function Customer({ customer_id }: { customer_id: number }) {
  const enabled = useMe().permissions.includes("settings:read");
  const { data } = useQuery({ ...customerQuery(customer_id), enabled, retry: false });
  return (
    <RecordLink type="customer" id={customer_id} inherit>
      {data?.customer.name ?? `#${customer_id}`}
    </RecordLink>
  );
}

function Recent({ locker, compartment, times }: { locker: Locker; compartment: Compartment; times: Times }) {
  const query = useQuery(recentOperationsQuery(locker.id, compartment.id));
  return (
    <section className="stack tight" aria-label={text.recent}>
      <h3>{text.recent}</h3>
      <Loaded query={query} fallback={<Waiting rows={3} />}>
        {(operations) =>
          operations.length === 0 ? (
            <p className="dim">{text.nothing_happened}</p>
          ) : (
            <ul className="operations" aria-label={text.recent}>
              {operations.map((operation) => (
                <li key={operation.id}>
                  <OperationRow operation={operation} times={times} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <AnchorLink
        to="/lockers/log"
        search={{ device_id: locker.id, compartment_id: compartment.id }}
        className="small"
      >
        {text.whole_log}
      </AnchorLink>
    </section>
  );
}

function Dialogs({
  locker,
  compartment,
  dialog,
  close,
}: {
  locker: Locker;
  compartment: Compartment;
  dialog: DialogName | null;
  close: () => void;
}) {
  const of = { locker, compartment, close };
  switch (dialog) {
    case "open":
      return <OpenDialog {...of} />;
    case "check":
      return <CheckDialog {...of} />;
    case "take_out":
      return <TakeOutDialog {...of} />;
    case "return":
      return <ReturnDialog {...of} />;
    case "release":
      return <ReleaseDialog {...of} />;
    case "extend":
      return <ExtendDialog {...of} />;
    case "code":
      return <CodeDialog {...of} />;
    case "change":
      return <CompartmentForm {...of} />;
    default:
      return null;
  }
}
