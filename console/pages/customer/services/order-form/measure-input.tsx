/** Inputs of weights, sizes and whole numbers: shown in the units of the service, kept in grams and millimetres. */
import { NumberInput, type NumberInputProps } from "@mantine/core";
import type { ServiceUnits } from "../../../../../packages/client/client.gen.ts";
import { countDigits, fromUnit, type Measure, toUnit } from "./measures.ts";

type Entered = Omit<NumberInputProps, "value" | "onChange"> & {
  value?: number | null;
  onChange?: (value: number | null) => void;
};

/** The unit stands in the label. */
export function MeasureInput({
  label,
  measure,
  units,
  value,
  scale: _scale,
  onChange,
  ...input_props
}: Entered & {
  label: string;
  measure: Measure;
  units: ServiceUnits;
  /** Of a field with rules, `scaleOf` the measure. */
  scale?: number;
}) {
  return (
    <NumberInput
      min={0}
      allowNegative={false}
      hideControls
      label={`${label} (${units[measure]})`}
      {...input_props}
      decimalScale={countDigits(measure, units)}
      allowDecimal={countDigits(measure, units) > 0}
      value={value == null ? "" : toUnit(value, measure, units)}
      onChange={(entered) => onChange?.(entered === "" ? null : fromUnit(Number(entered), measure, units))}
    />
  );
}

export function CountInput({ value, onChange, ...input_props }: Entered) {
  return (
    <NumberInput
      min={0}
      allowNegative={false}
      allowDecimal={false}
      hideControls
      {...input_props}
      value={value ?? ""}
      onChange={(entered) => onChange?.(entered === "" ? null : Number(entered))}
    />
  );
}
