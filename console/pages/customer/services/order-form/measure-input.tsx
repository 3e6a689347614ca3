/** Inputs of weights, sizes and whole numbers: shown in the units of the service, kept in grams and millimetres. */
import { NumberInput, type NumberInputProps } from "@mantine/core";
import type { ServiceUnits } from "../../../../../packages/client/client.gen.ts";
import { countDigits, fromUnit, type Measure, toUnit } from "./measures.ts";

type Shown = Omit<NumberInputProps, "value" | "onChange">;

/** The unit stands in the label. */
export function MeasureInput({
  label,
  measure,
  units,
  value,
  onChange,
  ...shown
}: Shown & {
  label: string;
  measure: Measure;
  units: ServiceUnits;
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  return (
    <NumberInput
      min={0}
      allowNegative={false}
      hideControls
      decimalScale={countDigits(measure, units)}
      label={`${label} (${units[measure]})`}
      {...shown}
      value={value === null ? "" : toUnit(value, measure, units)}
      onChange={(entered) => onChange(entered === "" ? null : fromUnit(Number(entered), measure, units))}
    />
  );
}

export function CountInput({
  value,
  onChange,
  ...shown
}: Shown & { value: number | null; onChange: (value: number | null) => void }) {
  return (
    <NumberInput
      min={0}
      allowNegative={false}
      allowDecimal={false}
      hideControls
      {...shown}
      value={value ?? ""}
      onChange={(entered) => onChange(entered === "" ? null : Number(entered))}
    />
  );
}
