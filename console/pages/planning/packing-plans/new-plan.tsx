/** What is to be packed, and into what. The plan is solved as soon as it is created. */
import { ActionIcon, Button, Checkbox, MultiSelect, NumberInput, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import type { PackingPlanCreateInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { OtherErrors, type SaveForm, useSaveForm } from "../../../parts/form.tsx";
import { BackLink } from "../../../parts/links.tsx";
import { Page, Sheet } from "../../../parts/page.tsx";
import "./packing.css";
import { PACKING_KEY, packagingsQuery, sides } from "./queries.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/packing/new");

interface ItemValues {
  key: number;
  name: string;
  quantity: number | "";
  length_mm: number | "";
  width_mm: number | "";
  height_mm: number | "";
  weight_g: number | "";
  fragile: boolean;
  keep_upright: boolean;
}

interface SizeValues {
  key: number;
  inner_length_mm: number | "";
  inner_width_mm: number | "";
  inner_height_mm: number | "";
}

interface Values {
  name: string;
  order_id: number | "";
  items: ItemValues[];
  categories: string[];
  packaging_ids: string[];
  custom_sizes: SizeValues[];
  target_utilization_percent: number | "";
  allow_unpacked: boolean;
}

let keys = 0;
const nextKey = () => {
  keys += 1;
  return keys;
};

const emptyItem = (): ItemValues => ({
  key: nextKey(),
  name: "",
  quantity: 1,
  length_mm: "",
  width_mm: "",
  height_mm: "",
  weight_g: "",
  fragile: false,
  keep_upright: false,
});
const emptySize = (): SizeValues => ({
  key: nextKey(),
  inner_length_mm: "",
  inner_width_mm: "",
  inner_height_mm: "",
});

/** Members that are empty are left out, so that the service names those that are missing. */
const given = <V extends object>(values: V) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "" && value !== false)) as {
    [K in keyof V]: Exclude<V[K], "" | false>;
  };

function toInput(values: Values): PackingPlanCreateInput {
  const { items, custom_sizes, packaging_ids, ...rest } = values;
  return {
    ...given(rest),
    ...(items.length === 0
      ? {}
      : {
          items: items.map(({ key: _key, fragile, keep_upright, ...item }) => ({
            ...given(item),
            ...(fragile ? { max_load_g: 0 } : {}),
            ...(keep_upright ? { upright: ["height" as const] } : {}),
          })),
        }),
    packaging_ids: packaging_ids.map(Number),
    custom_sizes: custom_sizes.map(({ key: _key, ...size }) => given(size)),
  };
}

/** A caller waits for small plans, and larger ones are followed on their page. */
const PIECES_AT_ONCE = 300;

export function NewPackingPlan() {
  const navigate = useNavigate();
  const { order_id } = here.useSearch();
  const form = useSaveForm<Values, number>({
    initial: {
      name: "",
      order_id: order_id ?? "",
      items: order_id === undefined ? [emptyItem()] : [],
      categories: [],
      packaging_ids: [],
      custom_sizes: [],
      target_utilization_percent: 100,
      allow_unpacked: false,
    },
    run: async (values) => {
      const { packing_plan_id, packing_plan } = await client.packingPlanCreate(toInput(values));
      // The plan exists: what its solving refuses is shown there.
      await client
        .packingPlanSolve({ packing_plan_id, async: packing_plan.pieces > PIECES_AT_ONCE })
        .catch(() => undefined);
      return packing_plan_id;
    },
    keys: [PACKING_KEY],
    success_message: text.states.solved,
    done: (packing_plan_id) =>
      void navigate({
        to: "/packing/$packing_plan_id",
        params: { packing_plan_id: String(packing_plan_id) },
      }),
  });
  return (
    <Page above={<BackLink to="/packing">{text.back}</BackLink>}>
      <form {...form.props} className="split packing-split">
        <div className="stack" style={{ gap: 16 }}>
          <OtherErrors errors={form.others} title={text.not_saved} />
          <Items form={form as unknown as SaveForm<Values>} />
        </div>
        <div className="stack" style={{ gap: 16 }}>
          <Sheet title={text.packagings}>
            <Choice form={form as unknown as SaveForm<Values>} />
          </Sheet>
          <Sheet title={text.limits}>
            <div className="stack">
              <NumberInput
                label={text.cap}
                description={text.cap_about}
                min={1}
                max={100}
                {...form.field("target_utilization_percent")}
              />
              <Checkbox label={text.allow_unpacked} {...form.field("allow_unpacked", { type: "checkbox" })} />
              <TextInput label={text.name} maxLength={120} {...form.field("name")} />
              <NumberInput
                label={text.order}
                description={text.order_about}
                min={1}
                hideControls
                allowDecimal={false}
                {...form.field("order_id")}
              />
            </div>
          </Sheet>
          <Button type="submit" loading={form.is_saving}>
            {text.create_submit}
          </Button>
        </div>
      </form>
    </Page>
  );
}

function Items({ form }: { form: SaveForm<Values> }) {
  const { items } = form.values;
  return (
    <Sheet
      title={text.items}
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => form.set({ items: [...items, emptyItem()] })}
        >
          {text.add_item}
        </Button>
      }
    >
      {items.length === 0 ? <p className="dim">{text.from_parcels}</p> : null}
      <div className="stack">
        {items.map(({ key }, index) => (
          <fieldset key={key} className="packing-item" aria-label={text.item({ n: index + 1 })}>
            <TextInput
              label={text.item_name}
              placeholder={text.item({ n: index + 1 })}
              maxLength={120}
              {...form.field(`items.${index}.name`)}
              error={form.field(`items.${index}.name`)["error"] ?? form.errorOf(`items.${index}`)}
            />
            <NumberInput
              label={text.quantity}
              required
              withAsterisk={false}
              hideControls
              min={1}
              max={10_000}
              allowDecimal={false}
              {...form.field(`items.${index}.quantity`)}
            />
            {(["length", "width", "height"] as const).map((side) => (
              <NumberInput
                key={side}
                label={text[side]}
                required
                withAsterisk={false}
                hideControls
                min={1}
                max={20_000}
                allowDecimal={false}
                {...form.field(`items.${index}.${side}_mm`)}
              />
            ))}
            <NumberInput
              label={text.weight}
              placeholder="0"
              hideControls
              min={0}
              allowDecimal={false}
              {...form.field(`items.${index}.weight_g`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={text.remove_item({ n: index + 1 })}
              onClick={() => form.set({ items: items.filter((one) => one.key !== key) })}
            >
              <IconTrash size={16} />
            </ActionIcon>
            <div className="packing-item-options">
              <Checkbox
                size="xs"
                label={text.fragile}
                {...form.field(`items.${index}.fragile`, { type: "checkbox" })}
              />
              <Checkbox
                size="xs"
                label={text.keep_upright}
                {...form.field(`items.${index}.keep_upright`, { type: "checkbox" })}
              />
            </div>
          </fieldset>
        ))}
      </div>
    </Sheet>
  );
}

function Choice({ form }: { form: SaveForm<Values> }) {
  const { data } = useQuery(packagingsQuery);
  const { custom_sizes } = form.values;
  const active = (data?.packagings ?? []).filter(({ status }) => status === "active");
  return (
    <div className="stack">
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
          label: `${one.code} · ${sides(one, "inner_")}`,
        }))}
        searchable
        clearable
        {...form.field("packaging_ids")}
      />
      {custom_sizes.map(({ key }, index) => (
        <fieldset key={key} className="packing-sides has-remove">
          <legend>
            {text.custom_size({ n: index + 1 })}: {text.inside}
          </legend>
          {(["length", "width", "height"] as const).map((side) => (
            <NumberInput
              key={side}
              aria-label={`${text.custom_size({ n: index + 1 })}: ${text[side]}`}
              placeholder={text[side].replace(", mm", "")}
              required
              hideControls
              min={1}
              max={20_000}
              allowDecimal={false}
              {...form.field(`custom_sizes.${index}.inner_${side}_mm`)}
            />
          ))}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={text.remove_custom({ n: index + 1 })}
            onClick={() => form.set({ custom_sizes: custom_sizes.filter((one) => one.key !== key) })}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </fieldset>
      ))}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        onClick={() => form.set({ custom_sizes: [...custom_sizes, emptySize()] })}
      >
        {text.add_custom}
      </Button>
    </div>
  );
}
