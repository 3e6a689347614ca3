/** Packing plans, newest first. */

import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { IconPackages } from "#icons";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { AnchorLink } from "../../../parts/links.tsx";
import { PlanList } from "../../../parts/plans/plan-list.tsx";
import { litres, type PackingPlanSummary, packingPlansQuery } from "./queries.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/packing");

const describe = ({ packages, outer_volume_mm3 }: PackingPlanSummary) =>
  packages === null ? "–" : `${text.packages_count({ n: packages })}, ${litres(outer_volume_mm3 ?? 0)}`;

export function PackingPlans() {
  const { page = 1 } = here.useSearch();
  return (
    <PlanList
      title={text.title}
      about={text.about}
      library={<AnchorLink to="/packing/packagings">{text.packagings}</AnchorLink>}
      path="/packing"
      may_write={useMe().permissions.includes("packing:write")}
      query={useQuery(packingPlansQuery(page))}
      plans={({ packing_plans }) => packing_plans}
      marks={({ applied_at, unpacked }) => (
        <>
          {applied_at === null ? null : <Tag tone="teal">{text.applied}</Tag>}
          {unpacked ? (
            <Tag tone="warn">
              {text.unpacked}: {unpacked}
            </Tag>
          ) : null}
        </>
      )}
      describe={describe}
      columns={[{ key: "packages", head: text.packages, width: 200, cell: describe }]}
      empty={{ icon: IconPackages, title: text.none, about: text.none_about }}
      open={({ id }) => ({ to: "/packing/$packing_plan_id", params: { packing_plan_id: String(id) } })}
    />
  );
}
