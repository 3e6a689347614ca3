/** Columns of a period: what was offered, and how much of it was accepted; the newest at the right. */
import type { ProviderScorecard } from "../../../../packages/client/client.gen.ts";
import { number } from "../../../parts/format.ts";
import { text } from "./text.ts";

const WIDTH = 160;
const HEIGHT = 36;

export function ScorecardPlot({
  name,
  steps,
  top,
}: Pick<ProviderScorecard, "name" | "steps"> & {
  /** The most that was offered in a step by any provider, so that rows can be compared. */
  top: number;
}) {
  const pitch = WIDTH / steps.length;
  const gap = pitch > 4 ? 1 : 0.5;
  const column = (count: number, at: number) => {
    // Anything at all can be seen.
    const height = count === 0 ? 0 : Math.max(2, (count / top) * (HEIGHT - 1));
    return { x: at * pitch + gap / 2, y: HEIGHT - 1 - height, width: pitch - gap, height };
  };
  const sum = (key: "offered" | "accepted") => steps.reduce((total, step) => total + step[key], 0);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={text.plot({ name, offered: number(sum("offered")), accepted: number(sum("accepted")) })}
      style={{ display: "block" }}
    >
      <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} stroke="var(--ph-line)" />
      {steps.map(({ from, offered, accepted }, at) => (
        <g key={from}>
          <rect {...column(offered, at)} fill="var(--ph-line-strong)" />
          <rect {...column(accepted, at)} fill="var(--ph-accent)" />
        </g>
      ))}
    </svg>
  );
}
