/** The log of deliveries: what was sent where, what was answered, and sending it again. */
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { IconListDetails } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import type { Column } from "../../../parts/grid/columns.ts";
import { AnchorLink } from "../../../parts/links.tsx";
import { bindFilters, FilterSelect, getFilters } from "../../../parts/list/filters.tsx";
import { ListPage } from "../../../parts/list/list.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { Empty } from "../../../parts/states.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { DeliveryBadge } from "./delivery-badge.tsx";
import { DeliveryDrawer } from "./delivery-drawer.tsx";
import { nameError } from "./error-name.ts";
import { type DeliveryFilters, readDeliveryFilters } from "./filters.ts";
import {
  type Deliveries,
  type Delivery,
  eventTypesQuery,
  settingsQuery,
  shortUrl,
  WEBHOOKS_KEY,
} from "./queries.ts";
import { RepeatFailed } from "./repeat-failed.tsx";
import { text } from "./text.ts";

const PER_PAGE = 50;
/** A delivery is no event, so nothing is pushed about it: one that is being sent is asked for again. */
const SENDING_MS = 2000;

export function WebhookDeliveries() {
  const may_write = useMe().permissions.includes("webhooks:write");
  const { moment } = useTimes();
  const navigate = useNavigate();
  const filters = readDeliveryFilters(useSearch({ strict: false }));
  const { state, type, endpoint, delivery, page = 1 } = filters;
  const [repeating, setRepeating] = useState(false);
  const set = (change: Partial<DeliveryFilters>) =>
    void navigate({
      to: "/webhook-deliveries",
      search: { ...filters, page: undefined, ...change },
      replace: true,
    });
  const query = useQuery<Deliveries>({
    queryKey: [...WEBHOOKS_KEY, "deliveries", state, type, endpoint, page],
    meta: { live: ["webhook_endpoint", "webhook_settings", "order", "parcel", "route", "stop"] },
    queryFn: ({ signal }) =>
      client.webhookDeliveries(
        {
          page,
          per_page: PER_PAGE,
          ...(state === undefined ? {} : { state }),
          ...(type === undefined ? {} : { event_type: type }),
          ...(endpoint === undefined ? {} : { webhook_endpoint_id: endpoint }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.deliveries.some((one) => one.state === "PENDING") ? SENDING_MS : false,
  });
  const is_filtered = state !== undefined || type !== undefined || endpoint !== undefined;
  return (
    <ListPage
      subtitle={
        <AnchorLink to="/webhooks" className="small">
          {text.urls}
        </AnchorLink>
      }
      actions={
        <>
          <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
            {text.refresh}
          </Button>
          {may_write ? <Button onClick={() => setRepeating(true)}>{text.missing}</Button> : null}
        </>
      }
      label={text.log}
      toolbar={<Filters filters={filters} set={set} />}
      query={query}
      rows={({ deliveries }) => deliveries}
      empty={
        <Empty
          icon={IconListDetails}
          title={is_filtered ? text.no_match : text.log_none}
          action={
            is_filtered ? (
              <Button
                variant="default"
                onClick={() => set({ state: undefined, type: undefined, endpoint: undefined })}
              >
                {text.clear}
              </Button>
            ) : undefined
          }
        >
          {is_filtered ? text.no_match_about : text.log_none_about}
        </Empty>
      }
      columns={buildColumns(moment)}
      getKey={({ id }) => id}
      getName={({ event_type, subject }) => `${event_type} ${subject}`}
      onOpen={({ id }) => set({ delivery: id, page })}
      card={(row) => (
        <div className="stack tight">
          <span className="row nowrap">
            <span className="mono strong grow cut">{row.event_type}</span>
            <DeliveryBadge state={row.state} />
          </span>
          <span className="row nowrap dim small">
            <span className="grow cut">{[row.subject, describeAnswer(row)].filter(Boolean).join(" · ")}</span>
            <span>{moment(row.last_attempt_at ?? row.created_at)}</span>
          </span>
        </div>
      )}
      foot={({ total }) => (
        <Pager
          page={page}
          per_page={PER_PAGE}
          total={total}
          onPage={(next) => set({ page: next })}
          noun={text.noun}
        />
      )}
    >
      {delivery === undefined ? null : (
        <DeliveryDrawer
          delivery_id={delivery}
          may_write={may_write}
          close={() => set({ delivery: undefined, page })}
          open={(id) => set({ delivery: id, page })}
        />
      )}
      {repeating ? <RepeatFailed endpoint_id={endpoint} close={() => setRepeating(false)} /> : null}
    </ListPage>
  );
}

function Filters({
  filters,
  set,
}: {
  filters: DeliveryFilters;
  set: (change: Partial<DeliveryFilters>) => void;
}) {
  const types = useQuery(eventTypesQuery).data?.event_types ?? [];
  const endpoints = useQuery(settingsQuery).data?.settings.endpoints ?? [];
  const filter = bindFilters(getFilters("webhookDeliveries"), filters, set);
  return (
    <div className="filters">
      <FilterSelect
        className="grow"
        label={text.status}
        any={text.any_state}
        names={text.states}
        {...filter("state")}
      />
      <FilterSelect
        className="grow"
        label={text.event_type}
        any={text.any_type}
        searchable
        data={types.map((one) => one.type)}
        {...filter("type", "event_type")}
      />
      <FilterSelect
        className="grow"
        label={text.url}
        any={text.any_url}
        data={endpoints.map(({ id, url }) => ({ value: String(id), label: shortUrl(url) }))}
        {...filter("endpoint", "webhook_endpoint_id")}
      />
    </div>
  );
}

const describeAnswer = ({ error, http_status }: Delivery) => nameError(error, http_status) || "–";

function buildColumns(moment: Times["moment"]): Column<Delivery>[] {
  return [
    {
      key: "type",
      head: text.event_type,
      cell: (row) => (
        <span className="stack tight" style={{ gap: 0 }}>
          <span className="row tight nowrap">
            <span className="mono strong cut">{row.event_type}</span>
            {row.is_test ? <Tag tone="grey">{text.is_test}</Tag> : null}
          </span>
          <span className="dim small cut">{row.subject}</span>
        </span>
      ),
    },
    { key: "state", head: text.status, width: 180, cell: (row) => <DeliveryBadge state={row.state} /> },
    {
      key: "answer",
      head: text.answer,
      width: 210,
      window_width_min: 641,
      cell: (row) => <span style={{ whiteSpace: "nowrap" }}>{describeAnswer(row)}</span>,
    },
    {
      key: "url",
      head: text.url,
      window_width_min: 641,
      cell: ({ url }) => (
        <span className="mono small cut" style={{ display: "block", maxWidth: 360 }} title={url}>
          {shortUrl(url)}
        </span>
      ),
    },
    {
      key: "at",
      head: text.sent,
      width: 150,
      align: "end",
      cell: (row) => moment(row.last_attempt_at ?? row.created_at),
    },
  ];
}
