/** Weights of a loaded space: payload, axles, pressure on the floor, centre of gravity. */
import { kilograms, number } from "../../../parts/format.ts";
import { Sheet } from "../../../parts/page.tsx";
import "./loading.css";
import { formatPercent } from "../../../parts/plans/measures.ts";
import type { LoadedSpace, LoadingPlanSpace } from "./queries.ts";
import { text } from "./text.ts";

const HIGH_SHARE = 0.9;

export function Figures({ metrics, space }: { metrics: LoadedSpace["metrics"]; space: LoadingPlanSpace }) {
  const { offset_percent: offset, axle_loads } = metrics;
  const { axles } = space;
  return (
    <Sheet title={text.figures}>
      <div className="stack">
        <Bar name={text.of_payload} value={metrics.weight_g} most={space.payload_g} show={kilograms} />
        {axles === null
          ? null
          : axle_loads.flatMap(({ after_stop, front_g, rear_g }) => {
              const when = after_stop === null ? text.departure : text.after_stop({ n: after_stop });
              // After later stops only what is near its limit is worth a bar.
              const isShown = (value: number, most: number) =>
                after_stop === null || value > HIGH_SHARE * most;
              return (
                [
                  ["front", text.axle_front, front_g, axles.front.max_g],
                  ["rear", text.axle_rear, rear_g, axles.rear.max_g],
                ] as const
              ).flatMap(([key, name, value, most]) =>
                isShown(value, most)
                  ? [
                      <Bar
                        key={`${after_stop} ${key}`}
                        name={text.axle_at({ name, when })}
                        value={value}
                        most={most}
                        show={kilograms}
                      />,
                    ]
                  : [],
              );
            })}
        <Bar
          name={text.floor}
          value={metrics.floor_load_kg_m2}
          most={space.floor_load_kg_m2}
          show={(value) => text.kg_m2({ n: number(value) })}
        />
        <dl className="totals">
          <div>
            <dt>{text.volume_filled}</dt>
            <dd className="num">{formatPercent(metrics.fill_percent)}</dd>
          </div>
          {metrics.centre_of_gravity === null ? null : (
            <div>
              <dt>{text.centre}</dt>
              <dd className="num">
                {text.centre_text({ x: formatPercent(offset.x), y: formatPercent(offset.y) })}
              </dd>
            </div>
          )}
        </dl>
      </div>
    </Sheet>
  );
}

function Bar({
  name,
  value,
  most,
  show,
}: {
  name: string;
  value: number;
  most: number | null;
  show: (value: number) => string;
}) {
  const share = most === null ? 0 : value / most;
  const tone = share > 1 ? " is-over" : share > HIGH_SHARE ? " is-high" : "";
  return (
    <div className="weight-bar">
      <span className="row apart small">
        <span>{name}</span>
        <span className="num dim">
          {most === null ? show(value) : text.of({ used: show(value), most: show(most) })}
        </span>
      </span>
      {most === null ? null : (
        <span className="weight-track" aria-hidden="true">
          <span
            className={`weight-fill${tone}`}
            style={{ width: `${Math.min(100, Math.max(0, share * 100))}%` }}
          />
        </span>
      )}
    </div>
  );
}
