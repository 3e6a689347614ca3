/** Loading plans, newest first. */
import { IconContainer } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useMe } from "../../../api/session.ts";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { kilograms } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { AnchorLink, ButtonLink } from "../../../parts/links.tsx";
import { ListPage } from "../../../parts/list/list.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { Empty } from "../../../parts/states.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { findState, type LoadingPlanSummary, loadingPlansQuery, percent } from "./queries.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/loading");

export function LoadingPlans() {
  const { page = 1 } = here.useSearch();
  const times = useTimes();
  const navigate = useNavigate();
  const may_write = useMe().permissions.includes("loading:write");
  const query = useQuery(loadingPlansQuery(page));
  const create = may_write ? <ButtonLink to="/loading/new">{text.create}</ButtonLink> : null;
  return (
    <ListPage
      subtitle={text.about}
      actions={
        <>
          <AnchorLink to="/loading/spaces">{text.spaces}</AnchorLink>
          {create}
        </>
      }
      label={text.title}
      query={query}
      rows={({ loading_plans }) => loading_plans}
      empty={
        <Empty icon={IconContainer} title={text.none} action={create}>
          {text.none_about}
        </Empty>
      }
      columns={buildColumns(times)}
      keyOf={({ id }) => id}
      nameOf={({ id, name }) => text.row({ id, name })}
      onOpen={({ id }) =>
        void navigate({
          to: "/loading/$loading_plan_id",
          params: { loading_plan_id: String(id) },
        })
      }
      card={(plan) => <Card plan={plan} times={times} />}
      foot={(found) => (
        <Pager
          {...found}
          noun={text.plans}
          onPage={(next) => void navigate({ to: "/loading", search: next > 1 ? { page: next } : {} })}
        />
      )}
    />
  );
}

function PlanState({ plan }: { plan: LoadingPlanSummary }) {
  return (
    <span className="row tight">
      <StatusBadge badge={findState(plan.state)} />
      {plan.unplaced ? (
        <Tag tone="warn">
          {text.unplaced}: {plan.unplaced}
        </Tag>
      ) : null}
    </span>
  );
}

const describe = ({ spaces_used, fill_percent }: LoadingPlanSummary) =>
  spaces_used === null ? "–" : `${text.spaces_count({ n: spaces_used })}, ${percent(fill_percent ?? 0)}`;

function Card({ plan, times }: { plan: LoadingPlanSummary; times: Times }) {
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

function buildColumns(times: Times): Column<LoadingPlanSummary>[] {
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
    { key: "spaces", head: text.spaces, width: 180, cell: describe },
    {
      key: "weight",
      head: text.weight_total,
      width: 120,
      align: "end",
      from: 641,
      cell: ({ weight_g }) => (weight_g === null ? "–" : kilograms(weight_g)),
    },
    {
      key: "created",
      head: text.created,
      width: 160,
      from: 1240,
      cell: ({ created_at }) => <span className="dim">{times.moment(created_at)}</span>,
    },
  ];
}
