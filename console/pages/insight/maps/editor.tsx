/** A custom map as its people edit it: the draft on the map, its layers, who reads it, and what was published. */
import { Button, SegmentedControl, Select, Textarea, TextInput } from "@mantine/core";
import { type UseQueryResult, useQueries, useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import type { FeatureCollection } from "geojson";
import { lazy, Suspense, useMemo, useState } from "react";
import { IconMap2, IconPlus } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { canDrawMaps } from "../../../map/webgl.ts";
import "../../../map/map.css";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { BackLink } from "../../../parts/links.tsx";
import { Page, Sheet } from "../../../parts/page.tsx";
import { Empty, Failure, Waiting } from "../../../parts/states.tsx";
import { notifySuccess } from "../../../parts/toast.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import type { PickedFeature, ShownLayer } from "./ground.tsx";
import { LayerForm, type LayerLook, toLook } from "./layer-form.tsx";
import { PublicationTag } from "./maps.tsx";
import { type CustomMap, type CustomMapLayer, layersQuery, MAPS, mapQuery, previewQuery } from "./queries.ts";
import { Share } from "./share.tsx";
import { describeFeature } from "./style.ts";
import { text } from "./text.ts";
import { Versions } from "./versions.tsx";
import "./maps.css";

const View = lazy(() => import("./ground.tsx"));
const here = getRouteApi("/inside/maps/$map_id");
const RULES = getRules("mapUpdate");
const PUBLISH_RULES = getRules("mapPublish");
const NO_FEATURES: FeatureCollection = { type: "FeatureCollection", features: [] };
const PARTS = ["layers", "share", "versions"] as const;

export function MapEditor() {
  const map_id = Number(here.useParams().map_id);
  const query = useQuery(mapQuery(map_id));
  const layers = useQuery(layersQuery(map_id));
  const [part, setPart] = useState<(typeof PARTS)[number]>("layers");
  /** Null: the list. 0: a new one. */
  const [layer_id, setLayerId] = useState<number | null>(null);
  const [look, setLook] = useState<LayerLook | null>(null);
  const above = <BackLink to="/maps">{text.title}</BackLink>;
  if (query.data === undefined) return <UnloadedPage query={query} above={above} />;
  const { custom_map: map } = query.data;
  const edited = layers.data?.layers.find(({ id }) => id === layer_id);
  const close = () => {
    setLayerId(null);
    setLook(null);
  };
  return (
    <Page
      title={map.title}
      above={above}
      subtitle={
        <span className="row tight">
          <PublicationTag map={map} />
          <span>{text.accesses[map.access]}</span>
        </span>
      }
      actions={<Actions map={map} />}
    >
      <div className="map-editor">
        <Preview map={map} layers={layers.data?.layers ?? []} look={look} />
        <div className="stack">
          <SegmentedControl
            aria-label={text.parts.label}
            fullWidth
            data={PARTS.map((value) => ({ value, label: text.parts[value] }))}
            value={part}
            onChange={(value) => {
              close();
              setPart(value as typeof part);
            }}
          />
          {part === "share" ? <Share map={map} /> : null}
          {part === "versions" ? <Versions map={map} /> : null}
          {part !== "layers" ? null : layer_id !== null && (layer_id === 0 || edited !== undefined) ? (
            <LayerForm
              key={layer_id}
              map_id={map_id}
              layer={edited ?? null}
              onLook={setLook}
              onCreate={setLayerId}
              close={close}
            />
          ) : layers.data === undefined ? (
            layers.error ? (
              <Failure error={layers.error} retry={() => void layers.refetch()} />
            ) : (
              <Waiting rows={3} />
            )
          ) : (
            <Layers layers={layers.data.layers} open={setLayerId} />
          )}
        </div>
      </div>
    </Page>
  );
}

function Layers({ layers, open }: { layers: readonly CustomMapLayer[]; open: (layer_id: number) => void }) {
  const may_write = useMe().permissions.includes("maps:write");
  return (
    <Sheet
      title={text.layers.title}
      pad={false}
      actions={
        may_write ? (
          <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => open(0)}>
            {text.layers.add}
          </Button>
        ) : null
      }
    >
      {layers.length === 0 ? (
        <Empty icon={IconMap2} title={text.layers.none}>
          {text.layers.none_about}
        </Empty>
      ) : (
        <ul className="list">
          {layers.map((layer) => (
            <li key={layer.id}>
              <button type="button" className="list-row" onClick={() => open(layer.id)}>
                <span className="swatch" style={{ background: layer.style.color }} />
                <span className="stack two-lines grow">
                  <span className="strong cut">{layer.title}</span>
                  <span className="dim small">
                    {text.sources[layer.source]} · {text.layers.features({ n: layer.features })} ·{" "}
                    {text.layers.fields_count({ n: layer.fields.length })}
                  </span>
                  {layer.missing_fields.length === 0 ? null : (
                    <span className="small tone-bad note">
                      {text.layers.missing({ fields: layer.missing_fields.join(", ") })}
                    </span>
                  )}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}

/** One object as long as nothing of it changes. */
const combinePreviews = (previews: readonly UseQueryResult<FeatureCollection>[]) => ({
  collections: previews.map(({ data }) => data),
  failure: previews.find(({ error }) => error !== null)?.error ?? null,
});

/** What readers would see of the draft, with the look that is being edited. */
function Preview({
  map,
  layers,
  look,
}: {
  map: CustomMap;
  layers: readonly CustomMapLayer[];
  look: LayerLook | null;
}) {
  const [picked, setPicked] = useState<PickedFeature | null>(null);
  const { collections, failure } = useQueries({
    queries: layers.map((layer) => previewQuery(layer)),
    combine: combinePreviews,
  });
  const shown_layers = useMemo(
    () =>
      layers.map((layer, index): ShownLayer => {
        const { style, is_clustered, min_zoom, max_zoom } =
          look?.layer_id === layer.id ? look : { ...toLook(layer) };
        return {
          id: layer.id,
          style,
          min_zoom,
          max_zoom,
          is_clustered,
          is_shown: true,
          data: { features: collections[index] ?? NO_FEATURES },
        };
      }),
    [layers, look, collections],
  );
  const bounds = useMemo(() => map.bounds ?? findBounds(collections), [map.bounds, collections]);
  const layer = layers.find(({ id }) => id === picked?.layer_id);
  const description = picked && layer ? describeFeature(picked.properties, layer) : null;
  return (
    <Sheet pad={false}>
      <div className="map-editor-ground">
        {canDrawMaps() ? (
          <Suspense fallback={<Waiting rows={4} />}>
            <View
              key={bounds === null ? "empty" : "found"}
              label={text.preview}
              layers={shown_layers}
              bounds={bounds}
              has_base={map.base === "default"}
              focus={null}
              pick={setPicked}
            />
          </Suspense>
        ) : (
          <Empty icon={IconMap2} title={text.no_webgl}>
            {text.no_webgl_about}
          </Empty>
        )}
      </div>
      {failure === null ? null : <p className="note tone-bad">{failure.message}</p>}
      {description === null ? (
        <p className="dim small map-editor-note">{text.preview_about}</p>
      ) : (
        <div className="map-editor-note">
          <p className="strong">{description.title || text.no_fields}</p>
          {description.lines.map((line) => (
            <p key={line} className="small">
              {line}
            </p>
          ))}
        </div>
      )}
    </Sheet>
  );
}

/** Of all positions; null where there are none. */
function findBounds(collections: readonly (FeatureCollection | undefined)[]): number[] | null {
  const [lngs, lats]: [number[], number[]] = [[], []];
  const read = (coordinates: unknown): void => {
    if (!Array.isArray(coordinates)) return;
    if (typeof coordinates[0] === "number") {
      lngs.push(coordinates[0]);
      lats.push(Number(coordinates[1]));
    } else for (const one of coordinates) read(one);
  };
  for (const collection of collections)
    for (const { geometry } of collection?.features ?? [])
      if ("coordinates" in geometry) read(geometry.coordinates);
  if (lngs.length === 0) return null;
  const least = (numbers: number[]) => numbers.reduce((one, other) => Math.min(one, other));
  const most = (numbers: number[]) => numbers.reduce((one, other) => Math.max(one, other));
  return [least(lngs), least(lats), most(lngs), most(lats)];
}

function Actions({ map }: { map: CustomMap }) {
  const may_write = useMe().permissions.includes("maps:write");
  const navigate = useNavigate();
  const [open, setOpen] = useState<"publish" | "change" | "delete" | null>(null);
  const [note, setNote] = useState("");
  const close = () => setOpen(null);
  const { id: map_id, published_number } = map;
  return (
    <>
      {published_number === null ? null : (
        <a href={map.page_url} target="_blank" rel="noreferrer">
          {text.open_page}
        </a>
      )}
      {may_write ? (
        <>
          <Button variant="default" onClick={() => setOpen("change")}>
            {text.change}
          </Button>
          <Button disabled={map.layers === 0} onClick={() => setOpen("publish")}>
            {text.publish.submit}
          </Button>
        </>
      ) : null}
      {open === "change" ? <MapSettings map={map} close={close} remove={() => setOpen("delete")} /> : null}
      <ActionDialog
        name="mapPublish"
        opened={open === "publish"}
        close={close}
        title={text.publish.title({ title: map.title })}
        confirm={text.publish.submit}
        input={{ map_id, note }}
        run={(options) =>
          client.mapPublish(
            { map_id, ...(note.trim() === "" ? {} : { note: note.trim() }) },
            { ...options, if_match: map.version },
          )
        }
        done={({ number }) => {
          close();
          setNote("");
          notifySuccess(text.publish.done({ number }));
        }}
      >
        <p>{text.publish.about({ access: text.accesses[map.access] })}</p>
        <TextInput
          label={text.publish.note}
          {...toMemberProps(PUBLISH_RULES, "note")}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </ActionDialog>
      <ActionDialog
        name="mapDelete"
        opened={open === "delete"}
        close={close}
        title={text.remove.title({ title: map.title })}
        confirm={text.remove.submit}
        danger
        input={{ map_id }}
        run={(options) => client.mapDelete({ map_id }, { ...options, if_match: map.version })}
        done={() => {
          close();
          notifySuccess(text.remove.done({ title: map.title }));
          void navigate({ to: "/maps" });
        }}
      >
        <p>{text.remove.about}</p>
      </ActionDialog>
    </>
  );
}

function MapSettings({ map, close, remove }: { map: CustomMap; close: () => void; remove: () => void }) {
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.change}
      confirm={text.save}
      initial={{ title: map.title, description: map.description, base: map.base, slug: map.slug }}
      run={({ title, description, base, slug }) =>
        client.mapUpdate(
          { map_id: map.id, title: title.trim(), description: description.trim(), base, slug: slug.trim() },
          { if_match: map.version },
        )
      }
      keys={[[MAPS]]}
      success_message={(answer) => text.saved({ name: answer.custom_map.title })}
    >
      {({ field }) => (
        <>
          <TextInput data-autofocus label={text.map_title} {...field("title")} />
          <Textarea label={text.description} autosize minRows={2} {...field("description")} />
          <Select
            label={text.base}
            allowDeselect={false}
            data={(["default", "none"] as const).map((value) => ({ value, label: text.bases[value] }))}
            {...field("base")}
          />
          <TextInput label={text.slug} description={text.slug_about} {...field("slug")} />
          <Button variant="subtle" color="red" style={{ alignSelf: "flex-start" }} onClick={remove}>
            {text.remove.submit}
          </Button>
        </>
      )}
    </FormDrawer>
  );
}
