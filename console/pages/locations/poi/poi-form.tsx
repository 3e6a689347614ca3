/** Creates a point of interest, or changes one. */
import { NumberInput, Select, SimpleGrid, TagsInput, TextInput } from "@mantine/core";
import { client } from "../../../api/client.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { useTimes } from "../../../parts/times.ts";
import { useDepot } from "../../identity/settings/queries.ts";
import { AttributesField, listAttributes, readAttributes } from "./attributes-field.tsx";
import { EntrancesField, listEntrances, readEntrances } from "./entrances-field.tsx";
import { HoursField } from "./hours-field.tsx";
import { listKinds } from "./kinds.tsx";
import { POIS_KEY, type Poi, type PoiHours } from "./queries.ts";
import { ShapeField, type Shapes } from "./shape-field.tsx";
import { ringToCorners, toCorners, toRing } from "./shapes.ts";
import { text } from "./text.ts";

const RULES = getRules("poiCreate");

function buildShapes(poi: Poi | null): Shapes {
  const { geometry, geofence } = poi ?? {};
  const line = geofence?.line?.map(([lng = 0, lat = 0]) => ({ lng, lat })) ?? [];
  return {
    geometry_type: geometry?.type ?? "Point",
    corners: geometry === undefined ? [] : toCorners(geometry),
    fence_shape: geofence?.shape ?? "none",
    fence_corners: geofence?.shape === "corridor" ? line : ringToCorners(geofence?.polygon?.[0] ?? []),
    radius_m: geofence?.radius_m ?? 100,
    width_m: geofence?.width_m ?? 50,
    dwell_s: geofence?.dwell_s ?? 120,
    accuracy_m_max: geofence?.accuracy_m_max ?? 50,
  };
}

function readGeometry(
  { geometry_type, corners }: Shapes,
  before: Poi["geometry"] | undefined,
): Poi["geometry"] {
  const [first = { lng: 999, lat: 999 }] = corners;
  if (geometry_type === "Point") return { type: "Point", coordinates: [first.lng, first.lat] };
  // Holes are not drawn, and stay.
  const holes = before?.type === "Polygon" ? before.coordinates.slice(1) : [];
  return { type: "Polygon", coordinates: [toRing(corners), ...holes] };
}

function readFence(shapes: Shapes): Poi["geofence"] {
  const { fence_shape, fence_corners, radius_m, width_m } = shapes;
  if (fence_shape === "none") return null;
  return {
    shape: fence_shape,
    ...(fence_shape === "circle" ? { radius_m: Number(radius_m) } : {}),
    ...(fence_shape === "polygon" && fence_corners.length > 0 ? { polygon: [toRing(fence_corners)] } : {}),
    ...(fence_shape === "corridor"
      ? { line: fence_corners.map(({ lng, lat }): [number, number] => [lng, lat]), width_m: Number(width_m) }
      : {}),
    dwell_s: Number(shapes.dwell_s),
    accuracy_m_max: Number(shapes.accuracy_m_max),
  };
}

export function PoiForm({ poi, close }: { poi: Poi | null; close: () => void }) {
  const { depot } = useDepot();
  const open = useOpenRecord("poi");
  const { zone } = useTimes();
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={poi === null ? text.create : text.change_of({ name: poi.name })}
      size="xl"
      confirm={text.save}
      initial={{
        name: poi?.name ?? "",
        kind: poi?.kind ?? "customer_site",
        visibility: poi?.visibility ?? "private",
        ref: poi?.ref ?? "",
        tags: poi?.tags ?? [],
        place: {
          line1: poi?.place?.line1 ?? "",
          postal_code: poi?.place?.postal_code ?? "",
          city: poi?.place?.city ?? "",
        },
        service_min: poi?.service_time_s == null ? "" : Math.round(poi.service_time_s / 60),
        shapes: buildShapes(poi),
        hours: (poi?.hours ?? null) as PoiHours | null,
        time_zone: poi?.time_zone ?? zone,
        entrances: listEntrances(poi),
        attributes: listAttributes(poi),
      }}
      run={(values) => {
        const { name, kind, visibility, ref, tags, place, service_min, shapes, hours } = values;
        const address = { ...poi?.place, ...place };
        const body = {
          name,
          kind: kind as Poi["kind"],
          visibility: visibility as Poi["visibility"],
          ref: ref.trim() === "" ? null : ref.trim(),
          tags,
          place: place.line1.trim() === "" ? null : address,
          service_time_s: service_min === "" ? null : Number(service_min) * 60,
          geometry: readGeometry(shapes, poi?.geometry),
          geofence: readFence(shapes),
          hours,
          time_zone: values.time_zone.trim() === "" ? null : values.time_zone.trim(),
          entrances: readEntrances(values.entrances),
          attributes: readAttributes(values.attributes),
        };
        return poi === null
          ? client.poiCreate(body)
          : client.poiUpdate({ poi_id: poi.id, ...body }, { if_match: poi.version });
      }}
      keys={[POIS_KEY]}
      success_message={(answer) => text.saved({ name: answer.poi.name })}
      done={(answer) => {
        close();
        if (poi === null) open(answer.poi.id, { is_saved: true });
      }}
    >
      {({ field, own, values, set, getError }) => (
        <>
          <TextInput data-autofocus label={text.name} {...field("name")} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={8}>
            <Select label={text.kind} data={listKinds()} allowDeselect={false} {...field("kind")} />
            <Select
              label={text.visibility}
              data={(["private", "alliance", "public"] as const).map((value) => ({
                value,
                label: text.visibilities[value],
              }))}
              allowDeselect={false}
              {...field("visibility")}
            />
            <TextInput label={text.ref} {...field("ref")} />
            <TagsInput label={text.tags} {...field("tags")} />
          </SimpleGrid>
          <ShapeField
            value={values.shapes}
            set={(part) => set({ shapes: { ...values.shapes, ...part } })}
            around={depot ?? null}
            error={
              getError("geometry.coordinates") ?? getError("geofence.polygon") ?? getError("geofence.line")
            }
          />
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing={8}>
            <TextInput label={text.line1} {...own("place.line1", { required: false })} />
            <TextInput label={text.postal_code} {...own("place.postal_code")} />
            <TextInput label={text.city} {...own("place.city")} />
          </SimpleGrid>
          <NumberInput
            label={text.service_time}
            description={
              poi?.observed_service_time_s == null
                ? text.service_time_about
                : text.service_time_observed({ minutes: Math.round(poi.observed_service_time_s / 60) })
            }
            {...own("service_min", { member: "service_time_s", factor: 60 })}
          />
          <EntrancesField
            value={values.entrances}
            around={values.shapes.corners[0]}
            onChange={(entrances) => set({ entrances })}
            error={(path) => getError(path as "entrances")}
          />
          <HoursField value={values.hours} onChange={(hours) => set({ hours })} />
          {values.hours === null ? null : <TextInput label={text.time_zone} {...field("time_zone")} />}
          <AttributesField value={values.attributes} onChange={(attributes) => set({ attributes })} />
        </>
      )}
    </FormDrawer>
  );
}
