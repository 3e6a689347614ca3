/** The packaging catalogue. */
import { Button, Checkbox, NumberInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconBox } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { kilograms, number } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { BackLink } from "../../../parts/links.tsx";
import { ListPage } from "../../../parts/list/list.tsx";
import { buildNameColumn, LibraryCard } from "../../../parts/plans/library.tsx";
import { formatSides, formatSize } from "../../../parts/plans/measures.ts";
import { type Amount, SideFields } from "../../../parts/plans/new-plan.tsx";
import { text as plan_text } from "../../../parts/plans/text.ts";
import { useSave } from "../../../parts/save.ts";
import { Empty } from "../../../parts/states.tsx";
import { PACKING_KEY, type Packaging, packagingsQuery } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("packagingCreate");

export function Packagings() {
  const query = useQuery(packagingsQuery);
  const may_write = useMe().permissions.includes("packing:write");
  const [opened, setOpened] = useState<Packaging | null>(null);
  return (
    <ListPage
      title={text.catalogue}
      above={<BackLink to="/packing">{text.back}</BackLink>}
      subtitle={text.catalogue_about}
      actions={
        may_write ? (
          <>
            <PublishedButton />
            <CreateButton label={text.create_packaging}>
              {(close) => <PackagingForm packaging={null} close={close} />}
            </CreateButton>
          </>
        ) : null
      }
      label={text.catalogue}
      query={query}
      rows={({ packagings }) => packagings}
      empty={
        <Empty icon={IconBox} title={text.catalogue_none}>
          {text.catalogue_none_about}
        </Empty>
      }
      columns={buildColumns()}
      getKey={({ id }) => id}
      getName={({ code }) => code}
      card={(one) => (
        <LibraryCard row={one} size={formatSize(one, "inner_")}>
          <span className="dim small">{one.category}</span>
        </LibraryCard>
      )}
      {...(may_write ? { onOpen: setOpened } : {})}
    >
      {opened === null ? null : <PackagingForm packaging={opened} close={() => setOpened(null)} />}
    </ListPage>
  );
}

function PublishedButton() {
  const add = useSave(() => client.packagingAddPublished({ set: "usps_flat_rate" }), {
    keys: [PACKING_KEY],
    success_message: ({ packagings }) => text.published_added({ n: packagings.length }),
  });
  return (
    <Button variant="default" loading={add.isPending} onClick={() => add.mutate(undefined)}>
      {text.add_published}
    </Button>
  );
}

function buildColumns(): Column<Packaging>[] {
  return [
    buildNameColumn(({ status }) => (status === "retired" ? <Tag tone="grey">{text.retired}</Tag> : null)),
    { key: "category", head: text.category, width: 150, cell: ({ category }) => category },
    {
      key: "inside",
      head: plan_text.inside,
      width: 150,
      cell: (one) => <span className="num">{formatSides(one, "inner_")}</span>,
    },
    {
      key: "outside",
      head: text.outside,
      width: 150,
      window_width_min: 1240,
      cell: (one) => <span className="num dim">{formatSides(one, "outer_")}</span>,
    },
    {
      key: "weight",
      head: text.most_weight.replace(", g", ""),
      width: 110,
      align: "end",
      cell: ({ max_weight_g }) => (max_weight_g === null ? plan_text.any : kilograms(max_weight_g)),
    },
    {
      key: "stock",
      head: text.stock,
      width: 110,
      align: "end",
      window_width_min: 641,
      cell: ({ stock }) => (stock == null ? <span className="dim">{text.not_counted}</span> : number(stock)),
    },
  ];
}

type SideName = `${"inner" | "outer"}_${"length" | "width" | "height"}_mm`;
type Values = Record<SideName, Amount> & {
  code: string;
  name: string;
  category: string;
  max_weight_g: Amount;
  tare_g: Amount;
  cost_minor: Amount;
  stock: Amount;
  retired: boolean;
};

function PackagingForm({ packaging, close }: { packaging: Packaging | null; close: () => void }) {
  const { data } = useQuery(packagingsQuery);
  const initial: Values = {
    code: packaging?.code ?? "",
    name: packaging?.name ?? "",
    category: packaging?.category ?? data?.categories[0] ?? "",
    inner_length_mm: packaging?.inner_length_mm ?? "",
    inner_width_mm: packaging?.inner_width_mm ?? "",
    inner_height_mm: packaging?.inner_height_mm ?? "",
    outer_length_mm: packaging?.outer_length_mm ?? "",
    outer_width_mm: packaging?.outer_width_mm ?? "",
    outer_height_mm: packaging?.outer_height_mm ?? "",
    max_weight_g: packaging?.max_weight_g ?? "",
    tare_g: packaging?.tare_g ?? "",
    cost_minor: packaging?.cost_minor ?? "",
    stock: packaging?.stock ?? "",
    retired: packaging?.status === "retired",
  };
  const save = async ({ code, retired, ...values }: Values) => {
    const facts = {
      ...(values as Omit<Values, "code" | "retired"> & Record<SideName, number>),
      max_weight_g: values.max_weight_g === "" ? null : values.max_weight_g,
      tare_g: values.tare_g === "" ? 0 : values.tare_g,
      cost_minor: values.cost_minor === "" ? 0 : values.cost_minor,
      stock: values.stock === "" ? null : values.stock,
    };
    if (packaging === null) return (await client.packagingCreate({ code, ...facts })).packaging;
    const status = retired ? "retired" : "active";
    return (
      await client.packagingUpdate(
        { packaging_id: packaging.id, ...facts, status },
        { if_match: packaging.version },
      )
    ).packaging;
  };
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={packaging === null ? text.create_packaging : text.change_packaging({ code: packaging.code })}
      confirm={packaging === null ? text.create_packaging_submit : plan_text.save}
      refused={plan_text.not_saved}
      keys={[PACKING_KEY]}
      success_message={({ code }) => text.saved({ code })}
      initial={initial}
      run={save}
    >
      {({ field, own }) => (
        <>
          {packaging === null ? <TextInput label={plan_text.code} {...field("code")} /> : null}
          <TextInput label={plan_text.name} {...field("name")} />
          <TextInput label={text.category} {...field("category")} />
          {(["inner", "outer"] as const).map((which) => (
            <SideFields
              key={which}
              field={field}
              legend={which === "inner" ? plan_text.inside : text.outside}
              path={(side) => `${which}_${side}_mm` as const}
            />
          ))}
          <div className="packing-sides">
            <NumberInput
              label={text.most_weight}
              placeholder={plan_text.any}
              {...field("max_weight_g", { unit: null })}
            />
            <NumberInput label={text.tare} placeholder="0" {...field("tare_g", { unit: null })} />
            <NumberInput label={text.stock} placeholder={text.not_counted} {...field("stock")} />
          </div>
          {packaging === null ? null : (
            <Checkbox label={text.retire} {...own("retired", { type: "checkbox" })} />
          )}
        </>
      )}
    </FormDrawer>
  );
}
