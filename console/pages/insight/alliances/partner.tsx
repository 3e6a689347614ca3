/** Orders that a partner shares, and the tracking of one of them: read only. */
import { Alert, Button, Drawer, TextInput } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { IconPackages } from "#icons";
import { findRule, getRules } from "../../../parts/form-rules.ts";
import { number as formatNumber } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { bindFilters, FilterDay, getFilters } from "../../../parts/list/filters.tsx";
import { TableList } from "../../../parts/list/list.tsx";
import { useMemberText } from "../../../parts/member-text.ts";
import { More } from "../../../parts/more.tsx";
import { Page } from "../../../parts/page.tsx";
import { Empty, Failure, Loaded, Waiting } from "../../../parts/states.tsx";
import { day } from "../../../parts/times.ts";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { OrderState } from "../../orders/orders/order-state.tsx";
import { Above } from "./alliance.tsx";
import { describeMask } from "./describe.ts";
import { clientsQuery, type SharedOrder, sharedOrdersQuery, sharedTrackingQuery } from "./queries.ts";
import { SharedEvents, SharedOrderFacts, Withheld } from "./shared-order.tsx";
import { text } from "./text.ts";
import "./alliances.css";

const RULES = getRules("allianceTracking");

export function PartnerPage() {
  const { client_code } = useParams({ strict: false }) as { client_code: string };
  const clients = useQuery(clientsQuery);
  const partner = clients.data?.clients.find((one) => one.client_code === client_code);
  const [tracked, setTracked] = useState<string | null>(null);
  const shares = (scope: "orders_read" | "tracking") => partner?.scopes.includes(scope) === true;
  return (
    <Page
      title={text.partner_title({ name: partner?.name ?? client_code })}
      above={<Above />}
      subtitle={
        <span className="row">
          <span>{text.partner_about}</span>
          {partner ? <span>{describeMask(partner)}</span> : null}
        </span>
      }
    >
      <div className="stack" style={{ gap: 16 }}>
        {shares("tracking") ? <TrackForm track={setTracked} /> : null}
        {clients.data === undefined ? (
          <Loaded query={clients}>{() => null}</Loaded>
        ) : shares("orders_read") ? (
          <Orders client_code={client_code} open={shares("tracking") ? setTracked : undefined} />
        ) : partner && shares("tracking") ? (
          <p className="dim">{text.tracking_only}</p>
        ) : (
          <Refused client_code={client_code} />
        )}
      </div>
      <Drawer opened={tracked !== null} onClose={() => setTracked(null)} title={tracked} size="md">
        {tracked === null ? null : <Tracking client_code={client_code} number={tracked} />}
      </Drawer>
    </Page>
  );
}

function TrackForm({ track }: { track: (number: string) => void }) {
  const number = useMemberText(RULES, "number");
  const is_number = number.text.length >= (findRule(RULES.by_path, "number").minLength ?? 1);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (is_number) track(number.text);
  };
  return (
    <form className="row" onSubmit={submit} style={{ alignItems: "flex-end" }}>
      <TextInput
        className="grow"
        maw={340}
        label={text.find_number}
        classNames={{ input: "mono" }}
        {...number.props}
      />
      <Button type="submit" variant="default" disabled={!is_number}>
        {text.track}
      </Button>
    </form>
  );
}

/** The service says why: no grant, revoked, suspended, unsigned. */
function Refused({ client_code }: { client_code: string }) {
  const query = useInfiniteQuery(sharedOrdersQuery({ client_code, per_page: 1 }));
  if (query.data === undefined && !query.error) return <Waiting rows={2} />;
  return (
    <Alert color="yellow" variant="outline" title={text.refused_title}>
      <div className="stack tight" style={{ alignItems: "flex-start" }}>
        <span>{query.error?.message}</span>
        <ButtonLink to="/alliances" size="xs" variant="default">
          {text.open_alliances}
        </ButtonLink>
      </div>
    </Alert>
  );
}

function Orders({
  client_code,
  open,
}: {
  client_code: string;
  open: ((number: string) => void) | undefined;
}) {
  const [dates, setDates] = useState<{ date_from?: string | undefined; date_to?: string | undefined }>({});
  const filter = bindFilters(getFilters("allianceOrders"), dates, (part) => setDates({ ...dates, ...part }));
  const query = useInfiniteQuery(
    sharedOrdersQuery({
      client_code,
      ...(dates.date_from === undefined ? {} : { date_from: dates.date_from }),
      ...(dates.date_to === undefined ? {} : { date_to: dates.date_to }),
    }),
  );
  return (
    <TableList
      label={text.partner_orders}
      title={text.partner_orders}
      actions={
        <>
          <FilterDay size="xs" aria-label={text.date_from} {...filter("date_from")} />
          <FilterDay size="xs" aria-label={text.date_to} {...filter("date_to")} />
        </>
      }
      query={query}
      rows={({ pages }) => pages.flatMap(({ orders }) => orders)}
      empty={
        <Empty icon={IconPackages} title={text.no_orders}>
          {text.no_orders_about}
        </Empty>
      }
      columns={buildColumns()}
      getKey={({ tracking_number }) => tracking_number}
      getName={({ tracking_number }) => tracking_number}
      onOpen={open && (({ tracking_number }) => open(tracking_number))}
      card={(order) => (
        <div className="stack tight">
          <span className="row nowrap">
            <span className="mono strong grow cut">{order.tracking_number}</span>
            <OrderState status={order.status} />
          </span>
          <span className="small">
            <Recipient order={order} />
          </span>
          <span className="dim small">{day(order.scheduled_date)}</span>
        </div>
      )}
      foot={({ pages }) => (
        <>
          <div className="pager">
            <span className="dim num">
              {text.count_of({
                shown: formatNumber(pages.reduce((sum, { orders }) => sum + orders.length, 0)),
                total: formatNumber(pages[0]?.total ?? 0),
              })}
            </span>
            <More query={query} label={text.more} />
          </div>
          {query.error ? <Failure error={query.error} retry={() => void query.refetch()} /> : null}
        </>
      )}
    />
  );
}

/** Whom and where the goods go to, or are collected. */
function Recipient({ order }: { order: SharedOrder }) {
  const [name_field, address_field] =
    order.type === "P"
      ? (["sender_name", "sender_address"] as const)
      : (["recipient_name", "recipient_address"] as const);
  const address = order[address_field];
  return (
    <TwoLines
      className="cut"
      below={
        order.masked.includes(address_field) ? (
          <Withheld />
        ) : (
          [address?.line1, address?.city].filter(Boolean).join(", ")
        )
      }
    >
      {order.masked.includes(name_field) ? <Withheld /> : order[name_field]}
    </TwoLines>
  );
}

const buildColumns = (): Column<SharedOrder>[] => [
  {
    key: "number",
    head: text.order,
    width: 200,
    cell: (order) => (
      <TwoLines className="mono strong" below={order.ref}>
        {order.tracking_number}
      </TwoLines>
    ),
  },
  { key: "recipient", head: text.recipient, cell: (order) => <Recipient order={order} /> },
  {
    key: "customer",
    head: text.fields.customer,
    window_width_min: 1240,
    width: 190,
    cell: (order) => (order.masked.includes("customer") ? <Withheld /> : order.customer),
  },
  {
    key: "date",
    head: text.date,
    width: 130,
    window_width_min: 641,
    cell: ({ scheduled_date }) => day(scheduled_date),
  },
  { key: "state", head: text.status, width: 150, cell: ({ status }) => <OrderState status={status} /> },
];

function Tracking({ client_code, number }: { client_code: string; number: string }) {
  const query = useQuery(sharedTrackingQuery(client_code, number));
  return (
    <Loaded query={query} fallback={<Waiting rows={8} />}>
      {(tracking) => (
        <div className="stack" style={{ gap: 18 }}>
          <SharedOrderFacts tracking={tracking} />
          <div className="stack tight">
            <h3>{text.events}</h3>
            <SharedEvents events={tracking.events} />
          </div>
        </div>
      )}
    </Loaded>
  );
}
