/**
 * Filters of a list, by the members of its operation: what can be chosen and how long a text is come from the schema,
 * what they are called from the page.
 */
import { Checkbox, Select, type SelectProps, TextInput, type TextInputProps } from "@mantine/core";
import { useEffect, useState } from "react";
import { IconSearch } from "#icons";
import type { Client } from "../../../packages/client/client.gen.ts";
import type { Filter } from "../../../packages/client/rule.ts";
import { FilterButton } from "../grid/filter-button.tsx";

type OperationName = keyof Client & string;

/** The filters of an operation with these members. */
interface FiltersOf<Member extends string> {
  readonly by_member: Readonly<Record<string, Filter>>;
  /** Only its type is read. */
  readonly member?: Member;
}

/** The filters of an operation that lists. The build replaces the call by them: `operation-rules.ts`. */
export function getFilters<Name extends OperationName>(
  name: Name,
): FiltersOf<keyof NonNullable<Parameters<Client[Name]>[0]> & string> {
  throw new Error(`The filters of ${name} are not built in.`);
}

/** What an input of a filter takes. */
interface FilterProps<Value> {
  rule: Filter;
  value: Value | undefined;
  /** Undefined: no filter. */
  change: (value: Value | undefined) => void;
}

/**
 * Props of the input of a value, by its name; `member` where that of the operation differs. `change` gets the value that
 * was changed.
 */
export const bindFilters =
  <Member extends string, Values extends object>(
    { by_member }: FiltersOf<Member>,
    values: Values,
    change: (part: { [Name in keyof Values]?: Values[Name] | undefined }) => void,
  ) =>
  <Name extends keyof Values & string>(
    name: Name,
    ...[member]: Name extends Member ? [member?: Member] : [member: Member]
  ): FilterProps<NonNullable<Values[Name]>> => ({
    rule: by_member[member ?? name]!,
    value: values[name] ?? undefined,
    change: (value) => change({ [name]: value } as { [One in keyof Values]?: Values[One] | undefined }),
  });

/** What the words of a filter are called. */
type Names = Readonly<Record<string, string | { readonly label: string }>>;

const listWords = (words: readonly string[], names: Names) =>
  words.map((value) => {
    const name = names[value] ?? value;
    return { value, label: typeof name === "string" ? name : name.label };
  });

interface FilterSelectProps<Value>
  extends FilterProps<Value>,
    Omit<SelectProps, "value" | "onChange" | "label" | "placeholder"> {
  label: string;
  /** What the filter is called without a value: "Any state". */
  any: string;
  names?: Names;
  /** In the popover of a `FilterButton`, where its label is shown. */
  in_popover?: boolean;
}

/** One value, or none: a word of the schema, yes or no, or one of `data`. */
export function FilterSelect<Value extends string | number | boolean>({
  label,
  any,
  names = {},
  in_popover = false,
  rule: { type, words = type === "boolean" ? ["true", "false"] : [] },
  value,
  change,
  ...select
}: FilterSelectProps<Value>) {
  const parse = (choice: string) =>
    type === "integer" ? Number(choice) : type === "boolean" ? choice === "true" : choice;
  return (
    <Select
      {...(in_popover ? { label, comboboxProps: { withinPortal: false } } : { "aria-label": label })}
      placeholder={any}
      clearable
      clearButtonProps={{ "aria-label": any }}
      data={listWords(words, names)}
      {...select}
      value={value === undefined ? null : String(value)}
      onChange={(choice) => change(choice === null ? undefined : (parse(choice) as Value))}
    />
  );
}

/** Any number of the schema's words, such as states. */
export function FilterChoices<Value extends string>({
  label,
  names,
  rule: { words = [] },
  value: values = [],
  change,
  disabled = false,
}: FilterProps<Value[]> & { label: string; names: Names; disabled?: boolean }) {
  return (
    <FilterButton label={label} chosen={values.length} disabled={disabled}>
      <fieldset className="filter-choices" aria-label={label}>
        {listWords(words, names).map(({ value, label: name }) => (
          <Checkbox
            key={value}
            size="xs"
            label={name}
            checked={values.includes(value as Value)}
            onChange={(event) => {
              const others = values.filter((other) => other !== value);
              const chosen_values = event.currentTarget.checked ? [...others, value as Value] : others;
              change(chosen_values.length > 0 ? chosen_values : undefined);
            }}
          />
        ))}
      </fieldset>
    </FilterButton>
  );
}

type InputProps = Omit<TextInputProps, "value" | "onChange" | "type">;

/** A day, or a moment with `type`. */
export const FilterDay = ({
  rule: _rule,
  value,
  change,
  type = "date",
  ...input
}: FilterProps<string> & InputProps & { type?: "date" | "datetime-local" }) => (
  <TextInput
    type={type}
    {...input}
    value={value ?? ""}
    onChange={({ currentTarget }) => change(currentTarget.value || undefined)}
  />
);

/** A text to find by while it is typed. `rule`: null where the page itself looks for it. */
export const FilterText = ({
  label,
  placeholder = label,
  rule,
  value,
  change,
  ...input
}: Omit<FilterProps<string>, "rule"> & InputProps & { label: string; rule: Filter | null }) => (
  <TextInput
    className="grow"
    type="search"
    aria-label={label}
    placeholder={placeholder}
    leftSection={<IconSearch size={16} />}
    {...(rule?.maxLength === undefined ? {} : { maxLength: rule.maxLength })}
    {...input}
    value={value ?? ""}
    onChange={({ currentTarget }) => change(currentTarget.value || undefined)}
  />
);

interface FilterSearchProps<Row, Value> extends FilterProps<Value> {
  label: string;
  placeholder?: string;
  /** Error of a text that is shorter than the service searches; without it such a text is no filter. */
  too_short?: string;
  /** Also finds when the input is left. */
  on_leave?: boolean;
  /** Opens the only record that has the text as its number, as a scanner enters it. `read` finds at most two. */
  only?: { read: (query: string) => Promise<readonly Row[]>; open: (row: Row) => void };
}

/** A text or a number to find by, once it is entered. */
export function FilterSearch<Row extends { tracking_number: string | null }, Value extends string | number>({
  label,
  placeholder = label,
  too_short,
  on_leave = false,
  only,
  rule: { type, minLength = 1, maxLength },
  value,
  change,
}: FilterSearchProps<Row, Value>) {
  const text_value = String(value ?? "");
  const [typed, setTyped] = useState(text_value);
  const [is_short, setShort] = useState(false);
  useEffect(() => setTyped(text_value), [text_value]);
  const query = typed.trim();
  const find = async () => {
    if (type === "integer")
      return change(/^[1-9]\d{0,14}$/.test(query) ? (Number(query) as Value) : undefined);
    setShort(query !== "" && query.length < minLength);
    if (query.length < minLength) return change(undefined);
    const rows = (await only?.read(query).catch(() => undefined)) ?? [];
    return rows.length === 1 && rows[0]?.tracking_number === query.toUpperCase()
      ? only?.open(rows[0])
      : change(query as Value);
  };
  return (
    <form
      className="grow"
      onSubmit={(event) => {
        event.preventDefault();
        void find();
      }}
    >
      <TextInput
        type="search"
        error={is_short ? too_short : undefined}
        aria-label={label}
        placeholder={placeholder}
        leftSection={<IconSearch size={16} />}
        {...(type === "integer" ? { inputMode: "numeric" } : {})}
        {...(maxLength === undefined ? {} : { maxLength })}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setShort(false);
          if (currentTarget.value === "" && value !== undefined) change(undefined);
        }}
        onBlur={() => on_leave && query !== text_value && void find()}
      />
    </form>
  );
}
