/** What is to be loaded, and into what: items by hand, from a table, or the goods of a route. Solved as soon as it is created. */
import {
  ActionIcon,
  Button,
  Checkbox,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Select,
  TextInput,
} from "@mantine/core";
import { IconClipboardText, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { LoadingPlanCreateInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { OtherErrors, type SaveForm, useSaveForm } from "../../../parts/form.tsx";
import { AnchorLink, BackLink } from "../../../parts/links.tsx";
import { Page, Sheet } from "../../../parts/page.tsx";
import { vehiclesQuery } from "../../fleet/vehicles/queries.ts";
import "../packing-plans/packing.css";
import "./loading.css";
import { PasteDrawer } from "./paste.tsx";
import { cargoSpacesQuery, LOADING_KEY } from "./queries.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/loading/new");
const HAZARDS = ["1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "2.1", "2.2", "2.3", "3"].concat([
  "4.1",
  "4.2",
  "4.3",
  "5.1",
  "5.2",
  "6.1",
  "6.2",
  "7",
  "8",
  "9",
]);

type Amount = number | "";
interface ItemValues {
  key: number;
  name: string;
  quantity: Amount;
  length_mm: Amount;
  width_mm: Amount;
  height_mm: Amount;
  weight_g: Amount;
  stop_seq: Amount;
  hazard_class: string | null;
  temperature: string | null;
  nothing_on_top: boolean;
  on_floor: boolean;
  keep_upright: boolean;
}

interface Sides {
  length_mm: Amount;
  width_mm: Amount;
  height_mm: Amount;
}

export interface Values {
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
  stop_seq: "",
  hazard_class: null,
  temperature: null,
  nothing_on_top: false,
  on_floor: false,
  keep_upright: false,
});
const NO_SIDES: Sides = { length_mm: "", width_mm: "", height_mm: "" };

/** Members that are empty are left out, so that the service names those that are missing. */
const given = <V extends object>(values: V) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "" && value !== null)) as {
    [K in keyof V]: Exclude<V[K], "" | null>;
  };

function toLoad(values: Values) {
  const { space_ids, counts, vehicle_id, has_custom, custom, name, support_percent, allow_unplaced } = values;
  return {
    ...given({ name: name.trim(), support_percent }),
    ...(allow_unplaced ? { allow_unplaced } : {}),
    ...(vehicle_id === null ? {} : { vehicle_id: Number(vehicle_id) }),
    ...(space_ids.length === 0
      ? {}
      : {
          spaces: space_ids.map((id) => ({
            cargo_space_id: Number(id),
            ...given({ count: counts[id] ?? "" }),
          })),
        }),
    ...(has_custom ? { custom_spaces: [given(custom)] } : {}),
  };
}

const toItem = ({ key: _key, nothing_on_top, on_floor, keep_upright, ...item }: ItemValues) => ({
  ...given(item),
  ...(on_floor ? { stack: "bottom_only" as const } : nothing_on_top ? { stack: "none" as const } : {}),
  ...(on_floor && nothing_on_top ? { max_load_g: 0 } : {}),
  ...(keep_upright ? { upright: ["height" as const] } : {}),
});

async function create(values: Values): Promise<number> {
  const load = toLoad(values);
  if (values.source === "route") {
    const unmeasured = given(values.unmeasured);
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
  const navigate = useNavigate();
  const { route_id } = here.useSearch();
  const [pasting, setPasting] = useState(false);
  const form = useSaveForm<Values, number>({
    initial: {
      name: "",
      source: route_id === undefined ? "items" : "route",
      route_id: route_id ?? "",
      items: [emptyItem()],
      space_ids: [],
      counts: {},
      vehicle_id: null,
      has_custom: false,
      custom: NO_SIDES,
      unmeasured: NO_SIDES,
      support_percent: 100,
      allow_unplaced: false,
    },
    toPath: (path) => path.replace(/^custom_spaces\.0\./, "custom."),
    run: async (values) => {
      const loading_plan_id = await create(values);
      // The plan exists: what its solving refuses is shown there.
      await client.loadingPlanSolve({ loading_plan_id, async: true }).catch(() => undefined);
      return loading_plan_id;
    },
    keys: [LOADING_KEY],
    success_message: text.created_plan,
    done: (loading_plan_id) =>
      void navigate({
        to: "/loading/$loading_plan_id",
        params: { loading_plan_id: String(loading_plan_id) },
      }),
  });
  const shared = form as unknown as SaveForm<Values>;
  return (
    <Page above={<BackLink to="/loading">{text.back}</BackLink>}>
      <form {...form.props} className="split packing-split">
        <div className="stack" style={{ gap: 16 }}>
          <OtherErrors errors={form.others} title={text.not_saved} />
          <SegmentedControl
            aria-label={text.source_label}
            value={form.values.source}
            onChange={(source) => shared.set({ source: source as Values["source"] })}
            data={[
              { value: "items", label: text.source.items },
              { value: "route", label: text.source.route },
            ]}
          />
          {form.values.source === "route" ? (
            <FromRoute form={shared} />
          ) : (
            <Items form={shared} onPaste={() => setPasting(true)} />
          )}
        </div>
        <div className="stack" style={{ gap: 16 }}>
          <Sheet title={text.spaces}>
            <Choice form={shared} />
          </Sheet>
          <Sheet title={text.limits}>
            <div className="stack">
              <NumberInput
                label={text.support}
                min={50}
                max={100}
                allowDecimal={false}
                {...form.field("support_percent")}
              />
              <Checkbox label={text.allow_unplaced} {...form.field("allow_unplaced", { type: "checkbox" })} />
              <TextInput label={text.name} maxLength={120} {...form.field("name")} />
            </div>
          </Sheet>
          <Button type="submit" loading={form.is_saving}>
            {text.create_submit}
          </Button>
        </div>
      </form>
      {pasting ? (
        <PasteDrawer
          close={() => setPasting(false)}
          onItems={(pasted) =>
            shared.set({
              items: [
                ...form.values.items.filter(({ name, length_mm }) => name !== "" || length_mm !== ""),
                ...pasted.map((item) => ({ ...emptyItem(), ...item })),
              ],
            })
          }
        />
      ) : null}
    </Page>
  );
}

const SIDE_NAMES = ["length", "width", "height"] as const;

function SideFields({ form, under, legend }: { form: SaveForm<Values>; under: string; legend: string }) {
  return (
    <fieldset className="packing-sides">
      <legend>{legend}</legend>
      {SIDE_NAMES.map((side) => (
        <NumberInput
          key={side}
          aria-label={`${legend}: ${text[side]}`}
          placeholder={text[side].replace(", mm", "")}
          hideControls
          min={1}
          max={100_000}
          allowDecimal={false}
          {...form.field(`${under}.${side}_mm`)}
        />
      ))}
    </fieldset>
  );
}

function FromRoute({ form }: { form: SaveForm<Values> }) {
  return (
    <Sheet title={text.source.route}>
      <div className="stack">
        <p className="dim small">{text.route_about}</p>
        <NumberInput
          label={text.route_number}
          required
          min={1}
          hideControls
          allowDecimal={false}
          {...form.field("route_id")}
        />
        <SideFields form={form} under="unmeasured" legend={text.unmeasured} />
      </div>
    </Sheet>
  );
}

function Items({ form, onPaste }: { form: SaveForm<Values>; onPaste: () => void }) {
  const { items } = form.values;
  return (
    <Sheet
      title={text.items}
      actions={
        <>
          <Button size="xs" variant="default" leftSection={<IconClipboardText size={14} />} onClick={onPaste}>
            {text.paste}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => form.set({ items: [...items, emptyItem()] })}
          >
            {text.add_item}
          </Button>
        </>
      }
    >
      <div className="stack">
        {items.map(({ key }, index) => (
          <Item
            key={key}
            form={form}
            index={index}
            onRemove={() => form.set({ items: items.filter((one) => one.key !== key) })}
          />
        ))}
      </div>
    </Sheet>
  );
}

function Item({ form, index, onRemove }: { form: SaveForm<Values>; index: number; onRemove: () => void }) {
  const at = (member: string) => `items.${index}.${member}`;
  return (
    <fieldset className="packing-item loading-item" aria-label={text.item({ n: index + 1 })}>
      <TextInput
        label={text.item_name}
        placeholder={text.item({ n: index + 1 })}
        maxLength={120}
        {...form.field(at("name"))}
        error={form.field(at("name"))["error"] ?? form.errorOf(`items.${index}`)}
      />
      <NumberInput
        label={text.quantity}
        hideControls
        min={1}
        max={3000}
        allowDecimal={false}
        {...form.field(at("quantity"))}
      />
      {SIDE_NAMES.map((side) => (
        <NumberInput
          key={side}
          label={text[side]}
          hideControls
          min={1}
          max={100_000}
          allowDecimal={false}
          {...form.field(at(`${side}_mm`))}
        />
      ))}
      <NumberInput
        label={text.weight}
        placeholder="0"
        hideControls
        min={0}
        allowDecimal={false}
        {...form.field(at("weight_g"))}
      />
      <NumberInput
        label={text.stop}
        placeholder="–"
        hideControls
        min={0}
        allowDecimal={false}
        {...form.field(at("stop_seq"))}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={text.remove_item({ n: index + 1 })}
        onClick={onRemove}
      >
        <IconTrash size={16} />
      </ActionIcon>
      <div className="packing-item-options" style={{ alignItems: "center" }}>
        {(["nothing_on_top", "on_floor", "keep_upright"] as const).map((limit) => (
          <Checkbox
            key={limit}
            size="xs"
            label={text[limit]}
            {...form.field(at(limit), { type: "checkbox" })}
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
      </div>
    </fieldset>
  );
}

function Choice({ form }: { form: SaveForm<Values> }) {
  const { data } = useQuery(cargoSpacesQuery);
  const vehicles = useQuery(vehiclesQuery).data?.vehicles ?? [];
  const active = (data?.cargo_spaces ?? []).filter(({ status }) => status === "active");
  const { space_ids, has_custom } = form.values;
  return (
    <div className="stack">
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
          {...form.field("space_ids")}
        />
      )}
      {space_ids.map((id) => {
        const code = active.find((one) => String(one.id) === id)?.code ?? id;
        return (
          <NumberInput
            key={id}
            label={text.count_of({ code })}
            placeholder="1"
            min={1}
            max={50}
            allowDecimal={false}
            {...form.field(`counts.${id}`)}
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
      <Checkbox label={text.custom} {...form.field("has_custom", { type: "checkbox" })} />
      {has_custom ? <SideFields form={form} under="custom" legend={text.inside} /> : null}
    </div>
  );
}
