/** Filters of a list that are chosen from a list of values. */
import { Checkbox, Select, type SelectProps } from "@mantine/core";
import { FilterButton } from "../grid/filter-button.tsx";

interface Choice<Value extends string> {
  value: Value;
  label: string;
}

/** One value, or none. */
export function FilterSelect<Value extends string>({
  label,
  any,
  value,
  change,
  ...select
}: Omit<SelectProps, "data" | "value" | "onChange" | "label" | "placeholder"> & {
  label: string;
  /** What the filter is called without a value: "Any state". */
  any: string;
  data: readonly Choice<Value>[];
  value: Value | undefined;
  change: (value: Value | undefined) => void;
}) {
  return (
    <Select
      {...select}
      aria-label={label}
      placeholder={any}
      clearable
      clearButtonProps={{ "aria-label": any }}
      value={value ?? null}
      onChange={(next) => change((next as Value | null) ?? undefined)}
    />
  );
}

/** Any number of values, such as states. */
export function FilterChoices<Value extends string>({
  label,
  data,
  values = [],
  change,
  disabled = false,
}: {
  label: string;
  data: readonly Choice<Value>[];
  values: readonly Value[] | undefined;
  /** Undefined: none is chosen. */
  change: (values: Value[] | undefined) => void;
  disabled?: boolean;
}) {
  return (
    <FilterButton label={label} chosen={values.length} disabled={disabled}>
      <fieldset className="filter-choices" aria-label={label}>
        {data.map(({ value, label: name }) => (
          <Checkbox
            key={value}
            size="xs"
            label={name}
            checked={values.includes(value)}
            onChange={(event) => {
              const others = values.filter((other) => other !== value);
              const chosen = event.currentTarget.checked ? [...others, value] : others;
              change(chosen.length > 0 ? chosen : undefined);
            }}
          />
        ))}
      </fieldset>
    </FilterButton>
  );
}
