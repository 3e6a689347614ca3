/** How full a vehicle is: the measure that is nearest to its limit. */
import { IconAlertTriangleFilled } from "#icons";
import { type Capacity, formatLoad, type Load, listLoads } from "./load.ts";
import { Bar } from "./page.tsx";
import { text } from "./text.ts";

export function LoadBar({ load, capacity }: { load: Load; capacity: Capacity }) {
  const loads = listLoads(load, capacity);
  const [fullest] = loads;
  if (fullest === undefined) return null;
  const label = text.load.label({ loads: loads.map(formatLoad).join(", ") });
  if (fullest.most === null) return <span className="nowrap">{formatLoad(fullest)}</span>;
  return (
    <span className={fullest.is_over ? "load-bar over" : "load-bar"}>
      <Bar value={fullest.value} of={fullest.most} tone={fullest.is_over ? "bad" : "accent"} label={label} />
      {fullest.is_over ? <IconAlertTriangleFilled size={11} aria-hidden /> : null}
    </span>
  );
}
