/** Packaging, supplies and times of pickup: rows with a name, a code and what each has besides. */
import { ActionIcon, Button, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { IconPlus, IconTrash } from "#icons";
import { useMe } from "../../../api/session.ts";
import { minorUnits } from "../../../parts/format.ts";
import { Sheet } from "../../../parts/page.tsx";
import { AmountInput } from "../../money/price-lists/inputs.tsx";
import type { SheetProps } from "./editor.tsx";
import { CountInput, MeasureInput } from "./order-form/measure-input.tsx";
import { getScale } from "./order-form/measures.ts";
import { toCode } from "./service-values.ts";
import { text } from "./text.ts";

const SIDES = ["length_mm", "width_mm", "height_mm"] as const;
type List = "packaging" | "supplies" | "pickup_timeframes";
type OptionPath = Parameters<SheetProps["form"]["field"]>[0];

export function OptionsSheets(props: SheetProps) {
  return (
    <>
      <PackagingSheet {...props} />
      <SuppliesSheet {...props} />
      {props.form.values.pickup === "none" ? null : <TimeframesSheet {...props} />}
    </>
  );
}

/** `fields` draws what a row has besides its name and code. */
function Rows<Row extends { key: number; name: string; code: string }>({
  form,
  may_write,
  list,
  rows,
  empty,
  fields,
}: SheetProps & {
  list: List;
  rows: readonly Row[];
  empty: Omit<Row, "key">;
  /** `at`: the path of one of its members. */
  fields: (at: (member: string) => OptionPath) => ReactNode;
}) {
  const words = text.options[list];
  const put = (next: readonly Row[]) => form.set({ [list]: next });
  const next_key = Math.max(0, ...rows.map(({ key }) => key)) + 1;
  return (
    <Sheet title={words.title}>
      <div className="stack">
        {rows.length === 0 ? <p className="dim small">{words.about}</p> : null}
        <ol className="stack" aria-label={words.title}>
          {rows.map((row, index) => {
            const at = (member: string) => `${list}.${index}.${member}` as OptionPath;
            return (
              <li key={row.key} className="form-entry">
                <div className="service-fields">
                  <TextInput className="half" label={text.title_of} {...form.field(at("name"))} />
                  <TextInput
                    label={text.code}
                    placeholder={toCode(row.name)}
                    {...form.field(at("code"), { required: false })}
                  />
                  {fields(at)}
                  {may_write ? (
                    <ActionIcon
                      className="service-remove"
                      variant="subtle"
                      color="gray"
                      size={36}
                      aria-label={words.remove({ name: row.name || String(index + 1) })}
                      onClick={() => put(rows.filter((one) => one !== row))}
                    >
                      <IconTrash size={15} />
                    </ActionIcon>
                  ) : null}
                </div>
              </li>
            );
          })}
        </ol>
        {may_write ? (
          <div>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} />}
              disabled={rows.length >= 100}
              onClick={() => put([...rows, { ...empty, key: next_key } as Row])}
            >
              {words.add}
            </Button>
          </div>
        ) : null}
      </div>
    </Sheet>
  );
}

const useCurrency = () => useMe().business?.currency ?? "EUR";

function PackagingSheet(props: SheetProps) {
  const currency = useCurrency();
  const { form } = props;
  const { packaging, units } = form.values;
  return (
    <Rows
      {...props}
      list="packaging"
      rows={packaging}
      empty={{ name: "", code: "", length_mm: 300, width_mm: 200, height_mm: 200, price_minor: 0 }}
      fields={(at) => (
        <>
          <AmountInput
            label={text.options.price({ currency })}
            {...form.field(at("price_minor"), { scale: minorUnits(currency) })}
          />
          {SIDES.map((side) => (
            <MeasureInput
              key={side}
              label={text.form[side]}
              measure="length"
              units={units}
              {...form.field(at(side), { scale: getScale("length", units) })}
            />
          ))}
          <MeasureInput
            label={text.options.holds}
            measure="weight"
            units={units}
            {...form.field(at("weight_g_max"), { scale: getScale("weight", units) })}
          />
        </>
      )}
    />
  );
}

function SuppliesSheet(props: SheetProps) {
  const currency = useCurrency();
  const { form } = props;
  return (
    <Rows
      {...props}
      list="supplies"
      rows={form.values.supplies}
      empty={{ name: "", code: "", quantity_max: 10, price_minor: 0 }}
      fields={(at) => (
        <>
          <AmountInput
            label={text.options.price({ currency })}
            {...form.field(at("price_minor"), { scale: minorUnits(currency) })}
          />
          <CountInput label={text.options.quantity_max} {...form.field(at("quantity_max"))} />
        </>
      )}
    />
  );
}

function TimeframesSheet(props: SheetProps) {
  const { form } = props;
  return (
    <Rows
      {...props}
      list="pickup_timeframes"
      rows={form.values.pickup_timeframes}
      empty={{ name: "", code: "", start: "09:00", end: "12:00" }}
      fields={(at) => (
        <>
          <TextInput type="time" label={text.options.start} {...form.field(at("start"))} />
          <TextInput type="time" label={text.options.end} {...form.field(at("end"))} />
        </>
      )}
    />
  );
}
