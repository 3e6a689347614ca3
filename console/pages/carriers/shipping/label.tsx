/** One label: what to do next, its packages, addresses and price, and what happened to it. */
import { Button, Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { IconDots, IconMapSearch } from "#icons";
import { client } from "../../../api/client.ts";
import { isStaff, useMe } from "../../../api/session.ts";
import { oneLine } from "../../../parts/address/queries.ts";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { Copy } from "../../../parts/copy.tsx";
import { kilograms, money } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { AnchorLink, BackLink, ButtonLink } from "../../../parts/links.tsx";
import { Fact, Facts, Page, Sheet } from "../../../parts/page.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { useSave } from "../../../parts/save.ts";
import { Table } from "../../../parts/table.tsx";
import { day, useTimes } from "../../../parts/times.ts";
import { notifyFailure } from "../../../parts/toast.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { nameEvent } from "../../../parts/words/name-event.ts";
import { CancelLabel } from "./cancel-label.tsx";
import { nameCancellation } from "./cancellation.ts";
import "./labels.css";
import { saveCustomsDocument } from "./print.ts";
import { PrintButtons } from "./print-buttons.tsx";
import {
  LABELS_KEY,
  type LabelOrder,
  type LabelserviceGetShippingDetailOutput,
  labelQuery,
} from "./queries.ts";
import { findState, PRINTABLE_STATES } from "./states.ts";
import { text } from "./text.ts";

const route = getRouteApi("/inside/labels/$label_order_id");

function Above() {
  return <BackLink to="/labels">{text.back}</BackLink>;
}

export function LabelPage() {
  const query = useQuery(labelQuery(Number(route.useParams().label_order_id)));
  if (query.data === undefined) return <UnloadedPage query={query} above={<Above />} />;
  return <LabelView detail={query.data} />;
}

function LabelView({ detail }: { detail: LabelserviceGetShippingDetailOutput }) {
  const times = useTimes();
  const { label_order: label } = detail;
  const { state, recipient, destination, tracking_number } = label;
  return (
    <Page
      title={text.label_of({ recipient: recipient || destination })}
      above={<Above />}
      subtitle={
        <span className="row tight">
          <StatusBadge badge={findState(state)} />
          {label.is_return ? <Tag tone="violet">{text.a_return}</Tag> : null}
          <span title={times.exact(label.state_since)}>{times.moment(label.state_since)}</span>
          {tracking_number === null ? null : (
            <span className="row tight nowrap">
              <span className="mono">{tracking_number}</span>
              <Copy value={tracking_number} label={text.tracking_number} />
            </span>
          )}
        </span>
      }
      actions={
        tracking_number === null ? null : (
          <ButtonLink
            variant="default"
            to="/track/$number"
            params={{ number: tracking_number }}
            leftSection={<IconMapSearch size={16} />}
          >
            {text.detail.track}
          </ButtonLink>
        )
      }
    >
      <Next label={label} />
      {label.failure === null ? null : (
        <p className="note tone-bad" style={{ marginTop: 16 }}>
          <b>{text.detail.failure}:</b> {label.failure.message}{" "}
          {label.failure.code === null ? null : <span className="mono small">{label.failure.code}</span>}
        </p>
      )}
      <div className="split" style={{ marginTop: 16 }}>
        <div className="stack" style={{ gap: 16, minWidth: 0 }}>
          <Packages label={label} />
          <Shipment label={label} return_ids={detail.return_label_ids} />
        </div>
        <div className="stack" style={{ gap: 16, minWidth: 0 }}>
          <Price label={label} />
          <History events={detail.events} />
        </div>
      </div>
    </Page>
  );
}

function History({ events }: { events: LabelserviceGetShippingDetailOutput["events"] }) {
  const times = useTimes();
  if (events.length === 0) return null;
  return (
    <Sheet title={text.detail.history}>
      <ul className="list">
        {events.map(({ kind, at }) => (
          <li key={`${kind} ${at}`} className="row apart small" style={{ padding: "4px 0" }}>
            <span>{nameEvent(kind)}</span>
            <span className="dim" title={times.exact(at)}>
              {times.moment(at)}
            </span>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** What the state means, and what can be done about it. */
function Next({ label }: { label: LabelOrder }) {
  const me = useMe();
  const [cancelling, setCancelling] = useState(false);
  const may_write = me.permissions.includes("labels:write");
  const submit = useSave(() => client.labelserviceSubmitShippingInformation({ label_order_id: label.id }), {
    keys: [LABELS_KEY],
    success_message: text.actions.submitted,
  });
  const buy = useSave(() => client.labelserviceOrderPurchase({ label_order_id: label.id }), {
    keys: [LABELS_KEY, ["wallet"]],
    success_message: ({ pending }) => (pending ? text.rates.pending : text.rates.bought),
  });
  const { can_submit, can_return, can_cancel, can_buy_again, state } = label;
  const { customs_documents } = label;
  const has_more = (can_submit && isStaff(me)) || can_return || can_cancel || customs_documents.length > 0;
  return (
    <section className="sheet label-next" aria-label={text.state}>
      <p className="grow">
        {text.about_states[state]} {label.cancel_requested ? text.detail.cancel_requested : ""}
      </p>
      {may_write ? (
        <div className="row">
          {can_buy_again ? (
            <>
              <ButtonLink to="/labels/new" search={{ again: label.id }}>
                {text.actions.buy_again}
              </ButtonLink>
              <Button variant="default" loading={buy.isPending} onClick={() => buy.mutate(undefined)}>
                {text.actions.buy_same}
              </Button>
            </>
          ) : null}
          {PRINTABLE_STATES.has(state) ? (
            <PrintButtons count={1} listIds={async () => [label.id]} is_primary />
          ) : null}
          {has_more ? (
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default" leftSection={<IconDots size={16} />} loading={submit.isPending}>
                  {text.actions.more}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {can_submit && isStaff(me) ? (
                  <Menu.Item onClick={() => submit.mutate(undefined)}>{text.actions.submit}</Menu.Item>
                ) : null}
                {customs_documents.map((kind) => (
                  <Menu.Item
                    key={kind}
                    onClick={() => void saveCustomsDocument(label.id, kind).catch(notifyFailure)}
                  >
                    {text.customs_documents[kind]}
                  </Menu.Item>
                ))}
                {can_return ? <ReturnItem id={label.id} /> : null}
                {can_cancel ? (
                  <Menu.Item color="red" onClick={() => setCancelling(true)}>
                    {nameCancellation(label)}
                  </Menu.Item>
                ) : null}
              </Menu.Dropdown>
            </Menu>
          ) : null}
        </div>
      ) : null}
      {cancelling ? <CancelLabel label={label} close={() => setCancelling(false)} /> : null}
    </section>
  );
}

function ReturnItem({ id }: { id: number }) {
  const navigate = route.useNavigate();
  return (
    <Menu.Item onClick={() => void navigate({ to: "/labels/new", search: { return_of: id } })}>
      {text.actions.return_label}
    </Menu.Item>
  );
}

type LabelPackage = LabelOrder["packages"][number];

const describeSides = ({ length_mm, width_mm, height_mm }: LabelPackage) =>
  length_mm === null ? "" : `${length_mm} × ${width_mm} × ${height_mm} mm`;

const describeMeasures = (one: LabelPackage) =>
  [kilograms(one.weight_g), describeSides(one)].filter(Boolean).join(" · ");

function Packages({ label }: { label: LabelOrder }) {
  const [voiding, setVoiding] = useState<LabelPackage | null>(null);
  const may_write = useMe().permissions.includes("labels:write");
  const { packages } = label;
  const columns: Column<LabelPackage>[] = [
    {
      key: "number",
      head: text.tracking_number,
      cell: ({ tracking_number, seq }) => (
        <span className="row tight nowrap">
          <span className="mono">{tracking_number ?? text.rates.package({ n: seq })}</span>
          {tracking_number === null ? null : <Copy value={tracking_number} label={text.tracking_number} />}
        </span>
      ),
    },
    {
      key: "measures",
      head: text.detail.declared,
      width: 190,
      cell: (one) => (
        <span className="stack tight num" style={{ gap: 0 }}>
          <span>{kilograms(one.weight_g)}</span>
          <span className="dim small">{describeSides(one)}</span>
        </span>
      ),
    },
    {
      key: "state",
      head: text.state,
      width: 140,
      cell: ({ state }) => text.package_states[state],
    },
    ...(may_write && packages.length > 1 && label.can_cancel
      ? [
          {
            key: "void",
            head: "",
            width: 90,
            cell: (one: LabelPackage) =>
              one.state === "bought" && one.tracking_number !== null ? (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={text.actions.package_void({ number: one.tracking_number })}
                  onClick={() => setVoiding(one)}
                >
                  {nameCancellation(label)}
                </Button>
              ) : null,
          },
        ]
      : []),
  ];
  return (
    <Sheet title={text.packages_count({ n: label.package_count })} pad={packages.length === 0}>
      {packages.length === 0 ? (
        <p className="dim">{text.no_number}</p>
      ) : (
        <Table
          label={text.packages}
          rows={packages}
          columns={columns}
          getKey={({ seq }) => seq}
          getName={({ seq }) => text.rates.package({ n: seq })}
          card={(one) => (
            <>
              <span className="row apart">
                <span className="mono strong">
                  {one.tracking_number ?? text.rates.package({ n: one.seq })}
                </span>
                <span className="small">{text.package_states[one.state]}</span>
              </span>
              <span className="row apart">
                <span className="dim small num">{describeMeasures(one)}</span>
                {columns.find(({ key }) => key === "void")?.cell(one)}
              </span>
            </>
          )}
        />
      )}
      {voiding === null ? null : (
        <CancelLabel label={label} tracking_number={voiding.tracking_number} close={() => setVoiding(null)} />
      )}
    </Sheet>
  );
}

const Address = ({ place }: { place: LabelOrder["ship_to"] }) => (
  <span className="stack tight" style={{ gap: 0 }}>
    <span className="strong">{place.name}</span>
    <span>{oneLine(place)}</span>
    <span className="dim">{[place.region, place.country].filter(Boolean).join(", ")}</span>
  </span>
);

function Shipment({ label, return_ids }: { label: LabelOrder; return_ids: readonly number[] }) {
  return (
    <Sheet title={text.detail.shipment}>
      <Facts>
        <Fact name={text.detail.from}>
          <Address place={label.ship_from} />
        </Fact>
        <Fact name={text.detail.to}>
          <Address place={label.ship_to} />
        </Fact>
        <Fact name={text.service}>
          {label.service_name} <span className="dim">{label.carrier}</span>
        </Fact>
        <Fact name={text.account}>{label.carrier_account}</Fact>
        <Fact name={text.ship_date}>{day(label.ship_date)}</Fact>
        {label.customer_name === null ? null : <Fact name={text.customer}>{label.customer_name}</Fact>}
        {label.ref === null ? null : <Fact name={text.ref}>{label.ref}</Fact>}
        <Fact name={text.detail.reference}>
          <span className="mono small">{label.reference}</span>
        </Fact>
        {label.manifest_id === null ? null : (
          <Fact name={text.detail.manifest}>
            <AnchorLink to="/labels" search={{ manifest: label.manifest_id }}>
              {label.manifest_id}
            </AnchorLink>
          </Fact>
        )}
        {label.return_of_id === null ? null : (
          <Fact name={text.detail.return_of}>
            <RecordLink type="label_order" id={label.return_of_id}>
              {label.return_of_id}
            </RecordLink>
          </Fact>
        )}
        {return_ids.length === 0 ? null : (
          <Fact name={text.detail.returns}>
            <span className="row tight">
              {return_ids.map((id) => (
                <RecordLink type="label_order" id={id} key={id}>
                  {id}
                </RecordLink>
              ))}
            </span>
          </Fact>
        )}
      </Facts>
    </Sheet>
  );
}

function Price({ label }: { label: LabelOrder }) {
  const { shipping_price, currency, price_details, returned_minor } = label;
  const { carrier_charge_minor: charge, carrier_currency } = label;
  return (
    <Sheet title={text.detail.price}>
      <ul className="list">
        {(price_details ?? []).map(({ code, label: name, amount_minor }) => (
          <li key={`${code} ${name}`} className="row apart" style={{ padding: "4px 0" }}>
            <span>{name}</span>
            <span className="num">{money(amount_minor, currency)}</span>
          </li>
        ))}
        <li className="row apart strong" style={{ padding: "4px 0" }}>
          <span>{text.price}</span>
          <span className="num">{money(shipping_price, currency)}</span>
        </li>
        {returned_minor ? (
          <li className="row apart" style={{ padding: "4px 0" }}>
            <span>{text.detail.returned}</span>
            <span className="num">{money(returned_minor, currency)}</span>
          </li>
        ) : null}
        {charge === undefined || charge === null ? null : (
          <li className="row apart dim" style={{ padding: "4px 0" }}>
            <span>{text.detail.charge}</span>
            <span className="num">{money(charge, carrier_currency)}</span>
          </li>
        )}
      </ul>
    </Sheet>
  );
}
