/** How each provider did in a period: counts and shares, why orders were not taken or delivered, and the course of it. */
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconChartBar } from "#icons";
import type { ProviderScorecard } from "../../../../packages/client/client.gen.ts";
import { duration, money, number } from "../../../parts/format.ts";
import { nameCode } from "../../../parts/labels.ts";
import { Sheet } from "../../../parts/page.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { addDays, useTimes } from "../../../parts/times.ts";
import { scorecardsQuery } from "./queries.ts";
import { ScorecardPlot } from "./scorecard-plot.tsx";
import { text } from "./text.ts";

const PERIODS = ["30", "90", "365"] as const;

const percent = (share: number | null) =>
  share === null ? "–" : number(share, { style: "percent", maximumFractionDigits: 0 });
const time = (seconds: number | null) => (seconds === null ? "–" : duration(seconds));

const COLUMNS = [
  "offered",
  "accepted",
  "declined",
  "expired",
  "handed_back",
  "pickup",
  "delivery",
  "failed",
  "claims",
  "answer",
  "report",
  "cost",
] as const;

function readColumns(one: ProviderScorecard, currency: string): Record<(typeof COLUMNS)[number], string> {
  return {
    offered: number(one.offered),
    accepted: `${number(one.accepted)} (${percent(one.acceptance_rate)})`,
    declined: number(one.declined),
    expired: number(one.expired),
    handed_back: number(one.handed_back),
    pickup: percent(one.pickup_on_time_rate),
    delivery: `${number(one.delivered_on_time)} (${percent(one.delivery_on_time_rate)})`,
    failed: number(one.failed),
    claims: number(one.claims),
    answer: time(one.accept_s_median),
    report: time(one.first_report_s_median),
    cost: money(one.cost_minor, currency),
  };
}

export function Scorecards() {
  const [days, setDays] = useState<(typeof PERIODS)[number]>("30");
  const to = useTimes().today();
  const query = useQuery(scorecardsQuery({ from: addDays(to, -Number(days)), to }));
  return (
    <Sheet
      title={text.scorecards}
      pad={false}
      actions={
        <Select
          size="xs"
          w={160}
          aria-label={text.period}
          allowDeselect={false}
          value={days}
          onChange={(value) => setDays(PERIODS.find((one) => one === value) ?? "30")}
          data={PERIODS.map((value) => ({ value, label: text.periods[value] }))}
        />
      }
    >
      <Loaded query={query} fallback={<Waiting rows={3} />}>
        {({ scorecards, currency, step }) => {
          const offered_providers = scorecards.filter(({ offered }) => offered > 0);
          if (offered_providers.length === 0)
            return (
              <Empty icon={IconChartBar} title={text.no_scorecards}>
                {text.no_scorecards_about}
              </Empty>
            );
          const top = Math.max(
            ...offered_providers.flatMap(({ steps }) => steps.map(({ offered }) => offered)),
          );
          return (
            <div className="table-scroll">
              <table className="table" aria-label={text.scorecards}>
                <thead>
                  <tr>
                    <th scope="col" style={{ verticalAlign: "bottom" }}>
                      {text.score.provider} <span className="dim">{text.by_step[step]}</span>
                    </th>
                    {COLUMNS.map((key) => (
                      <th
                        key={key}
                        scope="col"
                        style={{
                          textAlign: "end",
                          whiteSpace: "normal",
                          overflowWrap: "normal",
                          verticalAlign: "bottom",
                        }}
                      >
                        {text.score[key]}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {offered_providers.map((one) => {
                    const columns = readColumns(one, currency);
                    return (
                      <tr key={one.provider_id}>
                        <td style={{ minWidth: 190, whiteSpace: "normal" }}>
                          <span className="strong">{one.name}</span>
                          <ScorecardPlot name={one.name} steps={one.steps} top={top} />
                          <Reasons reasons={one.reasons} />
                        </td>
                        {COLUMNS.map((key) => (
                          <td key={key} className="num" style={{ textAlign: "end", whiteSpace: "nowrap" }}>
                            {columns[key]}
                          </td>
                        ))}
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            </div>
          );
        }}
      </Loaded>
    </Sheet>
  );
}

const REASONS_MAX = 3;

function Reasons({ reasons }: Pick<ProviderScorecard, "reasons">) {
  return reasons.slice(0, REASONS_MAX).map(({ state, reason, count }) => (
    <div key={`${state} ${reason}`} className="dim small">
      {text.counted_reason({
        state: text.tender_state[state],
        reason: reason === null ? text.no_reason : nameCode(text.reason, reason),
        count: number(count),
      })}
    </div>
  ));
}
