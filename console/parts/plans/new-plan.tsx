/** The form of a new plan: its items on one side, what they go into and its limits on the other. */
import { ActionIcon, Button, NumberInput, TextInput } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import { IconPlus, IconTrash } from "#icons";
import { type AnyValues, OtherErrors, type SaveForm } from "../form.tsx";
import type { FieldOptions } from "../form-rules.ts";
import { Page, Sheet } from "../page.tsx";
import "./plans.css";
import { text } from "./text.ts";

export type Amount = number | "";

/** What the rows of the form have in common; `key` distinguishes them while they are added and removed. */
export interface PlanItemValues {
  key: number;
  name: string;
  quantity: Amount;
  length_mm: Amount;
  width_mm: Amount;
  height_mm: Amount;
  weight_g: Amount;
  keep_upright: boolean;
}

let keys = 0;
export const nextKey = () => {
  keys += 1;
  return keys;
};

export const createItem = (): PlanItemValues => ({
  key: nextKey(),
  name: "",
  quantity: 1,
  length_mm: "",
  width_mm: "",
  height_mm: "",
  weight_g: "",
  keep_upright: false,
});

/** Without empty members, so that the service names those that are missing. */
export const omitEmpty = <V extends object>(values: V) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== "" && value !== null && value !== false),
  ) as { [K in keyof V]: Exclude<V[K], "" | null | false> };

type Fields = Pick<SaveForm<AnyValues>, "field" | "getError">;

export function NewPlan({
  form,
  above,
  items,
  choice,
  limits,
  children,
}: {
  form: Pick<SaveForm<AnyValues>, "props" | "others" | "is_saving">;
  above: ReactNode;
  items: ReactNode;
  /** What they go into. */
  choice: { title: string; fields: ReactNode };
  limits: ReactNode;
  /** Outside the form. */
  children?: ReactNode;
}) {
  return (
    <Page above={above}>
      <form {...form.props} className="split packing-split">
        <div className="stack" style={{ gap: 16 }}>
          <OtherErrors errors={form.others} title={text.not_saved} />
          {items}
        </div>
        <div className="stack" style={{ gap: 16 }}>
          <Sheet title={choice.title}>
            <div className="stack">{choice.fields}</div>
          </Sheet>
          <Sheet title={text.limits}>
            <div className="stack">{limits}</div>
          </Sheet>
          <Button type="submit" loading={form.is_saving}>
            {text.create_submit}
          </Button>
        </div>
      </form>
      {children}
    </Page>
  );
}

export function ItemRows<Item extends PlanItemValues>({
  items,
  create,
  change,
  actions,
  none,
  row,
}: {
  items: readonly Item[];
  create: () => Item;
  change: (items: Item[]) => void;
  /** Beside the button that adds one. */
  actions?: ReactNode;
  /** Shown when there are no items. */
  none?: ReactNode;
  row: (index: number, onRemove: () => void) => ReactNode;
}) {
  return (
    <Sheet
      title={text.items}
      actions={
        <>
          {actions}
          <AddButton label={text.add_item} add={() => change([...items, create()])} />
        </>
      }
    >
      {items.length === 0 ? none : null}
      <div className="stack">
        {items.map(({ key }, index) => (
          <Fragment key={key}>{row(index, () => change(items.filter((one) => one.key !== key)))}</Fragment>
        ))}
      </div>
    </Sheet>
  );
}

export function AddButton({ label, add }: { label: string; add: () => void }) {
  return (
    <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={add}>
      {label}
    </Button>
  );
}

function RemoveButton({ label, remove }: { label: string; remove: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} onClick={remove}>
      <IconTrash size={16} />
    </ActionIcon>
  );
}

const SIDES = ["length", "width", "height"] as const;
type Side = (typeof SIDES)[number];

export function ItemFields({
  form,
  index,
  className = "",
  sides = {},
  numbers,
  options,
  onRemove,
}: {
  form: Fields;
  index: number;
  className?: string;
  sides?: FieldOptions;
  /** Behind the weight. */
  numbers?: ReactNode;
  options: ReactNode;
  onRemove: () => void;
}) {
  const at = (member: string) => `items.${index}.${member}`;
  const label = text.item({ n: index + 1 });
  return (
    <fieldset className={`packing-item ${className}`} aria-label={label}>
      <TextInput
        label={text.item_name}
        placeholder={label}
        {...form.field(at("name"))}
        error={form.field(at("name"))["error"] ?? form.getError(`items.${index}`)}
      />
      <NumberInput label={text.quantity} hideControls withAsterisk={false} {...form.field(at("quantity"))} />
      {SIDES.map((side) => (
        <NumberInput
          key={side}
          label={text[side]}
          hideControls
          withAsterisk={false}
          {...form.field(at(`${side}_mm`), { ...sides, unit: null })}
        />
      ))}
      <NumberInput
        label={text.weight}
        placeholder="0"
        hideControls
        {...form.field(at("weight_g"), { unit: null })}
      />
      {numbers}
      <RemoveButton label={text.remove_item({ n: index + 1 })} remove={onRemove} />
      <div className="packing-item-options">{options}</div>
    </fieldset>
  );
}

/** Length, width and height of one thing, side by side. */
export function SideFields<Path extends string>({
  field,
  legend,
  name = legend,
  path,
  remove,
}: {
  field: (path: Path, options: FieldOptions) => object;
  legend: string;
  /** Precedes the name of each side for assistive technology, when it is not the legend. */
  name?: string;
  path: (side: Side) => Path;
  remove?: { label: string; act: () => void };
}) {
  return (
    <fieldset className={remove ? "packing-sides has-remove" : "packing-sides"}>
      <legend>{legend}</legend>
      {SIDES.map((side) => (
        <NumberInput
          key={side}
          aria-label={`${name}: ${text[side]}`}
          placeholder={text[side].replace(", mm", "")}
          hideControls
          {...field(path(side), { unit: null })}
        />
      ))}
      {remove ? <RemoveButton label={remove.label} remove={remove.act} /> : null}
    </fieldset>
  );
}
