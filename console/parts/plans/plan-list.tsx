/** Plans that a solver makes, newest first. */
import { type NavigateOptions, useNavigate } from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";
import { StatusBadge } from "../badge.tsx";
import type { Column } from "../grid/columns.ts";
import { ButtonLink } from "../links.tsx";
import { ListPage } from "../list/list.tsx";
import { Pager } from "../pager.tsx";
import { Empty, type Query } from "../states.tsx";
import { useTimes } from "../times.ts";
import { findState, type PlanState } from "./measures.ts";
import { text } from "./text.ts";

interface PlanSummary {
  id: number;
  name: string;
  state: PlanState;
  pieces: number;
  created_at: string;
}

interface PlanPage {
  page: number;
  per_page: number;
  total: number;
}

export function PlanList<Data extends PlanPage, Plan extends PlanSummary>({
  title,
  about,
  library,
  path,
  may_write,
  query,
  plans,
  marks,
  describe,
  columns,
  empty,
  open,
}: {
  title: string;
  about: string;
  /** Leads to what the solver chooses from. */
  library: ReactNode;
  path: "/loading" | "/packing";
  may_write: boolean;
  query: Query<Data>;
  plans: (data: Data) => readonly Plan[];
  /** Beside the state. */
  marks: (plan: Plan) => ReactNode;
  /** What the solver chose, in a few words. */
  describe: (plan: Plan) => string;
  /** Between the pieces and the date. */
  columns: readonly Column<Plan>[];
  empty: { icon: ComponentType<{ size?: number; stroke?: number }>; title: string; about: string };
  open: (plan: Plan) => NavigateOptions;
}) {
  const times = useTimes();
  const navigate = useNavigate();
  const create = may_write ? <ButtonLink to={`${path}/new`}>{text.create}</ButtonLink> : null;
  const state = (plan: Plan) => (
    <span className="row tight">
      <StatusBadge badge={findState(plan.state)} />
      {marks(plan)}
    </span>
  );
  return (
    <ListPage
      subtitle={about}
      actions={
        <>
          {library}
          {create}
        </>
      }
      label={title}
      query={query}
      rows={plans}
      empty={
        <Empty icon={empty.icon} title={empty.title} action={create}>
          {empty.about}
        </Empty>
      }
      columns={[
        {
          key: "name",
          head: text.name,
          cell: ({ id, name }) => (
            <span>
              <span className="strong">{name}</span> <span className="dim small num">{id}</span>
            </span>
          ),
        },
        { key: "state", head: text.state, cell: state },
        { key: "pieces", head: text.items, width: 120, cell: ({ pieces }) => text.pieces({ n: pieces }) },
        ...columns,
        {
          key: "created",
          head: text.created,
          width: 160,
          window_width_min: 641,
          cell: ({ created_at }) => <span className="dim">{times.moment(created_at)}</span>,
        },
      ]}
      getKey={({ id }) => id}
      getName={({ id, name }) => text.row({ id, name })}
      onOpen={(plan) => void navigate(open(plan))}
      card={(plan) => (
        <span className="stack tight">
          <span className="row apart">
            <span className="strong">{plan.name}</span>
            <span className="dim small">{times.moment(plan.created_at)}</span>
          </span>
          {state(plan)}
          <span className="dim small num">
            {text.pieces({ n: plan.pieces })} · {describe(plan)}
          </span>
        </span>
      )}
      foot={(page) => (
        <Pager
          {...page}
          noun={text.plans}
          onPage={(next) => void navigate({ to: path, search: next > 1 ? { page: next } : {} })}
        />
      )}
    />
  );
}
