/** What is to be loaded, and into what: items by hand, from a table, or the goods of a route. Solved as soon as it is created. */
import {
  Button,
  Checkbox,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Select,
  TextInput,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { IconClipboardText } from "#icons";
import type { LoadingPlanCreateInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { type SaveForm, useSaveForm } from "../../../parts/form.tsx";
import { getRules, joinRules } from "../../../parts/form-rules.ts";
import { AnchorLink, BackLink } from "../../../parts/links.tsx";
import { Sheet } from "../../../parts/page.tsx";
import {
  type Amount,
  createItem,
  ItemFields,
  ItemRows,
  NewPlan,
  omitEmpty,
  type PlanItemValues,
  SideFields,
} from "../../../parts/plans/new-plan.tsx";
import { text as plan_text } from "../../../parts/plans/text.ts";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { vehiclesQuery } from "../../fleet/vehicles/queries.ts";
import "./loading.css";
import { PasteDrawer } from "./paste.tsx";
import { cargoSpacesQuery, LOADING_KEY } from "./queries.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/loading/new");
const HAZARDS = "1.1 1.2 1.3 1.4 1.5 1.6 2.1 2.2 2.3 3 4.1 4.2 4.3 5.1 5.2 6.1 6.2 7 8 9".split(" ");

const RULES = joinRules(getRules("loadingPlanCreate"), getRules("loadingPlanFromRoute"));

type Form = SaveForm<Values, NonNullable<(typeof RULES)["member"]>>;

interface ItemValues extends PlanItemValues {
  stop_seq: Amount;
  hazard_class: string | null;
  temperature: string | null;
  nothing_on_top: boolean;
  on_floor: boolean;
}

type Sides = Pick<PlanItemValues, "length_mm" | "width_mm" | "height_mm">;

interface Values {
  name: string;
  source: "items" | "route";
  route_id: Amount;
  items: ItemValues[];
  space_ids: string[];
  counts: Record<string, Amount>;
  vehicle_id: string | null;
  has_custom: boolean;
  custom: Sides;
  unmeasured: Sides;
  support_percent: Amount;
  allow_unplaced: boolean;
}

const createLoadingItem = (): ItemValues => ({
  ...createItem(),
  stop_seq: "",
  hazard_class: null,
  temperature: null,
  nothing_on_top: false,
  on_floor: false,
});
const NO_SIDES: Sides = { length_mm: "", width_mm: "", height_mm: "" };

function toLoad(values: Values) {
  const { space_ids, counts, vehicle_id, has_custom, custom, name, support_percent, allow_unplaced } = values;
  return {
    ...omitEmpty({ name: name.trim(), support_percent }),
    ...(allow_unplaced ? { allow_unplaced } : {}),
    ...(vehicle_id === null ? {} : { vehicle_id: Number(vehicle_id) }),
    ...(space_ids.length === 0
      ? {}
      : {
          spaces: space_ids.map((id) => ({
            cargo_space_id: Number(id),
            ...omitEmpty({ count: counts[id] ?? "" }),
          })),
        }),
    ...(has_custom ? { custom_spaces: [omitEmpty(custom)] } : {}),
  };
}

const toItem = ({ key: _key, nothing_on_top, on_floor, keep_upright, ...item }: ItemValues) => ({
  ...omitEmpty(item),
  ...(on_floor ? { stack: "bottom_only" as const } : nothing_on_top ? { stack: "none" as const } : {}),
  ...(on_floor && nothing_on_top ? { max_load_g: 0 } : {}),
  ...(keep_upright ? { upright: ["height" as const] } : {}),
});

async function create(values: Values): Promise<number> {
  const load = toLoad(values);
  if (values.source === "route") {
    const unmeasured = omitEmpty(values.unmeasured);
    const { loading_plan_id } = await client.loadingPlanFromRoute({
      route_id: values.route_id as number,
      ...load,
      ...(Object.keys(unmeasured).length === 0 ? {} : { unmeasured }),
    });
    return loading_plan_id;
  }
  const input = { ...load, items: values.items.map(toItem) } as LoadingPlanCreateInput;
  return (await client.loadingPlanCreate(input)).loading_plan_id;
}

export function NewLoadingPlan() {
  const openPlan = useOpenRecord("loading_plan");
  const { route_id } = here.useSearch();
  const [pasting, setPasting] = useState(false);
  const form: Form = useSaveForm({
    rules: RULES,
    initial: {
      name: "",
      source: route_id === undefined ? "items" : "route",
      route_id: route_id ?? "",
      items: [createLoadingItem()],
      space_ids: [],
      counts: {},
      vehicle_id: null,
      has_custom: false,
      custom: NO_SIDES,
      unmeasured: NO_SIDES,
      support_percent: 100,
      allow_unplaced: false,
    } as Values,
    toPath: (path) => path.replace(/^custom_spaces\.0\./, "custom."),
    run: async (values) => {
      const loading_plan_id = await create(values);
      // The plan exists: what its solving refuses is shown there.
      await client.loadingPlanSolve({ loading_plan_id, async: true }).catch(() => undefined);
      return loading_plan_id;
    },
    keys: [LOADING_KEY],
    success_message: text.created_plan,
    done: (loading_plan_id: number) => openPlan(loading_plan_id),
  });
  const { items, source } = form.values;
  return (
    <NewPlan
      form={form}
      above={<BackLink to="/loading">{text.back}</BackLink>}
      items={
        <>
          <SegmentedControl
            aria-label={text.source_label}
            value={source}
            onChange={(source) => form.set({ source: source as Values["source"] })}
            data={[
              { value: "items", label: text.source.items },
              { value: "route", label: text.source.route },
            ]}
          />
          {source === "route" ? (
            <FromRoute form={form} />
          ) : (
            <ItemRows
              items={items}
              create={createLoadingItem}
              change={(changed) => form.set({ items: changed })}
              actions={
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconClipboardText size={14} />}
                  onClick={() => setPasting(true)}
                >
                  {text.paste}
                </Button>
              }
              row={(index, onRemove) => <Item form={form} index={index} onRemove={onRemove} />}
            />
          )}
        </>
      }
      choice={{ title: text.spaces, fields: <Choice form={form} /> }}
      limits={
        <>
          <NumberInput label={plan_text.support} {...form.field("support_percent", { unit: null })} />
          <Checkbox label={text.allow_unplaced} {...form.field("allow_unplaced", { type: "checkbox" })} />
          <TextInput label={plan_text.name} {...form.field("name")} />
        </>
      }
    >
      {pasting ? (
        <PasteDrawer
          close={() => setPasting(false)}
          onItems={(pasted) =>
            form.set({
              items: [
                ...items.filter(({ name, length_mm }) => name !== "" || length_mm !== ""),
                ...pasted.map((item) => ({ ...createLoadingItem(), ...item })),
              ],
            })
          }
        />
      ) : null}
    </NewPlan>
  );
}

function FromRoute({ form }: { form: Form }) {
  return (
    <Sheet title={text.source.route}>
      <div className="stack">
        <p className="dim small">{text.route_about}</p>
        <NumberInput label={text.route_number} hideControls {...form.field("route_id")} />
        <SideFields
          // A route whose goods are all measured needs none.
          field={(path: `unmeasured.${keyof Sides}`, options) =>
            form.field(path, { ...options, required: false })
          }
          legend={text.unmeasured}
          path={(side) => `unmeasured.${side}_mm` as const}
        />
      </div>
    </Sheet>
  );
}

function Item({ form, index, onRemove }: { form: Form; index: number; onRemove: () => void }) {
  const at = <Member extends string>(member: Member) => `items.${index}.${member}` as const;
  return (
    <ItemFields
      form={form}
      index={index}
      className="loading-item"
      numbers={<NumberInput label={text.stop} placeholder="–" hideControls {...form.field(at("stop_seq"))} />}
      options={
        <>
          {(["nothing_on_top", "on_floor", "keep_upright"] as const).map((limit) => (
            <Checkbox
              key={limit}
              size="xs"
              label={limit === "keep_upright" ? plan_text.keep_upright : text[limit]}
              {...form.own(at(limit), { type: "checkbox" })}
            />
          ))}
          <Select
            size="xs"
            w={130}
            clearable
            aria-label={text.hazard}
            placeholder={text.hazard}
            data={HAZARDS}
            {...form.field(at("hazard_class"))}
          />
          <Select
            size="xs"
            w={130}
            clearable
            aria-label={text.temperature}
            placeholder={text.temperature}
            data={Object.entries(text.temperatures).map(([value, label]) => ({ value, label }))}
            {...form.field(at("temperature"))}
          />
        </>
      }
      onRemove={onRemove}
    />
  );
}

function Choice({ form }: { form: Form }) {
  const { data } = useQuery(cargoSpacesQuery);
  const vehicles = useQuery(vehiclesQuery).data?.vehicles ?? [];
  const active = (data?.cargo_spaces ?? []).filter(({ status }) => status === "active");
  const { space_ids, has_custom } = form.values;
  return (
    <>
      {data !== undefined && active.length === 0 ? (
        <p className="dim small">
          {text.library_none}. <AnchorLink to="/loading/spaces">{text.library_open}</AnchorLink>
        </p>
      ) : (
        <MultiSelect
          label={text.choose_spaces}
          data={active.map(({ id, code, name }) => ({ value: String(id), label: `${code} · ${name}` }))}
          searchable
          clearable
          {...form.own("space_ids", { member: "spaces" })}
        />
      )}
      {space_ids.map((id) => {
        const code = active.find((one) => String(one.id) === id)?.code ?? id;
        return (
          <NumberInput
            key={id}
            label={text.count_of({ code })}
            placeholder="1"
            {...form.own(`counts.${id}`, { member: "spaces.0.count" })}
          />
        );
      })}
      <Select
        label={text.vehicle}
        description={text.vehicle_about}
        data={vehicles
          .filter(({ load_length_mm, status }) => load_length_mm !== null && status === "active")
          .map(({ id, plate, name }) => ({
            value: String(id),
            label: name === "" ? plate : `${plate} · ${name}`,
          }))}
        searchable
        clearable
        {...form.field("vehicle_id")}
      />
      <Checkbox label={text.custom} {...form.own("has_custom", { type: "checkbox" })} />
      {has_custom ? (
        <SideFields
          field={(side: keyof Sides, options) =>
            form.own(`custom.${side}`, { ...options, member: `custom_spaces.0.${side}` })
          }
          legend={plan_text.inside}
          path={(side) => `${side}_mm` as const}
        />
      ) : null}
    </>
  );
}
