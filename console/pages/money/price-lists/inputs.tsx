/** Inputs of amounts and weights: shown in major units and kilograms, kept in minor units and grams. */
import { NumberInput, type NumberInputProps } from "@mantine/core";
import { countDecimals, minorUnits } from "../../../parts/format.ts";

type Shown = Omit<NumberInputProps, "value" | "onChange">;

/** The range is that of what is kept; decimals and unit are those of what is shown. */
export function ScaledInput({
  value,
  scale,
  min = 0,
  max = Infinity,
  decimalScale = 0,
  onChange,
  ...shown
}: Shown & {
  value: number | null | undefined;
  scale: number;
  onChange: (value: number | undefined) => void;
}) {
  return (
    <NumberInput
      hideControls
      {...shown}
      min={min / scale}
      max={max / scale}
      decimalScale={decimalScale}
      allowDecimal={decimalScale > 0}
      suffix={undefined}
      value={value === undefined || value === null ? "" : value / scale}
      onChange={(written) => onChange(written === "" ? undefined : Math.round(Number(written) * scale))}
    />
  );
}

export function AmountInput({
  minor,
  currency,
  onChange,
  ...shown
}: Shown & {
  minor: number | null | undefined;
  currency: string;
  onChange: (minor: number | undefined) => void;
}) {
  const scale = minorUnits(currency);
  return (
    <ScaledInput
      {...shown}
      decimalScale={countDecimals(currency)}
      fixedDecimalScale
      value={minor}
      scale={scale}
      onChange={onChange}
    />
  );
}

export function WeightInput({
  grams,
  onChange,
  ...shown
}: Shown & { grams: number | null | undefined; onChange: (grams: number | undefined) => void }) {
  return <ScaledInput {...shown} decimalScale={3} value={grams} scale={1000} onChange={onChange} />;
}

/** Any other number, as it is. */
export function QuantityInput({
  value,
  onChange,
  ...shown
}: Shown & { value: number | null | undefined; onChange: (value: number | undefined) => void }) {
  return (
    <NumberInput
      min={0}
      hideControls
      {...shown}
      value={value ?? ""}
      onChange={(written) => onChange(written === "" ? undefined : Number(written))}
    />
  );
}
