/** How each provider did in the last thirty days. */
import { useQuery } from "@tanstack/react-query";
import { duration, money, number } from "../../../parts/format.ts";
import { Sheet } from "../../../parts/page.tsx";
import { Loaded, Waiting } from "../../../parts/states.tsx";
import { scorecardsQuery } from "./queries.ts";
import { text } from "./text.ts";

const percent = (share: number | null) =>
  share === null ? "–" : number(share, { style: "percent", maximumFractionDigits: 0 });

export function Scorecards() {
  const query = useQuery(scorecardsQuery);
  return (
    <Sheet title={text.scorecards} pad={false}>
      <Loaded query={query} fallback={<Waiting rows={3} />}>
        {({ scorecards, currency }) => {
          const asked = scorecards.filter(({ offered }) => offered > 0);
          if (asked.length === 0)
            return (
              <p className="dim" style={{ padding: 16 }}>
                {text.no_scorecards}
              </p>
            );
          return (
            <div className="table-scroll">
              <table className="table" aria-label={text.scorecards}>
                <thead>
                  <tr>
                    <th scope="col">{text.score.provider}</th>
                    {(
                      [
                        "offered",
                        "accepted",
                        "pickup",
                        "delivery",
                        "handed_back",
                        "claims",
                        "answer",
                        "cost",
                      ] as const
                    ).map((key) => (
                      <th key={key} scope="col" style={{ textAlign: "end" }}>
                        {text.score[key]}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {asked.map((one) => (
                    <tr key={one.provider_id}>
                      <td className="strong">{one.name}</td>
                      {[
                        number(one.offered),
                        `${number(one.accepted)} (${percent(one.acceptance_rate)})`,
                        percent(one.pickup_on_time_rate),
                        percent(one.delivery_on_time_rate),
                        number(one.handed_back),
                        number(one.claims),
                        one.answer_s_median === null ? "–" : duration(one.answer_s_median),
                        money(one.cost_minor, currency),
                      ].map((value, index) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: cells stay in their columns.
                        <td key={index} className="num" style={{ textAlign: "end", whiteSpace: "nowrap" }}>
                          {value}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          );
        }}
      </Loaded>
    </Sheet>
  );
}
