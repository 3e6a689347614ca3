/** Inputs of amounts and other numbers; undefined where nothing is entered. */
import { NumberInput, type NumberInputProps } from "@mantine/core";

type Props = Omit<NumberInputProps, "value" | "onChange"> & {
  value?: number | null | undefined;
  onChange?: (value: number | undefined) => void;
};

/** `scale`: how many of what is kept are one of what is shown: 1000 where grams are shown as kilograms. */
export function ScaledInput({ value, scale = 1, onChange, ...input_props }: Props & { scale?: number }) {
  const digits = Math.log10(scale);
  return (
    <QuantityInput
      decimalScale={Number.isInteger(digits) ? digits : 0}
      {...input_props}
      value={value == null ? value : value / scale}
      onChange={(entered) => onChange?.(entered === undefined ? undefined : Math.round(entered * scale))}
    />
  );
}

/** An amount in minor units, of which `scale` are one main unit of its currency. */
export const AmountInput = (props: Props & { scale?: number }) => (
  <ScaledInput fixedDecimalScale {...props} />
);

/** Any other number, as it is. */
export function QuantityInput({ value, onChange, ...input_props }: Props) {
  return (
    <NumberInput
      min={0}
      hideControls
      {...input_props}
      value={value ?? ""}
      onChange={(entered) => onChange?.(entered === "" ? undefined : Number(entered))}
    />
  );
}
