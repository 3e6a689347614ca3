/** The library of cargo spaces. */
import { Button, Checkbox, Menu, MultiSelect, NumberInput, Select, TextInput } from "@mantine/core";
import { IconChevronDown, IconContainer } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { kilograms } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { BackLink } from "../../../parts/links.tsx";
import { ListPage } from "../../../parts/list/list.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty } from "../../../parts/states.tsx";
import "../packing-plans/packing.css";
import { type CargoSpace, cargoSpacesQuery, LOADING_KEY, millimetres, sides } from "./queries.ts";
import { text } from "./text.ts";

type SetCode = keyof typeof text.sets;

export function CargoSpaces() {
  const query = useQuery(cargoSpacesQuery);
  const may_write = useMe().permissions.includes("loading:write");
  const [opened, setOpened] = useState<CargoSpace | "new" | null>(null);
  const actions = may_write ? (
    <>
      <PublishedMenu />
      <Button onClick={() => setOpened("new")}>{text.create_space}</Button>
    </>
  ) : null;
  return (
    <ListPage
      subtitle={text.spaces_about}
      above={<BackLink to="/loading">{text.back}</BackLink>}
      actions={actions}
      label={text.spaces}
      query={query}
      rows={({ cargo_spaces }) => cargo_spaces}
      empty={
        <Empty icon={IconContainer} title={text.library_none}>
          {text.library_none_about}
        </Empty>
      }
      columns={buildColumns()}
      keyOf={({ id }) => id}
      nameOf={({ code }) => code}
      card={(one) => <Card one={one} />}
      {...(may_write ? { onOpen: setOpened } : {})}
    >
      {opened === null ? null : (
        <SpaceForm space={opened === "new" ? null : opened} close={() => setOpened(null)} />
      )}
    </ListPage>
  );
}

function PublishedMenu() {
  const add = useSave((set: SetCode) => client.cargoSpaceAddPublished({ set }), {
    keys: [LOADING_KEY],
    success_message: ({ cargo_spaces }) => text.published_added({ n: cargo_spaces.length }),
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={add.isPending} rightSection={<IconChevronDown size={14} />}>
          {text.add_published}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(text.sets) as SetCode[]).map((set) => (
          <Menu.Item key={set} onClick={() => add.mutate(set)}>
            {text.sets[set]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Marks({ one }: { one: CargoSpace }) {
  return (
    <span className="row tight">
      {one.status === "retired" ? <Tag tone="grey">{text.retired}</Tag> : null}
      {one.axles === null ? null : <Tag tone="blue">{text.axles}</Tag>}
      {one.contour === null ? null : <Tag tone="blue">{text.contour}</Tag>}
      {one.obstacles.length === 0 ? null : (
        <Tag tone="blue">{text.obstacles({ n: one.obstacles.length })}</Tag>
      )}
    </span>
  );
}

function Card({ one }: { one: CargoSpace }) {
  return (
    <span className="stack tight">
      <span className="row apart">
        <span className="strong">{one.name}</span>
        <span className="mono small dim">{one.code}</span>
      </span>
      <span className="small num">{millimetres(one)}</span>
      <Marks one={one} />
    </span>
  );
}

function buildColumns(): Column<CargoSpace>[] {
  return [
    {
      key: "name",
      head: text.name,
      cell: (one) => (
        <span className="stack tight" style={{ gap: 2 }}>
          <span className="row tight">
            <span className="strong">{one.name}</span> <span className="mono dim small">{one.code}</span>
            <Marks one={one} />
          </span>
          {one.source === "" ? null : <span className="dim small">{one.source}</span>}
        </span>
      ),
    },
    { key: "mode", head: text.mode, width: 170, from: 641, cell: ({ mode }) => text.modes[mode] },
    {
      key: "inside",
      head: text.inside,
      width: 190,
      cell: (one) => <span className="num nowrap">{sides(one)}</span>,
    },
    {
      key: "payload",
      head: text.payload.replace(", g", ""),
      width: 120,
      align: "end",
      cell: ({ payload_g }) => (payload_g === null ? text.any : kilograms(payload_g)),
    },
  ];
}

type Amount = number | "";
interface Values {
  code: string;
  name: string;
  mode: CargoSpace["mode"];
  length_mm: Amount;
  width_mm: Amount;
  height_mm: Amount;
  wall: string | null;
  door_width_mm: Amount;
  door_height_mm: Amount;
  payload_g: Amount;
  floor_load_kg_m2: Amount;
  temperatures: string[];
  has_axles: boolean;
  front: { x_mm: Amount; empty_g: Amount; max_g: Amount };
  rear: { x_mm: Amount; empty_g: Amount; max_g: Amount };
  retired: boolean;
}

const NO_AXLE = { x_mm: "" as Amount, empty_g: 0 as Amount, max_g: "" as Amount };
const orNull = (value: Amount) => (value === "" ? null : value);

/** Contours and obstacles stay as they are: they are entered through the interface. */
function toFacts(values: Values) {
  const { wall, door_width_mm, door_height_mm, has_axles, front, rear } = values;
  return {
    name: values.name,
    mode: values.mode,
    length_mm: values.length_mm,
    width_mm: values.width_mm,
    height_mm: values.height_mm,
    door: wall === null ? null : { wall, width_mm: door_width_mm, height_mm: door_height_mm },
    payload_g: orNull(values.payload_g),
    floor_load_kg_m2: orNull(values.floor_load_kg_m2),
    axles: has_axles ? { front, rear } : null,
    temperatures: values.temperatures,
  } as Parameters<typeof client.cargoSpaceCreate>[0];
}

function SpaceForm({ space, close }: { space: CargoSpace | null; close: () => void }) {
  const initial: Values = {
    code: space?.code ?? "",
    name: space?.name ?? "",
    mode: space?.mode ?? "vehicle",
    length_mm: space?.length_mm ?? "",
    width_mm: space?.width_mm ?? "",
    height_mm: space?.height_mm ?? "",
    wall: space?.door?.wall ?? null,
    door_width_mm: space?.door?.width_mm ?? "",
    door_height_mm: space?.door?.height_mm ?? "",
    payload_g: space?.payload_g ?? "",
    floor_load_kg_m2: space?.floor_load_kg_m2 ?? "",
    temperatures: space?.temperatures ?? ["ambient"],
    has_axles: space !== null && space.axles !== null,
    front: space?.axles?.front ?? NO_AXLE,
    rear: space?.axles?.rear ?? NO_AXLE,
    retired: space?.status === "retired",
  };
  const save = async (values: Values): Promise<CargoSpace> => {
    const facts = toFacts(values);
    if (space === null) return (await client.cargoSpaceCreate({ ...facts, code: values.code })).cargo_space;
    const { code: _code, ...change } = facts;
    const status = values.retired ? "retired" : "active";
    return (
      await client.cargoSpaceUpdate(
        { cargo_space_id: space.id, ...change, status },
        { if_match: space.version },
      )
    ).cargo_space;
  };
  return (
    <FormDrawer
      close={close}
      title={space === null ? text.create_space : text.change_space({ code: space.code })}
      confirm={space === null ? text.create_space_submit : text.save}
      refused={text.not_saved}
      keys={[LOADING_KEY]}
      success_message={({ code }) => text.saved({ code })}
      toPath={(path) => path.replace(/^door\.(width|height)_mm/, "door_$1_mm").replace(/^axles\./, "")}
      initial={initial}
      run={save}
    >
      {({ field, values }) => (
        <>
          {space === null ? <TextInput label={text.code} required maxLength={40} {...field("code")} /> : null}
          <TextInput label={text.name} required maxLength={120} {...field("name")} />
          <Select
            label={text.mode}
            required
            allowDeselect={false}
            data={Object.entries(text.modes).map(([value, label]) => ({ value, label }))}
            {...field("mode")}
          />
          <fieldset className="packing-sides">
            <legend>{text.inside}</legend>
            {(["length", "width", "height"] as const).map((side) => (
              <NumberInput
                key={side}
                aria-label={`${text.inside}: ${text[side]}`}
                placeholder={text[side]}
                required
                min={1}
                max={100_000}
                allowDecimal={false}
                {...field(`${side}_mm`)}
              />
            ))}
          </fieldset>
          <Select
            label={text.door}
            placeholder={text.any}
            clearable
            data={Object.entries(text.door_walls).map(([value, label]) => ({ value, label }))}
            {...field("wall")}
          />
          {values.wall === null ? null : (
            <div className="packing-sides" style={{ gridTemplateColumns: "1fr 1fr" }}>
              <NumberInput
                label={text.door_width}
                required
                min={1}
                allowDecimal={false}
                {...field("door_width_mm")}
              />
              <NumberInput
                label={text.door_height}
                required
                min={1}
                allowDecimal={false}
                {...field("door_height_mm")}
              />
            </div>
          )}
          <div className="packing-sides" style={{ gridTemplateColumns: "1fr 1fr" }}>
            <NumberInput
              label={text.payload}
              placeholder={text.any}
              min={1}
              allowDecimal={false}
              {...field("payload_g")}
            />
            <NumberInput
              label={text.floor_load}
              placeholder={text.any}
              min={1}
              allowDecimal={false}
              {...field("floor_load_kg_m2")}
            />
          </div>
          <MultiSelect
            label={text.keeps}
            required
            data={Object.entries(text.temperatures).map(([value, label]) => ({ value, label }))}
            {...field("temperatures")}
          />
          <Checkbox label={text.axles} {...field("has_axles", { type: "checkbox" })} />
          {values.has_axles
            ? (["front", "rear"] as const).map((axle) => (
                <fieldset key={axle} className="packing-sides">
                  <legend>{text[`axle_${axle}`]}</legend>
                  <NumberInput label={text.axle_x} required allowDecimal={false} {...field(`${axle}.x_mm`)} />
                  <NumberInput
                    label={text.axle_empty}
                    min={0}
                    allowDecimal={false}
                    {...field(`${axle}.empty_g`)}
                  />
                  <NumberInput
                    label={text.axle_max}
                    required
                    min={1}
                    allowDecimal={false}
                    {...field(`${axle}.max_g`)}
                  />
                </fieldset>
              ))
            : null}
          {space === null ? null : (
            <Checkbox label={text.retire} {...field("retired", { type: "checkbox" })} />
          )}
        </>
      )}
    </FormDrawer>
  );
}
