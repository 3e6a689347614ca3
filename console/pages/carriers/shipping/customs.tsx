/** What is declared to customs of a shipment across a border: the goods inside, by kind. */
import { Button, NumberInput, Select, TextInput } from "@mantine/core";
import { useMemo } from "react";
import { IconPlus, IconTrash } from "#icons";
import { listCountries } from "../../../parts/countries.ts";
import { minorUnits } from "../../../parts/format.ts";
import { Sheet } from "../../../parts/page.tsx";
import type { ShipmentForm } from "./new-label.tsx";
import {
  type ContentsType,
  type CustomsLineValues,
  declaresGoods,
  emptyCustomsLine,
} from "./shipment-values.ts";
import { text } from "./text.ts";

const CONTENTS_TYPES = [
  "merchandise",
  "gift",
  "documents",
  "sample",
  "returned_goods",
  "other",
] as const satisfies readonly ContentsType[];
const LINES_MAX = 100;

export function Customs({ form, currency }: { form: ShipmentForm; currency: string }) {
  const { values, set, field } = form;
  const { customs } = values;
  const required = { required: declaresGoods(customs) };
  return (
    <Sheet
      title={text.customs.title}
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          disabled={customs.lines.length >= LINES_MAX}
          onClick={() => set({ customs: { ...customs, lines: [...customs.lines, emptyCustomsLine()] } })}
        >
          {text.customs.add_line}
        </Button>
      }
    >
      <div className="stack">
        <p className="dim small">{text.customs.about}</p>
        <div className="form-grid">
          <Select
            label={text.customs.contents}
            data={CONTENTS_TYPES.map((value) => ({ value, label: text.customs.contents_types[value] }))}
            allowDeselect={false}
            {...field("customs.contents_type")}
          />
          {customs.contents_type === "other" ? (
            <TextInput label={text.customs.explanation} {...field("customs.contents_explanation")} />
          ) : null}
          <TextInput label={text.customs.signer} {...field("customs.signer", required)} />
        </div>
        {customs.lines.map(({ key }, index) => (
          <Line key={key} form={form} index={index} currency={currency} />
        ))}
      </div>
    </Sheet>
  );
}

function Line({
  form: { values, set, field },
  index,
  currency,
}: {
  form: ShipmentForm;
  index: number;
  currency: string;
}) {
  const { customs } = values;
  const countries = useMemo(
    () => listCountries().map(({ code, name }) => ({ value: code, label: name })),
    [],
  );
  const at = (member: keyof CustomsLineValues & string, factor = 1) =>
    field(`customs.lines.${index}.${member}` as `customs.lines.0.description`, {
      required: declaresGoods(customs),
      factor,
      unit: null,
    });
  const hs_code = at("hs_code");
  return (
    <fieldset className="customs-line" aria-label={text.customs.line({ n: index + 1 })}>
      <TextInput className="customs-description" label={text.customs.description} {...at("description")} />
      <NumberInput label={text.customs.quantity} hideControls {...at("quantity")} />
      <NumberInput
        label={text.customs.value({ currency })}
        hideControls
        {...at("value_minor", minorUnits(currency))}
      />
      <NumberInput label={text.customs.weight} hideControls {...at("weight_g")} />
      <TextInput
        label={text.customs.hs_code}
        inputMode="numeric"
        {...hs_code}
        // Printed as 6109.10 as a rule.
        onChange={({ currentTarget }) => hs_code.onChange(currentTarget.value.replaceAll(/[ .]/g, ""))}
      />
      <Select label={text.customs.origin} data={countries} searchable clearable {...at("origin_country")} />
      {customs.lines.length > 1 ? (
        <Button
          className="customs-remove"
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconTrash size={14} />}
          onClick={() =>
            set({ customs: { ...customs, lines: customs.lines.filter((_, place) => place !== index) } })
          }
        >
          {text.customs.remove_line({ n: index + 1 })}
        </Button>
      ) : null}
    </fieldset>
  );
}
