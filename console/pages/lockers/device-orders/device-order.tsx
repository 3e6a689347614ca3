/** One parcel in a locker: where it is, what is wrong and can be done about it, and everything that happened. */
import { Alert, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { DeviceOrderCodeReissueOutput } from "../../../../packages/client/client.gen.ts";
import { isStaff, useMe } from "../../../api/session.ts";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { Copy } from "../../../parts/copy.tsx";
import { money } from "../../../parts/format.ts";
import { findLabel, nameCode } from "../../../parts/labels.ts";
import { AnchorLink, BackLink } from "../../../parts/links.tsx";
import { Fact, Facts, Page, Sheet } from "../../../parts/page.tsx";
import { Photo } from "../../../parts/photo.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { type Action, ActionForm } from "./action-form.tsx";
import { DEVICE_ORDER_STATE } from "./device-order-state.ts";
import { type DeviceOrderDetail, deviceOrderQuery } from "./queries.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/device-orders/$device_order_id");

export function DeviceOrder() {
  const device_order_id = Number(here.useParams().device_order_id);
  const query = useQuery(deviceOrderQuery(device_order_id));
  const above = <BackLink to="/device-orders">{text.title}</BackLink>;
  if (query.data === undefined) return <UnloadedPage query={query} above={above} />;
  return <DeviceOrderView one={query.data} />;
}

function DeviceOrderView({ one }: { one: DeviceOrderDetail }) {
  const me = useMe();
  const times = useTimes();
  const [action, setAction] = useState<Action | null>(null);
  const [issued, setIssued] = useState<IssuedCode | null>(null);
  const may_act = isStaff(me) && me.permissions.includes("lockers:use");
  return (
    <Page
      title={text.name({ locker: one.locker_name, compartment: one.compartment_code })}
      above={<BackLink to="/device-orders">{text.title}</BackLink>}
      subtitle={
        <span className="row tight">
          <StatusBadge badge={findLabel(DEVICE_ORDER_STATE, one.state)} />
          <span>{text.purposes[one.purpose]}</span>
          {one.order_number === null ? null : (
            <span className="row tight nowrap">
              <span className="mono">{one.order_number}</span>
              <Copy value={one.order_number} label={text.number} />
            </span>
          )}
        </span>
      }
      actions={may_act ? <Actions one={one} act={setAction} /> : null}
    >
      {issued === null ? null : <Issued issued={issued} close={() => setIssued(null)} />}
      <div className="split">
        <div className="stack" style={{ gap: 16 }}>
          {one.exceptions.length === 0 ? null : (
            <Exceptions one={one} times={times} act={may_act ? setAction : null} />
          )}
          <Sheet title={text.history}>
            <History one={one} times={times} />
          </Sheet>
        </div>
        <div className="stack" style={{ gap: 16 }}>
          <Handling one={one} times={times} />
          <Price one={one} />
        </div>
      </div>
      {action === null ? null : (
        <ActionForm one={one} action={action} close={() => setAction(null)} setIssued={setIssued} />
      )}
    </Page>
  );
}

export type IssuedCode = Pick<DeviceOrderCodeReissueOutput, "use" | "code" | "compartment_code" | "sent_by">;

function Actions({ one, act }: { one: DeviceOrderDetail; act: (action: Action) => void }) {
  return (
    <>
      {one.can_reissue_code === null ? null : (
        <Button variant="default" onClick={() => act({ do: "reissue" })}>
          {text.actions.reissue.title}
        </Button>
      )}
      {one.can_extend ? (
        <Button variant="default" onClick={() => act({ do: "extend" })}>
          {text.actions.extend.title}
        </Button>
      ) : null}
      {one.can_return ? (
        <Button variant="default" onClick={() => act({ do: "return" })}>
          {text.actions.return.title}
        </Button>
      ) : null}
      {one.step === "cancelled" ? null : (
        <Button variant="default" onClick={() => act({ do: "report" })}>
          {text.actions.report.title}
        </Button>
      )}
      {one.can_cancel ? (
        <Button variant="default" color="red.8" onClick={() => act({ do: "cancel" })}>
          {text.actions.cancel.title}
        </Button>
      ) : null}
    </>
  );
}

/** Shown once: nothing keeps a code. */
function Issued({ issued, close }: { issued: IssuedCode; close: () => void }) {
  const { use, code, compartment_code, sent_by } = issued;
  return (
    <Alert
      color="green"
      variant="outline"
      withCloseButton
      onClose={close}
      closeButtonLabel={text.issued.close}
      title={text.issued.title[use]}
    >
      <span className="row tight">
        <span className="mono strong">{code}</span>
        <Copy value={code} label={text.issued.code} />
        <span>{text.issued.door({ compartment: compartment_code })}</span>
      </span>
      <p className="dim small">
        {sent_by.length === 0
          ? text.issued.not_sent
          : text.issued.sent({
              channels: sent_by.map((channel) => text.issued.channels[channel]).join(", "),
            })}
      </p>
    </Alert>
  );
}

function Exceptions({
  one,
  times,
  act,
}: {
  one: DeviceOrderDetail;
  times: Times;
  act: ((action: Action) => void) | null;
}) {
  return (
    <Sheet title={text.exceptions.title}>
      <div className="stack">
        {one.exceptions.map((exception) => (
          <article key={exception.id} className="stack tight">
            <span className="row apart">
              <span className="row tight">
                <Tag tone={exception.is_open ? "bad" : "grey"}>{text.exceptions.kinds[exception.kind]}</Tag>
                <span className="dim small">{times.moment(exception.occurred_at)}</span>
              </span>
              {act !== null && exception.can_resolve.length > 0 ? (
                <Button size="xs" onClick={() => act({ do: "resolve", exception })}>
                  {text.exceptions.resolve}
                </Button>
              ) : null}
            </span>
            {exception.note ? <p>{exception.note}</p> : null}
            {exception.file_id === null ? null : (
              <Photo file_id={exception.file_id} alt={text.exceptions.kinds[exception.kind]} />
            )}
            {exception.is_open && exception.can_resolve.length === 0 && act !== null ? (
              <p className="dim small">
                {text.exceptions.check_first}{" "}
                <AnchorLink
                  inherit
                  underline="always"
                  to="/lockers/$locker_id"
                  params={{ locker_id: String(one.locker_id) }}
                  search={{ compartment: one.compartment_id }}
                >
                  {text.exceptions.show_compartment({ compartment: one.compartment_code })}
                </AnchorLink>
              </p>
            ) : null}
            {exception.resolution === null ? null : (
              <p className="small">
                {text.exceptions.resolved({
                  how: nameCode(text.resolutions, exception.resolution),
                  moment: times.moment(exception.resolved_at),
                })}
                {exception.resolution_note ? ` ${exception.resolution_note}` : ""}
              </p>
            )}
            {exception.resolution_file_id === null ? null : (
              <Photo
                file_id={exception.resolution_file_id}
                alt={nameCode(text.resolutions, exception.resolution ?? "")}
              />
            )}
          </article>
        ))}
      </div>
    </Sheet>
  );
}

type Entry = DeviceOrderDetail["history"][number];

/** What a line says beside its action. */
function describeEntry({ exception, resolution, use, compartment_code, until }: Entry, times: Times): string {
  return [
    exception === null ? null : nameCode(text.exceptions.kinds, exception),
    resolution === null ? null : nameCode(text.resolutions, resolution),
    use === null ? null : text.codes[use],
    compartment_code === null ? null : text.door({ compartment: compartment_code }),
    until === null ? null : text.until({ moment: times.moment(until) }),
  ]
    .filter((part) => part !== null)
    .join(" · ");
}

/** A locker that was offline reports later than it happened. */
const LATE_MS = 60_000;
const isLate = ({ occurred_at, recorded_at }: Entry): boolean =>
  Date.parse(recorded_at) - Date.parse(occurred_at) > LATE_MS;

function History({ one, times }: { one: DeviceOrderDetail; times: Times }) {
  return (
    <table className="table" aria-label={text.history}>
      <tbody>
        {one.history.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and are only added.
          <tr key={index}>
            <td className="num nowrap" title={times.exact(entry.occurred_at)}>
              {times.moment(entry.occurred_at)}
            </td>
            <td>
              <span className="strong">{nameCode(text.history_actions, entry.action)}</span>{" "}
              <span className="dim small">{describeEntry(entry, times)}</span>
              {isLate(entry) ? (
                <div className="dim small">{text.late({ moment: times.moment(entry.recorded_at) })}</div>
              ) : null}
            </td>
            <td className="dim small">{entry.account_name ?? text.actors[entry.actor_type]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Handling({ one, times }: { one: DeviceOrderDetail; times: Times }) {
  return (
    <Sheet title={text.handling}>
      <Facts>
        <Fact name={text.locker}>
          <RecordLink type="locker_device" id={one.locker_id} inherit>
            {one.locker_name}
          </RecordLink>
        </Fact>
        <Fact name={text.compartment}>
          {text.size({ compartment: one.compartment_code, size: one.compartment_size })}
        </Fact>
        <Fact name={text.step}>{text.states[one.step]}</Fact>
        {one.order_id === null ? null : (
          <Fact name={text.order}>
            <RecordLink type="order" id={one.order_id} inherit>
              {one.order_number}
            </RecordLink>
          </Fact>
        )}
        {one.customer_id === null ? null : (
          <Fact name={text.customer}>
            <RecordLink type="customer" id={one.customer_id} inherit>
              {one.customer_name}
            </RecordLink>
          </Fact>
        )}
        {one.contents ? <Fact name={text.contents}>{one.contents}</Fact> : null}
        {one.ref === null ? null : <Fact name={text.ref}>{one.ref}</Fact>}
        {one.recipient === null ? null : (
          <Fact name={text.recipient}>
            {[one.recipient.name, one.recipient.phone, one.recipient.email].filter(Boolean).join(", ")}
          </Fact>
        )}
        {one.step === "expected" ? (
          <Fact name={text.deposit_until}>{times.moment(one.deposit_until)}</Fact>
        ) : (
          <Fact name={text.deposited}>{times.moment(one.deposited_at)}</Fact>
        )}
        {one.collect_until === null ? null : (
          <Fact name={text.collect_until}>{times.moment(one.collect_until)}</Fact>
        )}
        {one.collected_at === null ? null : (
          <Fact name={text.collected}>{times.moment(one.collected_at)}</Fact>
        )}
      </Facts>
    </Sheet>
  );
}

function Price({ one }: { one: DeviceOrderDetail }) {
  if (one.price_hidden || one.price_minor === undefined || one.price_minor === null) return null;
  return (
    <Sheet title={text.price}>
      <Facts>
        {(one.price_details ?? []).map(({ code, label, amount_minor }) => (
          <Fact key={code} name={label}>
            {money(amount_minor, one.currency)}
          </Fact>
        ))}
        <Fact name={text.total_price}>{money(one.price_minor, one.currency)}</Fact>
      </Facts>
    </Sheet>
  );
}
