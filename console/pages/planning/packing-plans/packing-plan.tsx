/** One packing plan: its packages as they are packed, what is left out and why, and what follows from it. */
import { UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { IconPackages } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { kilograms, money, number } from "../../../parts/format.ts";
import { BackLink } from "../../../parts/links.tsx";
import { Fact, Facts, Page, Sheet } from "../../../parts/page.tsx";
import { LeftOut, PlanItems, Swatch } from "../../../parts/plans/items.tsx";
import { findState, formatPercent, formatSize } from "../../../parts/plans/measures.ts";
import { PrintButton, SolveButton, Total, Unsolved } from "../../../parts/plans/solving.tsx";
import { text as plan_text } from "../../../parts/plans/text.ts";
import { RecordLink } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { Alternatives } from "./alternatives.tsx";
import { ApplyButton } from "./apply.tsx";
import { ChangeButton } from "./change.tsx";
import { PackageView } from "./package-view.tsx";
import { litres, PACKING_KEY, type PackingPlan, type PlannedPackage, packingPlanQuery } from "./queries.ts";
import { RecordButton } from "./record.tsx";
import { text } from "./text.ts";

const here = getRouteApi("/inside/packing/$packing_plan_id");

export function PackingPlanPage() {
  const packing_plan_id = Number(here.useParams().packing_plan_id);
  const times = useTimes();
  const query = useQuery(packingPlanQuery(packing_plan_id));
  const may_write = useMe().permissions.includes("packing:write");
  const plan = query.data;
  const above = <BackLink to="/packing">{text.back}</BackLink>;
  if (plan === undefined) return <UnloadedPage query={query} above={above} />;
  return (
    <Page
      title={plan.name || text.plan({ id: plan.id })}
      above={above}
      subtitle={
        <span className="row tight">
          <StatusBadge badge={findState(plan.state)} />
          <span>{plan_text.pieces({ n: plan.pieces })}</span>
          {plan.order_id === null ? null : (
            <RecordLink type="order" id={plan.order_id}>
              {text.order} {plan.order_id}
            </RecordLink>
          )}
          {plan.applied_at === null ? null : <Tag tone="teal">{text.applied}</Tag>}
        </span>
      }
      actions={<Actions plan={plan} may_write={may_write} />}
    >
      {plan.applied_at === null ? null : (
        <p className="note tone-teal" style={{ marginBottom: 12 }}>
          {text.applied_note({ date: times.moment(plan.applied_at) })}
        </p>
      )}
      <div className="split packing-split">
        <div className="stack" style={{ gap: 16 }}>
          {plan.result === null ? (
            <Unsolved
              plan={plan}
              icon={IconPackages}
              solving={text.solving}
              about={text.not_solved_about}
              figures={<Progressed progress={plan.progress} />}
              cancel={may_write ? () => client.packingPlanCancel({ packing_plan_id: plan.id }) : undefined}
              keys={[PACKING_KEY]}
            />
          ) : (
            <Packages key={plan.finished_at} plan={plan} may_write={may_write} />
          )}
        </div>
        <div className="stack" style={{ gap: 16 }}>
          <Totals plan={plan} />
          <LeftOut title={text.unpacked} about={text.unpacked_about} items={plan.result?.unpacked} />
          <PlanItems items={plan.items} measure={formatSize}>
            <Facts>
              <Fact name={text.cap}>{formatPercent(plan.target_utilization_percent)}</Fact>
              <Fact name={text.packagings}>{plan.packagings.map(({ code }) => code).join(", ")}</Fact>
            </Facts>
          </PlanItems>
          {plan.result === null ? null : <Alternatives plan={plan} />}
        </div>
      </div>
    </Page>
  );
}

function Actions({ plan, may_write }: { plan: PackingPlan; may_write: boolean }) {
  return (
    <>
      {plan.result === null || plan.result.packages.length === 0 ? null : (
        <PrintButton
          label={text.pdf}
          href={`/api/v1/packing-plans/${plan.id}/file`}
          read={() => client.packingPlanFile({ packing_plan_id: plan.id })}
        />
      )}
      {may_write && plan.can.change ? <ChangeButton plan={plan} /> : null}
      {may_write && plan.can.solve ? (
        <SolveButton
          plan={plan}
          solve={() => client.packingPlanSolve({ packing_plan_id: plan.id, async: true })}
          keys={[PACKING_KEY]}
        />
      ) : null}
      {may_write && plan.can.apply ? <ApplyButton plan={plan} /> : null}
    </>
  );
}

function Progressed({ progress }: Pick<PackingPlan, "progress">) {
  return (
    <>
      <Total name={text.packages} value={progress ? number(progress.packages) : "–"} />
      <Total name={text.volume} value={progress ? litres(progress.outer_volume_mm3) : "–"} />
      <Total name={text.unpacked} value={progress ? number(progress.unpacked) : "–"} />
    </>
  );
}

function Packages({ plan, may_write }: { plan: PackingPlan; may_write: boolean }) {
  const [chosen_package, setChosenPackage] = useState(1);
  const packages = plan.result?.packages ?? [];
  const one = packages.find(({ package_no }) => package_no === chosen_package) ?? packages[0];
  if (one === undefined)
    return (
      <Sheet>
        <Empty icon={IconPackages} title={text.unpacked}>
          {text.unpacked_about}
        </Empty>
      </Sheet>
    );
  return (
    <section className="sheet" aria-label={text.packages}>
      {packages.length > 1 ? (
        <div className="package-tabs" role="tablist" aria-label={text.packages}>
          {packages.map(({ package_no, packaging }) => (
            <UnstyledButton
              key={package_no}
              className="package-tab"
              role="tab"
              aria-selected={package_no === one.package_no}
              onClick={() => setChosenPackage(package_no)}
            >
              <span className="strong num">{package_no}</span>{" "}
              <span className="small">{plan.packagings.find(({ ref }) => ref === packaging)?.code}</span>
            </UnstyledButton>
          ))}
        </div>
      ) : null}
      <OnePackage key={one.package_no} plan={plan} one={one} may_write={may_write} />
    </section>
  );
}

function OnePackage({
  plan,
  one,
  may_write,
}: {
  plan: PackingPlan;
  one: PlannedPackage;
  may_write: boolean;
}) {
  const [step, setStep] = useState(one.placements.length);
  const packaging = plan.packagings.find(({ ref }) => ref === one.packaging);
  if (packaging === undefined) return null;
  const actual = plan.actual.find(({ package_no }) => package_no === one.package_no);
  return (
    <>
      <div className="sheet-head">
        <h2>
          {packaging.name}{" "}
          <span className="dim small num">
            {[
              formatSize(packaging, "inner_"),
              kilograms(one.weight_g),
              text.fill({ percent: formatPercent(one.fill_percent) }),
            ].join(" · ")}
          </span>
        </h2>
        <div className="sheet-actions">
          {actual === undefined ? null : actual.differences.length === 0 ? (
            <Tag tone="good">{text.as_planned}</Tag>
          ) : (
            actual.differences.map((difference) => (
              <Tag key={difference} tone="warn">
                {text.differs[difference]}
              </Tag>
            ))
          )}
          {may_write && plan.can.record ? (
            <RecordButton plan={plan} one={one} packaging={packaging} actual={actual} />
          ) : null}
        </div>
      </div>
      <PackageView
        name={text.package_no({ n: one.package_no })}
        packaging={packaging}
        placements={one.placements}
        items={plan.items}
        step={step}
        onStep={setStep}
      />
      <ol className="list package-list" aria-label={text.steps}>
        {one.placements.map((placement, index) => {
          const at = plan.items.findIndex(({ ref }) => ref === placement.item);
          const pieces = placement.count_x * placement.count_y * placement.count_z;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a package have no other identity.
            <li key={index}>
              <button
                type="button"
                className="list-row"
                aria-current={index + 1 === step ? "step" : undefined}
                onClick={() => setStep(index + 1)}
              >
                <span className="num dim" style={{ minWidth: 24 }}>
                  {index + 1}
                </span>
                <Swatch index={at} />
                <span className="grow cut">
                  {pieces} × {plan.items[at]?.name}
                </span>
                <span className="dim small num nowrap">
                  {plan_text.millimetres({
                    sides: [placement.x_mm, placement.y_mm, placement.z_mm].join(" / "),
                  })}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </>
  );
}

function Totals({ plan }: { plan: PackingPlan }) {
  const currency = useMe().business?.currency;
  const { result } = plan;
  if (result === null) return null;
  const { totals, lower_bound_mm3, optimal } = result;
  const above = lower_bound_mm3 > 0 ? (totals.outer_volume_mm3 / lower_bound_mm3 - 1) * 100 : 0;
  return (
    <Sheet title={text.packages}>
      <div className="stack">
        <dl className="totals">
          <Total name={text.packages} value={number(totals.packages)} />
          <Total name={text.volume} value={litres(totals.outer_volume_mm3)} />
          <Total name={text.gross} value={kilograms(totals.weight_g)} />
          <Total name={text.packed} value={`${number(totals.pieces)} / ${number(plan.pieces)}`} />
          {totals.cost_minor ? (
            <Total name={text.packaging_cost} value={money(totals.cost_minor, currency)} />
          ) : null}
        </dl>
        {plan.unpacked === 0 ? (
          <p className="dim small">{optimal ? text.proved : text.bound({ percent: formatPercent(above) })}</p>
        ) : null}
      </div>
    </Sheet>
  );
}
