/** Loading plans, newest first. */

import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { IconContainer } from "#icons";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { kilograms } from "../../../parts/format.ts";
import { AnchorLink } from "../../../parts/links.tsx";
import { formatPercent } from "../../../parts/plans/measures.ts";
import { PlanList } from "../../../parts/plans/plan-list.tsx";
import { type LoadingPlanSummary, loadingPlansQuery } from "./queries.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/loading");

const describe = ({ spaces_used, fill_percent }: LoadingPlanSummary) =>
  spaces_used === null
    ? "–"
    : `${text.spaces_count({ n: spaces_used })}, ${formatPercent(fill_percent ?? 0)}`;

export function LoadingPlans() {
  const { page = 1 } = here.useSearch();
  return (
    <PlanList
      title={text.title}
      about={text.about}
      library={<AnchorLink to="/loading/spaces">{text.spaces}</AnchorLink>}
      path="/loading"
      may_write={useMe().permissions.includes("loading:write")}
      query={useQuery(loadingPlansQuery(page))}
      plans={({ loading_plans }) => loading_plans}
      marks={({ unplaced }) =>
        unplaced ? (
          <Tag tone="warn">
            {text.unplaced}: {unplaced}
          </Tag>
        ) : null
      }
      describe={describe}
      columns={[
        { key: "spaces", head: text.spaces, width: 180, cell: describe },
        {
          key: "weight",
          head: text.weight_total,
          width: 120,
          align: "end",
          window_width_min: 641,
          cell: ({ weight_g }) => (weight_g === null ? "–" : kilograms(weight_g)),
        },
      ]}
      empty={{ icon: IconContainer, title: text.none, about: text.none_about }}
      open={({ id }) => ({ to: "/loading/$loading_plan_id", params: { loading_plan_id: String(id) } })}
    />
  );
}
