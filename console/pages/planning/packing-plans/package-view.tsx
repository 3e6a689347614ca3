/** An open package and what lies in it up to a step. A block of equal pieces is one cuboid with lines. */
import { useMemo } from "react";
import { toBlock } from "../../../parts/plans/blocks.ts";
import { useHues } from "../../../parts/plans/items.tsx";
import { ItemFace, OpenBox, Stage, type StepProps } from "../../../parts/plans/stage.tsx";
import { text as plan_text } from "../../../parts/plans/text.ts";
import type { PackedItem, PackingPlacement, PlanPackaging } from "./queries.ts";
import { text } from "./text.ts";

export function PackageView({
  name,
  packaging,
  placements,
  items,
  step,
  onStep,
}: StepProps & {
  name: string;
  packaging: PlanPackaging;
  placements: readonly PackingPlacement[];
  items: readonly PackedItem[];
}) {
  const hues = useHues(items);
  const steps = placements.length;
  const visible_placements = useMemo(() => placements.slice(0, step), [placements, step]);
  const blocks = useMemo(() => visible_placements.map(toBlock), [visible_placements]);
  const sides = [packaging.inner_length_mm, packaging.inner_width_mm, packaging.inner_height_mm] as const;
  const radius = Math.hypot(...sides) / 2;
  return (
    <Stage title={plan_text.drag} step={step} steps={steps} onStep={onStep}>
      {(view) => (
        <OpenBox
          label={text.picture({ name, step, of: steps })}
          view={view}
          sides={sides}
          half={{ wide: radius, high: radius }}
          blocks={blocks}
          face={(face, key) => (
            <ItemFace
              key={key}
              face={face}
              className={face.of === step - 1 ? "is-new" : ""}
              hue={hues.get(visible_placements[face.of]?.item ?? "")}
            />
          )}
        />
      )}
    </Stage>
  );
}
