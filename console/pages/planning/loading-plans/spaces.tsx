/** The library of cargo spaces. */
import { Button, Checkbox, Menu, MultiSelect, NumberInput, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconChevronDown, IconContainer } from "#icons";
import type { CargoSpaceCreateInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { kilograms } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { BackLink } from "../../../parts/links.tsx";
import { ListPage } from "../../../parts/list/list.tsx";
import { buildNameColumn, LibraryCard } from "../../../parts/plans/library.tsx";
import { formatSides, formatSize } from "../../../parts/plans/measures.ts";
import { type Amount, SideFields } from "../../../parts/plans/new-plan.tsx";
import { text as plan_text } from "../../../parts/plans/text.ts";
import { useSave } from "../../../parts/save.ts";
import { Empty } from "../../../parts/states.tsx";
import { type CargoSpace, cargoSpacesQuery, LOADING_KEY } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("cargoSpaceCreate");

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
      getKey={({ id }) => id}
      getName={({ code }) => code}
      card={(one) => (
        <LibraryCard row={one} size={formatSize(one)}>
          <Marks one={one} />
        </LibraryCard>
      )}
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

function buildColumns(): Column<CargoSpace>[] {
  return [
    buildNameColumn((one) => <Marks one={one} />),
    { key: "mode", head: text.mode, width: 170, window_width_min: 641, cell: ({ mode }) => text.modes[mode] },
    {
      key: "inside",
      head: plan_text.inside,
      width: 190,
      cell: (one) => <span className="num nowrap">{formatSides(one)}</span>,
    },
    {
      key: "payload",
      head: text.payload.replace(", g", ""),
      width: 120,
      align: "end",
      cell: ({ payload_g }) => (payload_g === null ? plan_text.any : kilograms(payload_g)),
    },
  ];
}

interface Axle {
  x_mm: Amount;
  empty_g: Amount;
  max_g: Amount;
}
interface Values {
  code: string;
  name: string;
  mode: CargoSpace["mode"];
  length_mm: Amount;
  width_mm: Amount;
  height_mm: Amount;
  door: { wall: string | null; width_mm: Amount; height_mm: Amount };
  payload_g: Amount;
  floor_load_kg_m2: Amount;
  temperatures: string[];
  has_axles: boolean;
  axles: { front: Axle; rear: Axle };
  retired: boolean;
}

const NO_AXLE: Axle = { x_mm: "", empty_g: 0, max_g: "" };
const orNull = (value: Amount) => (value === "" ? null : value);

function SpaceForm({ space, close }: { space: CargoSpace | null; close: () => void }) {
  const initial: Values = {
    code: space?.code ?? "",
    name: space?.name ?? "",
    mode: space?.mode ?? "vehicle",
    length_mm: space?.length_mm ?? "",
    width_mm: space?.width_mm ?? "",
    height_mm: space?.height_mm ?? "",
    door: space?.door ?? { wall: null, width_mm: "", height_mm: "" },
    payload_g: space?.payload_g ?? "",
    floor_load_kg_m2: space?.floor_load_kg_m2 ?? "",
    temperatures: space?.temperatures ?? ["ambient"],
    has_axles: space !== null && space.axles !== null,
    axles: space?.axles ?? { front: NO_AXLE, rear: NO_AXLE },
    retired: space?.status === "retired",
  };
  /** Contours and obstacles stay as they are: they are entered through the interface. */
  const save = async ({ code, retired, has_axles, axles, door, ...values }: Values): Promise<CargoSpace> => {
    const facts = {
      ...values,
      door: door.wall === null ? null : door,
      payload_g: orNull(values.payload_g),
      floor_load_kg_m2: orNull(values.floor_load_kg_m2),
      axles: has_axles ? axles : null,
    } as Omit<CargoSpaceCreateInput, "code">;
    if (space === null) return (await client.cargoSpaceCreate({ ...facts, code })).cargo_space;
    const status = retired ? "retired" : "active";
    return (
      await client.cargoSpaceUpdate(
        { cargo_space_id: space.id, ...facts, status },
        { if_match: space.version },
      )
    ).cargo_space;
  };
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={space === null ? text.create_space : text.change_space({ code: space.code })}
      confirm={space === null ? text.create_space_submit : plan_text.save}
      refused={plan_text.not_saved}
      keys={[LOADING_KEY]}
      success_message={({ code }) => text.saved({ code })}
      initial={initial}
      run={save}
    >
      {({ field, own, values }) => (
        <>
          {space === null ? <TextInput label={plan_text.code} {...field("code")} /> : null}
          <TextInput label={plan_text.name} {...field("name")} />
          <Select
            label={text.mode}
            allowDeselect={false}
            data={Object.entries(text.modes).map(([value, label]) => ({ value, label }))}
            {...field("mode")}
          />
          <SideFields field={field} legend={plan_text.inside} path={(side) => `${side}_mm` as const} />
          <Select
            label={text.door}
            placeholder={plan_text.any}
            clearable
            data={Object.entries(text.door_walls).map(([value, label]) => ({ value, label }))}
            {...field("door.wall", { required: false })}
          />
          {values.door.wall === null ? null : (
            <div className="packing-sides" style={{ gridTemplateColumns: "1fr 1fr" }}>
              <NumberInput label={text.door_width} {...field("door.width_mm", { unit: null })} />
              <NumberInput label={text.door_height} {...field("door.height_mm", { unit: null })} />
            </div>
          )}
          <div className="packing-sides" style={{ gridTemplateColumns: "1fr 1fr" }}>
            <NumberInput
              label={text.payload}
              placeholder={plan_text.any}
              {...field("payload_g", { unit: null })}
            />
            <NumberInput
              label={text.floor_load}
              placeholder={plan_text.any}
              {...field("floor_load_kg_m2", { unit: null })}
            />
          </div>
          <MultiSelect
            label={text.keeps}
            data={Object.entries(text.temperatures).map(([value, label]) => ({ value, label }))}
            {...field("temperatures", { required: true })}
          />
          <Checkbox label={text.axles} {...own("has_axles", { type: "checkbox" })} />
          {values.has_axles
            ? (["front", "rear"] as const).map((axle) => (
                <fieldset key={axle} className="packing-sides">
                  <legend>{text[`axle_${axle}`]}</legend>
                  <NumberInput label={text.axle_x} {...field(`axles.${axle}.x_mm`, { unit: null })} />
                  <NumberInput label={text.axle_empty} {...field(`axles.${axle}.empty_g`, { unit: null })} />
                  <NumberInput label={text.axle_max} {...field(`axles.${axle}.max_g`, { unit: null })} />
                </fieldset>
              ))
            : null}
          {space === null ? null : <Checkbox label={text.retire} {...own("retired", { type: "checkbox" })} />}
        </>
      )}
    </FormDrawer>
  );
}
