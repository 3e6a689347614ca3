/** The surcharges of the business. */

import { useQuery } from "@tanstack/react-query";
import { IconReceiptTax } from "#icons";
import type { Surcharge } from "../../../../packages/client/client.gen.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { EditableTable } from "../../../parts/editable-table.tsx";
import { money, number } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { listPriceFamilies } from "../../../parts/price-families.ts";
import { Empty } from "../../../parts/states.tsx";
import { surchargesQuery } from "./queries.ts";
import { SurchargeForm } from "./surcharge-form.tsx";
import { text } from "./text.ts";

function describeAmount({ kind, trigger, amount_minor, percent, currency }: Surcharge): string {
  const amount = money(amount_minor, currency);
  if (kind === "percent") return `${number(percent ?? 0)} %`;
  if (kind === "per_unit") return text.surcharges.each({ amount, unit: text.surcharges.units[trigger] });
  return kind === "per_day" ? text.surcharges.a_day({ amount }) : amount;
}

const buildColumns = (): Column<Surcharge>[] => [
  {
    key: "name",
    head: text.surcharges.name,
    cell: ({ name, code, is_optional }) => (
      <>
        <span className="row tight">
          <span className="strong">{name}</span>
          {is_optional ? <Tag tone="blue">{text.surcharges.optional_tag}</Tag> : null}
        </span>
        <span className="dim small mono">{code}</span>
      </>
    ),
  },
  {
    key: "trigger",
    head: text.surcharges.trigger,
    cell: ({ trigger }) => text.surcharges.triggers[trigger],
  },
  { key: "amount", head: text.surcharges.amount, align: "end", cell: describeAmount },
  {
    key: "families",
    head: text.surcharges.families,
    window_width_min: 641,
    cell: ({ families }) =>
      listPriceFamilies()
        .filter(({ value }) => families.includes(value))
        .map(({ label }) => label)
        .join(", "),
  },
];

export function Surcharges() {
  return (
    <EditableTable
      label={text.surcharges.title}
      title={text.surcharges.title}
      create={text.surcharges.create}
      may_write={useMe().permissions.includes("settings:write")}
      query={useQuery(surchargesQuery)}
      rows={(surcharges) => surcharges}
      empty={
        <Empty icon={IconReceiptTax} title={text.surcharges.none}>
          {text.surcharges.none_about}
        </Empty>
      }
      getKey={({ id }) => id}
      getName={({ name }) => name}
      columns={buildColumns()}
      form={(surcharge, close) => <SurchargeForm surcharge={surcharge} close={close} />}
    />
  );
}
