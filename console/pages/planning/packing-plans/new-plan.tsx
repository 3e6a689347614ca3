/** What is to be packed, and into what. The plan is solved as soon as it is created. */
import { Checkbox, MultiSelect, NumberInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { PackingPlanCreateInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { type SaveForm, useSaveForm } from "../../../parts/form.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { BackLink } from "../../../parts/links.tsx";
import { formatSides } from "../../../parts/plans/measures.ts";
import {
  AddButton,
  type Amount,
  createItem,
  ItemFields,
  ItemRows,
  NewPlan,
  nextKey,
  omitEmpty,
  type PlanItemValues,
  SideFields,
} from "../../../parts/plans/new-plan.tsx";
import { text as plan_text } from "../../../parts/plans/text.ts";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { PACKING_KEY, packagingsQuery } from "./queries.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/packing/new");

const RULES = getRules("packingPlanCreate");

type Form = SaveForm<Values, NonNullable<(typeof RULES)["member"]>>;

interface ItemValues extends PlanItemValues {
  fragile: boolean;
}

interface SizeValues {
  key: number;
  inner_length_mm: Amount;
  inner_width_mm: Amount;
  inner_height_mm: Amount;
}

interface Values {
  name: string;
  order_id: Amount;
  items: ItemValues[];
  categories: string[];
  packaging_ids: string[];
  custom_sizes: SizeValues[];
  target_utilization_percent: Amount;
  allow_unpacked: boolean;
}

const createPackedItem = (): ItemValues => ({ ...createItem(), fragile: false });
const createSize = (): SizeValues => ({
  key: nextKey(),
  inner_length_mm: "",
  inner_width_mm: "",
  inner_height_mm: "",
});

function toInput(values: Values): PackingPlanCreateInput {
  const { items, custom_sizes, packaging_ids, ...rest } = values;
  return {
    ...omitEmpty(rest),
    ...(items.length === 0
      ? {}
      : {
          items: items.map(({ key: _key, fragile, keep_upright, ...item }) => ({
            ...omitEmpty(item),
            ...(fragile ? { max_load_g: 0 } : {}),
            ...(keep_upright ? { upright: ["height" as const] } : {}),
          })),
        }),
    packaging_ids: packaging_ids.map(Number),
    custom_sizes: custom_sizes.map(({ key: _key, ...size }) => omitEmpty(size)),
  };
}

/** A caller waits for small plans, and larger ones are followed on their page. */
const PIECES_AT_ONCE = 300;

export function NewPackingPlan() {
  const openPlan = useOpenRecord("packing_plan");
  const { order_id } = here.useSearch();
  const form: Form = useSaveForm({
    rules: RULES,
    initial: {
      name: "",
      order_id: order_id ?? "",
      items: order_id === undefined ? [createPackedItem()] : [],
      categories: [],
      packaging_ids: [],
      custom_sizes: [],
      target_utilization_percent: 100,
      allow_unpacked: false,
    } as Values,
    run: async (values) => {
      const { packing_plan_id, packing_plan } = await client.packingPlanCreate(toInput(values));
      // The plan exists: what its solving refuses is shown there.
      await client
        .packingPlanSolve({ packing_plan_id, async: packing_plan.pieces > PIECES_AT_ONCE })
        .catch(() => undefined);
      return packing_plan_id;
    },
    keys: [PACKING_KEY],
    success_message: plan_text.states.solved,
    done: (packing_plan_id: number) => openPlan(packing_plan_id),
  });
  return (
    <NewPlan
      form={form}
      above={<BackLink to="/packing">{text.back}</BackLink>}
      items={
        <ItemRows
          items={form.values.items}
          create={createPackedItem}
          change={(items) => form.set({ items })}
          none={<p className="dim">{text.from_parcels}</p>}
          row={(index, onRemove) => <Item form={form} index={index} onRemove={onRemove} />}
        />
      }
      choice={{ title: text.packagings, fields: <Choice form={form} /> }}
      limits={
        <>
          <NumberInput
            label={text.cap}
            description={text.cap_about}
            {...form.field("target_utilization_percent", { unit: null })}
          />
          <Checkbox label={text.allow_unpacked} {...form.field("allow_unpacked", { type: "checkbox" })} />
          <TextInput label={plan_text.name} {...form.field("name")} />
          <NumberInput
            label={text.order}
            description={text.order_about}
            hideControls
            {...form.field("order_id")}
          />
        </>
      }
    />
  );
}

function Item({ form, index, onRemove }: { form: Form; index: number; onRemove: () => void }) {
  return (
    <ItemFields
      form={form}
      index={index}
      sides={{ required: true }}
      options={
        <>
          <Checkbox
            size="xs"
            label={text.fragile}
            {...form.own(`items.${index}.fragile`, { type: "checkbox" })}
          />
          <Checkbox
            size="xs"
            label={plan_text.keep_upright}
            {...form.own(`items.${index}.keep_upright`, { type: "checkbox" })}
          />
        </>
      }
      onRemove={onRemove}
    />
  );
}

function Choice({ form }: { form: Form }) {
  const { data } = useQuery(packagingsQuery);
  const { custom_sizes } = form.values;
  const active = (data?.packagings ?? []).filter(({ status }) => status === "active");
  return (
    <>
      <p className="dim small">{text.packagings_about}</p>
      <MultiSelect
        label={text.categories}
        data={data?.categories ?? []}
        clearable
        {...form.field("categories")}
      />
      <MultiSelect
        label={text.single}
        data={active.map((one) => ({
          value: String(one.id),
          label: `${one.code} · ${formatSides(one, "inner_")}`,
        }))}
        searchable
        clearable
        {...form.field("packaging_ids")}
      />
      {custom_sizes.map(({ key }, index) => (
        <SideFields
          key={key}
          field={form.field}
          legend={`${text.custom_size({ n: index + 1 })}: ${plan_text.inside}`}
          name={text.custom_size({ n: index + 1 })}
          path={(side) => `custom_sizes.${index}.inner_${side}_mm` as const}
          remove={{
            label: text.remove_custom({ n: index + 1 }),
            act: () => form.set({ custom_sizes: custom_sizes.filter((one) => one.key !== key) }),
          }}
        />
      ))}
      <AddButton
        label={text.add_custom}
        add={() => form.set({ custom_sizes: [...custom_sizes, createSize()] })}
      />
    </>
  );
}
