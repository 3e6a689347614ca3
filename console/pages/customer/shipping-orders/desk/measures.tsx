/** Weight and size of a package, as declared and as measured, and the fields for them. */
import type { ServiceUnits } from "../../../../../packages/client/client.gen.ts";
import { useMe } from "../../../../api/session.ts";
import { getRules, toMemberProps } from "../../../../parts/form-rules.ts";
import { MeasureInput } from "../../services/order-form/measure-input.tsx";
import { getScale } from "../../services/order-form/measures.ts";
import { text as service_text } from "../../services/text.ts";

const RULES = getRules("clientCustomerOrderMeasure");

export const MEASURES = ["weight_g", "length_mm", "width_mm", "height_mm"] as const;
/** Grams and millimetres; null where it is not known. */
export type Measures = Record<(typeof MEASURES)[number], number | null>;
type Measurable = Measures & Record<`measured_${keyof Measures}`, number | null>;

export const getDeclared = (one: Measurable): Measures => ({
  weight_g: one.weight_g,
  length_mm: one.length_mm,
  width_mm: one.width_mm,
  height_mm: one.height_mm,
});

export const getMeasured = (one: Measurable): Measures => ({
  weight_g: one.measured_weight_g,
  length_mm: one.measured_length_mm,
  width_mm: one.measured_width_mm,
  height_mm: one.measured_height_mm,
});

const POUNDS = ["US", "LR", "MM"];

function useUnits(): ServiceUnits {
  const country = useMe().business?.country ?? "";
  return POUNDS.includes(country) ? { weight: "lb", length: "in" } : { weight: "kg", length: "cm" };
}

export const isWhole = (measures: Measures): measures is Record<keyof Measures, number> =>
  MEASURES.every((member) => measures[member] !== null);

/** Those whose measures are other ones than before, with the new ones. */
export function listEntered<Package extends Measurable & { id: number }>(
  packages: readonly Package[],
  values: ReadonlyMap<number, Measures>,
): { one: Package; measures: Measures }[] {
  return packages.flatMap((one) => {
    const before = getMeasured(one);
    const measures = values.get(one.id) ?? before;
    return MEASURES.some((member) => measures[member] !== before[member]) ? [{ one, measures }] : [];
  });
}

export function MeasureFields({
  values,
  change,
  is_first = false,
}: {
  values: Measures;
  change: (values: Measures) => void;
  /** The first package of a dialog, where typing begins. */
  is_first?: boolean;
}) {
  const units = useUnits();
  return (
    <div className="shipping-measures">
      {MEASURES.map((member) => (
        <MeasureInput
          key={member}
          label={service_text.form[member === "weight_g" ? "weight" : member]}
          measure={member === "weight_g" ? "weight" : "length"}
          units={units}
          {...toMemberProps(RULES, `packages.0.${member}`, {
            scale: getScale(member === "weight_g" ? "weight" : "length", units),
            required: false,
          })}
          data-autofocus={(is_first && member === "weight_g") || undefined}
          value={values[member]}
          onChange={(value) => change({ ...values, [member]: value })}
        />
      ))}
    </div>
  );
}
