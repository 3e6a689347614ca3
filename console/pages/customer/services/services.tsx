/** The services that customers can order. */

import { useQuery } from "@tanstack/react-query";
import { IconForms } from "#icons";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import type { Column } from "../../../parts/grid/columns.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { ListPage } from "../../../parts/list/list.tsx";
import { getPriceFamilyName } from "../../../parts/price-families.ts";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { day } from "../../../parts/times.ts";
import { type Service, servicesQuery } from "./queries.ts";
import { text } from "./text.ts";

export function Services() {
  const may_write = useMe().permissions.includes("settings:write");
  const open = useOpenRecord("service");
  const query = useQuery(servicesQuery());
  const create = may_write ? <ButtonLink to="/services/new">{text.list.create}</ButtonLink> : null;
  const is_empty = query.data?.total === 0;
  return (
    <ListPage
      subtitle={text.list.about}
      actions={is_empty ? null : create}
      label={text.title}
      query={query}
      rows={({ services }) => services}
      empty={
        <Empty icon={IconForms} title={text.list.none} action={create}>
          {may_write ? text.list.none_about : text.list.none_reader}
        </Empty>
      }
      getKey={({ id }) => id}
      getName={({ name }) => name}
      onOpen={({ id }) => open(id)}
      columns={buildColumns()}
      card={(service) => (
        <>
          <span className="row apart nowrap">
            <span className="strong cut">{service.name}</span>
            <State service={service} />
          </span>
          <span className="dim small">
            {text.kinds[service.kind]} · {getPriceFamilyName(service.family)}
          </span>
        </>
      )}
    />
  );
}

export function State({ service }: { service: Service }) {
  const { is_active, is_offered, active_from } = service;
  if (!is_active) return <Tag tone="blue">{text.from({ date: day(active_from) })}</Tag>;
  return <Tag tone={is_offered ? "good" : "grey"}>{is_offered ? text.offered : text.not_offered}</Tag>;
}

function buildColumns(): Column<Service>[] {
  return [
    {
      key: "name",
      head: text.title_of,
      cell: ({ name, code }) => (
        <>
          <span className="strong">{name}</span> <span className="mono dim">{code}</span>
        </>
      ),
    },
    { key: "kind", head: text.kind, cell: ({ kind }) => text.kinds[kind] },
    {
      key: "family",
      head: text.family,
      window_width_min: 641,
      cell: ({ family }) => getPriceFamilyName(family),
    },
    {
      key: "price",
      head: text.pricing,
      window_width_min: 641,
      cell: ({ pricing_method }) => (pricing_method === 1 ? text.at_once : text.by_staff),
    },
    { key: "state", head: text.state, cell: (service) => <State service={service} /> },
    {
      key: "version",
      head: text.version_head,
      align: "end",
      window_width_min: 641,
      cell: ({ version }) => <span className="num">{version}</span>,
    },
  ];
}
