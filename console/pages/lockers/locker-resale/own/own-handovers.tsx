/** Handovers in which a customer sells or buys: where each is, and what is to be done next. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { IconHeartHandshake, IconPlus } from "#icons";
import { useMe } from "../../../../api/session.ts";
import { StatusBadge } from "../../../../parts/badge.tsx";
import type { Column } from "../../../../parts/grid/columns.ts";
import { findLabel } from "../../../../parts/labels.ts";
import { ButtonLink } from "../../../../parts/links.tsx";
import { ListPage } from "../../../../parts/list/list.tsx";
import { Pager } from "../../../../parts/pager.tsx";
import { useOpenRecord } from "../../../../parts/record-link.tsx";
import { Empty } from "../../../../parts/states.tsx";
import { type Times, useTimes } from "../../../../parts/times.ts";
import { handoversQuery, type ResaleHandover } from "../queries.ts";
import { OWN_STATUS } from "./phase.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/resale");

export function OwnHandovers() {
  const times = useTimes();
  const { page = 1 } = here.useSearch();
  const navigate = useNavigate();
  const open = useOpenRecord("resale_handover");
  const query = useQuery(handoversQuery({ page, per_page: 50 }));
  const may_create = useMe().permissions.includes("lockers:use");
  const create = may_create ? (
    <ButtonLink to="/resale/new" leftSection={<IconPlus size={16} />}>
      {text.create}
    </ButtonLink>
  ) : null;
  return (
    <ListPage
      title={text.title}
      subtitle={text.about}
      actions={create}
      label={text.list}
      query={query}
      rows={({ handovers }) => handovers}
      empty={
        <Empty icon={IconHeartHandshake} title={text.none} action={create}>
          {text.none_about}
        </Empty>
      }
      columns={buildColumns(times)}
      getKey={({ id }) => id}
      getName={({ item }) => item.title}
      onOpen={({ id }) => open(id)}
      card={(handover) => <Card handover={handover} times={times} />}
      foot={(output) => (
        <Pager
          {...output}
          noun={text.count}
          onPage={(next) => void navigate({ to: "/resale", search: next > 1 ? { page: next } : {} })}
        />
      )}
    />
  );
}

const describeOther = ({ side, seller_name, buyer_name }: ResaleHandover) =>
  side === "buyer"
    ? text.from_seller({ seller: seller_name })
    : text.for_buyer({ buyer: buyer_name ?? text.unnamed_buyer });

const describeNext = ({ side, status }: ResaleHandover) =>
  text.next_step[side === "buyer" && status !== "COLLECTED" ? "buyer" : status];

const describeWhere = ({ locker_name, compartment_code }: ResaleHandover) =>
  [locker_name, compartment_code].filter(Boolean).join(" · ") || "–";

function buildColumns(times: Times): Column<ResaleHandover>[] {
  return [
    {
      key: "item",
      head: text.item,
      cell: (handover) => (
        <span className="stack tight" style={{ gap: 0 }}>
          <span className="strong">{handover.item.title}</span>
          <span className="dim small">{describeOther(handover)}</span>
        </span>
      ),
    },
    {
      key: "next",
      head: text.next,
      cell: (handover) => (
        <span className="stack tight" style={{ gap: 0 }}>
          <StatusBadge badge={findLabel(OWN_STATUS, handover.status)} />
          <span className="dim small">{describeNext(handover)}</span>
        </span>
      ),
    },
    { key: "where", head: text.where, width: 240, window_width_min: 900, cell: describeWhere },
    {
      key: "until",
      head: text.until,
      width: 150,
      cell: ({ ends_at }) => <span className="dim">{times.moment(ends_at)}</span>,
    },
  ];
}

function Card({ handover, times }: { handover: ResaleHandover; times: Times }) {
  return (
    <>
      <span className="row apart nowrap">
        <span className="strong cut">{handover.item.title}</span>
        <StatusBadge badge={findLabel(OWN_STATUS, handover.status)} />
      </span>
      <span className="small dim">{describeOther(handover)}</span>
      <span className="row apart small">
        <span>{describeNext(handover)}</span>
        {handover.ends_at === null ? null : <span className="dim num">{times.moment(handover.ends_at)}</span>}
      </span>
    </>
  );
}
