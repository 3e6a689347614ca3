/** A small line chart of numbers over time, the newest at the right. */
import { number } from "../../../parts/format.ts";
import { text } from "./text.ts";

export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const width = 320;
  const height = 44;
  if (values.length < 2) return <div style={{ height }} />;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const y = (value: number) => 4 + (height - 8) * (high === low ? 0.5 : 1 - (value - low) / (high - low));
  const points = values.map(
    (value, at) => `${((at / (values.length - 1)) * width).toFixed(1)},${y(value).toFixed(1)}`,
  );
  const last = values.at(-1) ?? 0;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width="100%"
      height={height}
      preserveAspectRatio="none"
      role="img"
      aria-label={text.run.chart({
        label,
        from: number(Math.round(values[0] ?? 0)),
        to: number(Math.round(last)),
      })}
    >
      <polygon points={`0,${height} ${points.join(" ")} ${width},${height}`} fill="var(--ph-accent-soft)" />
      <polyline
        points={points.join(" ")}
        fill="none"
        stroke="var(--ph-accent)"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
