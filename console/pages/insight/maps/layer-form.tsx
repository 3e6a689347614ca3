/** A layer of a map: what it shows, which fields readers see, and how it looks. The look is drawn while it is edited. */
import {
  ActionIcon,
  Button,
  Checkbox,
  ColorInput,
  FileInput,
  NumberInput,
  Select,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { IconPlus, IconTrash } from "#icons";
import type { CustomMapStyle } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { OtherErrors, useSaveForm } from "../../../parts/form.tsx";
import { getRules, joinRules } from "../../../parts/form-rules.ts";
import { Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { toBase64 } from "../../../parts/to-base64.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import { listKinds } from "../../locations/poi/kinds.tsx";
import { datasetsQuery } from "../datasets/queries.ts";
import { type CustomMapLayer, MAPS } from "./queries.ts";
import { text } from "./text.ts";

const RULES = joinRules(getRules("mapLayerCreate"), getRules("mapLayerUpdate"));
const SOURCES = ["poi", "zones", "lockers", "routes", "dataset", "geojson"] as const;
const VISIBILITIES = ["public", "alliance", "private"] as const;
const RULES_MAX = 30;
const COLORS = ["#2563eb", "#b45309", "#0f766e", "#be123c", "#6d28d9", "#4d7c0f", "#0369a1", "#8a8178"];

/** What of a layer is seen without reading its features again. */
export interface LayerLook {
  layer_id: number;
  style: CustomMapStyle;
  is_clustered: boolean;
  min_zoom: number;
  max_zoom: number;
}

export const toLook = ({ id, style, aggregation, min_zoom, max_zoom }: CustomMapLayer): LayerLook => ({
  layer_id: id,
  style,
  is_clustered: aggregation === "cluster",
  min_zoom,
  max_zoom,
});

interface ColorRule {
  value: string;
  color: string;
  label: string;
}

type Source = (typeof SOURCES)[number];

function listInitial(layer: CustomMapLayer | null) {
  return {
    source: (layer?.source ?? "poi") as Source,
    dataset_id: layer?.dataset_id ? String(layer.dataset_id) : null,
    title: layer?.title ?? "",
    fields: layer?.fields ?? [],
    kinds: layer?.filter.kinds ?? [],
    tags: layer?.filter.tags ?? [],
    visibilities: (layer?.filter.visibilities ?? ["public"]) as string[],
    days: (layer?.filter.days ?? 1) as number | string,
    color: layer?.style.color ?? "#2563eb",
    size: (layer?.style.size ?? 6) as number | string,
    by_field: layer?.style.by?.field ?? null,
    by_rules: (layer?.style.by?.rules ?? [])
      .filter(({ value }) => value !== undefined)
      .map(({ value, color, label = "" }): ColorRule => ({ value: String(value), color, label })),
    other: layer?.style.by?.other ?? "#8a8178",
    is_clustered: (layer?.aggregation ?? "cluster") === "cluster",
    is_visible: layer?.is_visible ?? true,
    popup: layer?.popup ?? "",
    refresh_s: (layer?.refresh_s ?? 60) as number | string,
    min_zoom: (layer?.min_zoom ?? 0) as number | string,
    max_zoom: (layer?.max_zoom ?? 22) as number | string,
  };
}

type Values = ReturnType<typeof listInitial>;

/** Rules by numbers, which a program wrote, stay as they are. */
function buildStyle(
  { color, size, by_field, by_rules, other }: Values,
  layer: CustomMapLayer | null,
): CustomMapStyle {
  const before = layer?.style;
  const kept_rules = (before?.by?.rules ?? []).filter(({ value }) => value === undefined);
  const type = layer?.offered_fields.find(({ key }) => key === by_field)?.type;
  const rules = by_rules
    .filter(({ value }) => value.trim() !== "")
    .map(({ value, color, label }) => ({
      value: type === "number" ? Number(value) : type === "boolean" ? value === "true" : value.trim(),
      color,
      ...(label.trim() === "" ? {} : { label: label.trim() }),
    }));
  const all_rules = before?.by?.field === by_field ? [...rules, ...kept_rules] : rules;
  return {
    ...(before?.opacity === undefined ? {} : { opacity: before.opacity }),
    color,
    size: Number(size),
    by: by_field === null || all_rules.length === 0 ? null : { field: by_field, rules: all_rules, other },
  };
}

function buildFilter(values: Values, layer: CustomMapLayer | null): CustomMapLayer["filter"] {
  const { source, kinds, tags, visibilities, days } = values;
  if (source === "poi" || source === "zones")
    return {
      ...(kinds.length === 0 ? {} : { kinds }),
      ...(tags.length === 0 ? {} : { tags }),
      visibilities: visibilities as NonNullable<CustomMapLayer["filter"]["visibilities"]>,
    };
  if (source === "routes") return { ...layer?.filter, days: Number(days) };
  return layer?.filter ?? {};
}

export function LayerForm({
  map_id,
  layer,
  onLook,
  onCreate,
  close,
}: {
  map_id: number;
  /** Null: a new one. */
  layer: CustomMapLayer | null;
  onLook: (look: LayerLook | null) => void;
  onCreate: (layer_id: number) => void;
  close: () => void;
}) {
  const may_write = useMe().permissions.includes("maps:write");
  const [removing, setRemoving] = useState(false);
  const form = useSaveForm({
    rules: RULES,
    initial: listInitial(layer),
    disabled: !may_write,
    run: async (values) => {
      const members = {
        title: values.title.trim(),
        filter: buildFilter(values, layer),
        style: buildStyle(values, layer),
        aggregation: values.is_clustered ? ("cluster" as const) : ("none" as const),
        is_visible: values.is_visible,
        popup: values.popup,
        refresh_s: Number(values.refresh_s),
        min_zoom: Number(values.min_zoom),
        max_zoom: Number(values.max_zoom),
      };
      if (layer !== null) {
        await client.mapLayerUpdate(
          { map_id, layer_id: layer.id, fields: values.fields, ...members },
          { if_match: layer.version },
        );
        return layer.id;
      }
      const { layer_id } = await client.mapLayerCreate({
        map_id,
        source: values.source,
        ...(values.source === "dataset" && values.dataset_id !== null
          ? { dataset_id: Number(values.dataset_id) }
          : {}),
        ...members,
      });
      return layer_id;
    },
    keys: [[MAPS]],
    success_message: () => text.layers.saved,
    done: (layer_id) => (layer === null ? onCreate(layer_id) : close()),
  });
  const { field, own, values, set } = form;
  const look =
    layer === null
      ? null
      : JSON.stringify({
          layer_id: layer.id,
          style: buildStyle(values, layer),
          is_clustered: values.is_clustered,
          min_zoom: Number(values.min_zoom),
          max_zoom: Number(values.max_zoom),
        } satisfies LayerLook);
  useEffect(() => onLook(look === null ? null : (JSON.parse(look) as LayerLook)), [look, onLook]);
  const is_places = values.source === "poi" || values.source === "zones";
  return (
    <Sheet title={layer?.title ?? text.layers.add}>
      <form className="stack" {...form.props}>
        <OtherErrors errors={form.others} />
        {layer === null ? (
          <>
            <Select
              label={text.layers.source}
              allowDeselect={false}
              data={SOURCES.map((value) => ({ value, label: text.sources[value] }))}
              {...field("source")}
            />
            {values.source === "dataset" ? (
              <DatasetSelect {...field("dataset_id", { required: true })} />
            ) : null}
          </>
        ) : null}
        <TextInput label={text.layers.name} {...field("title")} />
        {layer?.source === "geojson" ? <Upload map_id={map_id} layer={layer} /> : null}
        {is_places ? (
          <fieldset className="form-section stack">
            <legend>{text.layers.which}</legend>
            <Checkbox.Group
              label={text.layers.visibilities}
              {...own("visibilities", { member: "filter.visibilities" })}
            >
              <div className="row">
                {VISIBILITIES.map((value) => (
                  <Checkbox
                    key={value}
                    value={value}
                    label={text.visibilities[value]}
                    disabled={!may_write}
                  />
                ))}
              </div>
            </Checkbox.Group>
            {values.visibilities.some((value) => value !== "public") ? (
              <p className="note tone-warn">{text.layers.not_public}</p>
            ) : null}
            <Checkbox.Group label={text.layers.kinds} {...own("kinds", { member: "filter.kinds" })}>
              <div className="row">
                {listKinds().map(({ value, label }) => (
                  <Checkbox key={value} value={value} label={label} disabled={!may_write} />
                ))}
              </div>
            </Checkbox.Group>
            <TagsInput label={text.layers.tags} {...own("tags", { member: "filter.tags" })} />
          </fieldset>
        ) : null}
        {values.source === "routes" ? (
          <NumberInput label={text.layers.days} {...own("days", { member: "filter.days" })} />
        ) : null}
        {layer === null ? (
          <p className="dim small">{text.layers.fields_next}</p>
        ) : (
          <>
            <FieldList layer={layer} values={values} set={set} may_write={may_write} />
            <Colors layer={layer} values={values} set={set} disabled={!may_write} />
          </>
        )}
        {layer === null ? null : (
          <fieldset className="form-section stack">
            <legend>{text.layers.display}</legend>
            <NumberInput label={text.layers.size} {...own("size", { member: "style.size" })} />
            <Switch label={text.layers.clustered} {...own("is_clustered", { type: "checkbox" })} />
            <Switch label={text.layers.visible} {...field("is_visible", { type: "checkbox" })} />
            <Textarea
              label={text.layers.popup}
              description={text.layers.popup_about({
                fields: values.fields.map((key) => `{${key}}`).join(" "),
              })}
              autosize
              minRows={2}
              {...field("popup")}
            />
            <div className="row nowrap">
              <NumberInput label={text.layers.min_zoom} {...field("min_zoom")} />
              <NumberInput label={text.layers.max_zoom} {...field("max_zoom")} />
            </div>
            <NumberInput label={text.layers.refresh} {...field("refresh_s")} />
          </fieldset>
        )}
        <div className="row apart">
          {layer === null || !may_write ? (
            <span />
          ) : (
            <Button variant="subtle" color="red" onClick={() => setRemoving(true)}>
              {text.layers.remove}
            </Button>
          )}
          <div className="row">
            <Button variant="default" onClick={close}>
              {text.back}
            </Button>
            {may_write ? (
              <Button type="submit" loading={form.is_saving}>
                {layer === null ? text.layers.add_submit : text.save}
              </Button>
            ) : null}
          </div>
        </div>
      </form>
      <ActionDialog
        name="mapLayerRemove"
        opened={removing}
        close={() => setRemoving(false)}
        title={text.layers.remove_title({ title: layer?.title ?? "" })}
        confirm={text.layers.remove}
        danger
        input={{ map_id, layer_id: layer?.id ?? 0 }}
        run={(options) =>
          client.mapLayerRemove(
            { map_id, layer_id: layer?.id ?? 0 },
            { ...options, ...(layer === null ? {} : { if_match: layer.version }) },
          )
        }
        done={() => {
          setRemoving(false);
          notifySuccess(text.layers.removed);
          close();
        }}
      >
        <p>{text.layers.remove_about}</p>
      </ActionDialog>
    </Sheet>
  );
}

function DatasetSelect(props: object) {
  const datasets = useQuery(datasetsQuery).data?.datasets ?? [];
  return (
    <Select
      label={text.layers.dataset}
      searchable
      data={datasets.map(({ id, name }) => ({ value: String(id), label: name }))}
      {...props}
    />
  );
}

interface PartProps {
  layer: CustomMapLayer;
  values: Values;
  set: (part: Partial<Values>) => void;
}

/** The allow-list: nothing else leaves the service. */
function FieldList({ layer, values, set, may_write }: PartProps & { may_write: boolean }) {
  const offered_keys = new Set(layer.offered_fields.map(({ key }) => key));
  const choices = [
    ...layer.offered_fields,
    ...values.fields.filter((key) => !offered_keys.has(key)).map((key) => ({ key, label: key })),
  ];
  return (
    <fieldset className="form-section stack">
      <legend>{text.layers.fields}</legend>
      <p className="dim small">{text.layers.fields_about}</p>
      {choices.length === 0 ? <p className="dim">{text.layers.no_fields}</p> : null}
      {choices.map(({ key, label }) => (
        <Checkbox
          key={key}
          label={label}
          description={offered_keys.has(key) ? undefined : text.layers.field_gone}
          disabled={!may_write}
          checked={values.fields.includes(key)}
          onChange={({ currentTarget }) =>
            set({
              fields: currentTarget.checked
                ? [...values.fields, key]
                : values.fields.filter((one) => one !== key),
              ...(!currentTarget.checked && values.by_field === key ? { by_field: null } : {}),
            })
          }
        />
      ))}
    </fieldset>
  );
}

/** One color, or one for each value of a field of the list. */
function Colors({ values, set, disabled }: PartProps & { disabled: boolean }) {
  const change = (index: number, part: Partial<ColorRule>) =>
    set({ by_rules: values.by_rules.map((one, at) => (at === index ? { ...one, ...part } : one)) });
  return (
    <fieldset className="form-section stack">
      <legend>{text.layers.colors}</legend>
      <ColorInput
        // No member of a request: a color of the style, chosen from the palette or written.
        label={text.layers.color}
        format="hex"
        withEyeDropper={false}
        swatches={COLORS}
        disabled={disabled}
        value={values.color}
        onChange={(color) => set({ color })}
      />
      <Select
        label={text.layers.color_by}
        clearable
        disabled={disabled}
        data={values.fields}
        value={values.by_field}
        onChange={(by_field) =>
          set({
            by_field,
            ...(values.by_rules.length === 0
              ? { by_rules: [{ value: "", color: COLORS[1] ?? "", label: "" }] }
              : {}),
          })
        }
      />
      {values.by_field === null ? null : (
        <>
          {values.by_rules.map((rule, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place in the list.
            <div key={index} className="map-rule">
              <TextInput
                // No member of a request: the value of a rule, of whatever type its field has.
                label={text.layers.value({ n: index + 1 })}
                maxLength={200}
                disabled={disabled}
                value={rule.value}
                onChange={({ currentTarget }) => change(index, { value: currentTarget.value })}
              />
              <ColorInput
                // No member of a request: the color of a rule.
                aria-label={text.layers.value_color({ n: index + 1 })}
                format="hex"
                withEyeDropper={false}
                swatches={COLORS}
                disabled={disabled}
                value={rule.color}
                onChange={(color) => change(index, { color })}
              />
              <ActionIcon
                variant="default"
                size="lg"
                disabled={disabled}
                aria-label={text.layers.value_remove({ n: index + 1 })}
                onClick={() => set({ by_rules: values.by_rules.toSpliced(index, 1) })}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </div>
          ))}
          <Button
            variant="default"
            size="xs"
            style={{ alignSelf: "flex-start" }}
            leftSection={<IconPlus size={14} />}
            disabled={disabled || values.by_rules.length >= RULES_MAX}
            onClick={() =>
              set({
                by_rules: [
                  ...values.by_rules,
                  { value: "", color: COLORS[(values.by_rules.length + 1) % COLORS.length] ?? "", label: "" },
                ],
              })
            }
          >
            {text.layers.value_add}
          </Button>
          <ColorInput
            // No member of a request: the color of all other values.
            label={text.layers.other_color}
            format="hex"
            withEyeDropper={false}
            swatches={COLORS}
            disabled={disabled}
            value={values.other}
            onChange={(other) => set({ other })}
          />
        </>
      )}
    </fieldset>
  );
}

/** Replaces the features of a layer by those of a file. */
function Upload({ map_id, layer }: { map_id: number; layer: CustomMapLayer }) {
  const [problem, setProblem] = useState<string | null>(null);
  const upload = useSave(
    async (file: File) =>
      client.mapLayerUpload({
        map_id,
        layer_id: layer.id,
        name: file.name,
        content_type: "application/geo+json",
        content_base64: await toBase64(file),
      }),
    {
      keys: [[MAPS]],
      success_message: (answer) => text.layers.uploaded({ n: answer.features }),
      refused: (error) => setProblem(error.message),
    },
  );
  return (
    <FileInput
      label={text.layers.file}
      description={text.layers.file_about({ n: layer.features })}
      accept=".geojson,.json,application/geo+json"
      placeholder={text.layers.choose_file}
      disabled={upload.isPending}
      error={problem ?? undefined}
      value={null}
      onChange={(file) => {
        setProblem(null);
        if (file !== null) upload.mutate(file);
      }}
    />
  );
}
