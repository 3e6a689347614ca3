/** Packing plans, newest first. */
import { IconPackages } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useMe } from "../../../api/session.ts";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import type { Column } from "../../../parts/grid/columns.ts";
import { AnchorLink, ButtonLink } from "../../../parts/links.tsx";
import { ListPage } from "../../../parts/list/list.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { Empty } from "../../../parts/states.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { findState, litres, type PackingPlanSummary, packingPlansQuery } from "./queries.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/packing");

export function PackingPlans() {
  const { page = 1 } = here.useSearch();
  const times = useTimes();
  const navigate = useNavigate();
  const may_write = useMe().permissions.includes("packing:write");
  const query = useQuery(packingPlansQuery(page));
  const create = may_write ? <ButtonLink to="/packing/new">{text.create}</ButtonLink> : null;
  return (
    <ListPage
      subtitle={text.about}
      actions={
        <>
          <AnchorLink to="/packing/packagings">{text.packagings}</AnchorLink>
          {create}
        </>
      }
      label={text.title}
      query={query}
      rows={({ packing_plans }) => packing_plans}
      empty={
        <Empty icon={IconPackages} title={text.none} action={create}>
          {text.none_about}
        </Empty>
      }
      columns={buildColumns(times)}
      keyOf={({ id }) => id}
      nameOf={({ id, name }) => text.row({ id, name })}
      onOpen={({ id }) =>
        void navigate({
          to: "/packing/$packing_plan_id",
          params: { packing_plan_id: String(id) },
        })
      }
      card={(plan) => <Card plan={plan} times={times} />}
      foot={(found) => (
        <Pager
          {...found}
          noun={text.plans}
          onPage={(next) => void navigate({ to: "/packing", search: next > 1 ? { page: next } : {} })}
        />
      )}
    />
  );
}

function PlanState({ plan }: { plan: PackingPlanSummary }) {
  return (
    <span className="row tight">
      <StatusBadge badge={findState(plan.state)} />
      {plan.applied_at === null ? null : <Tag tone="teal">{text.applied}</Tag>}
      {plan.unpacked ? (
        <Tag tone="warn">
          {text.unpacked}: {plan.unpacked}
        </Tag>
      ) : null}
    </span>
  );
}

const describe = ({ packages, outer_volume_mm3 }: PackingPlanSummary) =>
  packages === null ? "–" : `${text.packages_count({ n: packages })}, ${litres(outer_volume_mm3 ?? 0)}`;

function Card({ plan, times }: { plan: PackingPlanSummary; times: Times }) {
  return (
    <span className="stack tight">
      <span className="row apart">
        <span className="strong">{plan.name}</span>
        <span className="dim small">{times.moment(plan.created_at)}</span>
      </span>
      <PlanState plan={plan} />
      <span className="dim small num">
        {text.pieces({ n: plan.pieces })} · {describe(plan)}
      </span>
    </span>
  );
}

function buildColumns(times: Times): Column<PackingPlanSummary>[] {
  return [
    {
      key: "name",
      head: text.name,
      cell: ({ id, name }) => (
        <span>
          <span className="strong">{name}</span> <span className="dim small num">{id}</span>
        </span>
      ),
    },
    { key: "state", head: text.state, cell: (plan) => <PlanState plan={plan} /> },
    { key: "pieces", head: text.items, width: 120, cell: ({ pieces }) => text.pieces({ n: pieces }) },
    { key: "packages", head: text.packages, width: 200, cell: describe },
    {
      key: "created",
      head: text.created,
      width: 160,
      from: 641,
      cell: ({ created_at }) => <span className="dim">{times.moment(created_at)}</span>,
    },
  ];
}
