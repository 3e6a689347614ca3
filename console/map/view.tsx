/**
 * MapLibre, driven by the props of a page. Stops and lines are layers, so that thousands of them stay smooth.
 */
import { useComputedColorScheme } from "@mantine/core";
import {
  AttributionControl,
  type GeoJSONSource,
  Map as Ground,
  LngLatBounds,
  Marker,
  NavigationControl,
  Popup,
  ScaleControl,
  type StyleSpecification,
  setWorkerUrl,
} from "maplibre-gl";
import "maplibre-gl/dist/maplibre-gl.css";
import worker from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import { useEffect, useImperativeHandle, useRef, useState } from "react";
import { indexPins } from "./clusters.ts";
import { LassoLayer } from "./lasso-layer.tsx";
import { addLayers, highlight, LAYERS, toLineFeatures, toStopFeatures } from "./layers.ts";
import { drawNumbersOnDemand } from "./numbers.ts";
import { pinElement } from "./pins.ts";
import type { MapPin, MapProps } from "./shapes.ts";
import { addLand, buildGraticule, chooseBaseMap, fillSea, GRATICULE, plainStyle } from "./style.ts";

setWorkerUrl(worker);

const NO_STOPS: readonly number[] = [];

/** Bounds of the chosen route if there is one, else of everything. */
function computeBounds({
  stops = [],
  pins = [],
  lines = [],
  route = null,
}: MapProps): LngLatBounds | undefined {
  const bounds = new LngLatBounds();
  for (const one of stops) if (route === null || one.route === route) bounds.extend([one.lng, one.lat]);
  for (const { id, points } of lines)
    if (route === null || id === route) for (const point of points) bounds.extend(point);
  if (route === null || bounds.isEmpty()) for (const { lng, lat } of pins) bounds.extend([lng, lat]);
  return bounds.isEmpty() ? undefined : bounds;
}

export default function View(props: MapProps) {
  const { label, stops, lines, pins, route = null, stop = null, chosen = NO_STOPS, fit, centre } = props;
  const dark = useComputedColorScheme("light") === "dark";
  const holder = useRef<HTMLElement>(null);
  const [ground, setGround] = useState<Ground | null>(null);
  // Whether the style has loaded; each new style drops our sources.
  const [styled, setStyled] = useState(false);
  const latest = useRef(props);
  latest.current = props;
  const scheme = useRef(dark);
  const fitted = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the map is created once; the effects below apply changes.
  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const bounds = computeBounds(latest.current);
    const map = new Ground({
      container: element,
      style: plainStyle(dark),
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      ...(bounds === undefined
        ? { center: [0, 20], zoom: 1.2 }
        : { bounds, fitBoundsOptions: { padding: 44, maxZoom: 14.5 } }),
    });
    map.touchZoomRotate.disableRotation();
    map.addControl(new NavigationControl({ showCompass: false }), "top-right");
    map.addControl(new ScaleControl({ maxWidth: 90 }), "bottom-left");
    map.addControl(new AttributionControl({ compact: true }), "bottom-right");
    // The holder is the landmark with this name; two landmarks of one name would be indistinguishable.
    map.getCanvas().setAttribute("role", "application");
    map.getCanvas().setAttribute("aria-label", label);
    const draw = () => {
      const source = map.getSource<GeoJSONSource>(GRATICULE);
      source?.setData(buildGraticule(map.getBounds()));
    };
    map.on("style.load", () => {
      draw();
      setStyled(true);
    });
    map.on("moveend", draw);
    // The graphics card may be taken away for a while; the map restores its style itself.
    map.on("webglcontextlost", () => setStyled(false));
    drawNumbersOnDemand(map);
    listen(map, latest);
    setGround(map);
    return () => {
      setGround(null);
      map.remove();
    };
  }, []);

  useEffect(() => {
    if (ground === null || !styled) return;
    addLayers(ground, dark);
    ground.getSource<GeoJSONSource>(LAYERS.stops)?.setData(toStopFeatures(stops ?? [], dark));
    ground.getSource<GeoJSONSource>(LAYERS.lines)?.setData(toLineFeatures(lines ?? []));
  }, [ground, styled, dark, stops, lines]);

  useEffect(() => {
    if (ground !== null && styled) highlight(ground, { route, stop, chosen });
  }, [ground, styled, route, stop, chosen]);

  // After the layers: the content of the page is drawn before the land, and a new style waits for neither.
  useEffect(() => {
    if (ground === null) return;
    let over = false;
    const put = (style: Parameters<Ground["setStyle"]>[0]) => {
      setStyled(false);
      // With our layers, so that routes stay on the map while its style changes.
      ground.setStyle(style, { diff: false, transformStyle: keepLayers });
    };
    if (scheme.current !== dark) {
      scheme.current = dark;
      put(plainStyle(dark));
    }
    void chooseBaseMap(dark).then((base_map) => {
      if (over) return;
      if (base_map.type !== "FeatureCollection") put(base_map);
      else
        whenDrawn(ground, () => {
          if (over) return;
          addLand(ground, base_map);
          ground.once("idle", () => over || fillSea(ground, dark));
        });
    });
    return () => {
      over = true;
    };
  }, [ground, dark]);

  useEffect(() => {
    if (ground === null) return;
    let markers: Marker[] = [];
    const groupAt = createGroups(pins ?? [], latest.current);
    const draw = () => {
      for (const marker of markers) marker.remove();
      markers = groupAt(ground.getZoom()).map((group) => addMarker(ground, group, latest));
    };
    draw();
    ground.on("zoomend", draw);
    return () => {
      ground.off("zoomend", draw);
      for (const marker of markers) marker.remove();
    };
  }, [ground, pins]);

  const has_content = (stops?.length ?? 0) + (pins?.length ?? 0) + (lines?.length ?? 0) > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only `fit` requests it; moving content does not move the view.
  useEffect(() => {
    if (ground === null || !has_content) return;
    const bounds = computeBounds(latest.current);
    if (bounds === undefined) return;
    // Without animation: the initial view is the whole world.
    ground.fitBounds(bounds, { padding: 44, maxZoom: 14.5, duration: fitted.current ? 400 : 0 });
    fitted.current = true;
  }, [ground, has_content, fit]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object with equal coordinates is the same position.
  useEffect(() => {
    if (ground === null || !centre) return;
    const { x, y } = ground.project([centre.lng, centre.lat]);
    const { clientWidth: width, clientHeight: height } = ground.getContainer();
    const inside = x > width * 0.15 && x < width * 0.85 && y > height * 0.15 && y < height * 0.85;
    if (!inside) ground.easeTo({ center: [centre.lng, centre.lat], duration: 400 });
  }, [ground, centre?.lat, centre?.lng]);

  const { handle, lasso = false, onLasso } = props;
  useImperativeHandle(
    handle,
    () => ({
      routeAt(x, y) {
        const element = holder.current;
        if (ground === null || element === null || ground.getLayer(LAYERS.stops) === undefined) return null;
        const { left, top, right, bottom } = element.getBoundingClientRect();
        if (x < left || x > right || y < top || y > bottom) return null;
        const [px, py] = [x - left, y - top];
        const [feature] = ground.queryRenderedFeatures(
          [
            [px - 8, py - 8],
            [px + 8, py + 8],
          ],
          { layers: [LAYERS.stops, LAYERS.lines] },
        );
        const id = Number(feature?.properties["route"] ?? -1);
        return id > 0 ? id : null;
      },
    }),
    [ground],
  );
  return (
    <>
      <section ref={holder} className="map-view" aria-label={label} />
      {ground !== null && lasso && onLasso ? (
        <LassoLayer map={ground} stops={stops ?? []} choose={onLasso} />
      ) : null}
    </>
  );
}

/** Pins closer than this, pixels, cover one another. */
const CLUSTER_PX = 26;
/** From here on each driver is shown, also where several stand in one yard. */
const SINGLE_FROM_ZOOM = 15.5;

/** The pins that stand alone, and the drivers in groups where the page can name them. */
function createGroups(pins: readonly MapPin[], { nameCluster }: MapProps): (zoom: number) => MapPin[][] {
  if (nameCluster === undefined) return () => pins.map((pin) => [pin]);
  const others = pins.filter(({ kind }) => kind !== "driver").map((pin) => [pin]);
  const drivers = indexPins(
    pins.filter(({ kind }) => kind === "driver"),
    { reach_px: CLUSTER_PX, single_from_zoom: SINGLE_FROM_ZOOM },
  );
  return (zoom) => [...others, ...drivers(zoom)];
}

/** The marker of one pin, or of several, which a click spreads. */
function addMarker(map: Ground, group: readonly MapPin[], latest: React.RefObject<MapProps>): Marker {
  const [pin] = group;
  if (pin === undefined) throw new Error("A marker shows at least one pin.");
  const { onPin, onPinMove, nameCluster } = latest.current;
  if (group.length > 1 && nameCluster !== undefined) {
    const bounds = new LngLatBounds();
    for (const { lng, lat } of group) bounds.extend([lng, lat]);
    const cluster: MapPin = {
      ...pin,
      id: `cluster ${pin.id}`,
      kind: "cluster",
      text: String(group.length),
      title: nameCluster(group),
    };
    const spread = () => map.fitBounds(bounds, { padding: 90, maxZoom: SINGLE_FROM_ZOOM + 0.5 });
    const element = pinElement(cluster, spread, true);
    return new Marker({ element }).setLngLat(bounds.getCenter()).addTo(map);
  }
  const draggable = pin.is_movable === true && onPinMove !== undefined;
  const element = pinElement(pin, () => latest.current.onPin?.(pin.id), onPin !== undefined);
  const marker = new Marker({ element, draggable }).setLngLat([pin.lng, pin.lat]).addTo(map);
  if (draggable)
    marker.on("dragend", () => {
      const { lat, lng } = marker.getLngLat();
      latest.current.onPinMove?.(pin.id, { lat, lng });
    });
  return marker;
}

/** The next style with the sources and layers of the page from the one before. */
function keepLayers(before: StyleSpecification | undefined, next: StyleSpecification): StyleSpecification {
  const ours = new Set<string>([LAYERS.lines, LAYERS.stops]);
  const own_sources = Object.entries(before?.sources ?? {}).filter(([name]) => ours.has(name));
  const layers = before?.layers.filter((layer) => "source" in layer && ours.has(String(layer.source))) ?? [];
  return {
    ...next,
    sources: { ...next.sources, ...Object.fromEntries(own_sources) },
    layers: [...next.layers, ...layers],
  };
}

function whenDrawn(map: Ground, act: () => void): void {
  if (map.loaded()) act();
  else map.once("idle", act);
}

/** Clicks and hovering. A stop under the pointer takes precedence over the map. */
function listen(map: Ground, latest: React.RefObject<MapProps>): void {
  const popup = new Popup({ closeButton: false, closeOnClick: false, offset: 10, maxWidth: "260px" });
  const stopAt = (point: { x: number; y: number }) => {
    if (map.getLayer(LAYERS.stops) === undefined) return undefined;
    const reach = 5;
    const [feature] = map.queryRenderedFeatures(
      [
        [point.x - reach, point.y - reach],
        [point.x + reach, point.y + reach],
      ],
      { layers: [LAYERS.stops] },
    );
    return feature;
  };
  map.on("mousemove", ({ point }) => {
    const stop_feature = stopAt(point);
    map.getCanvas().style.cursor = stop_feature ? "pointer" : latest.current.onGround ? "crosshair" : "";
    if (stop_feature?.geometry.type === "Point") {
      popup
        .setLngLat(stop_feature.geometry.coordinates as [number, number])
        .setText(String(stop_feature.properties["title"]))
        .addTo(map);
    } else popup.remove();
  });
  map.on("mouseout", () => popup.remove());
  map.on("mousedown", (event) => {
    if (latest.current.onStopPress === undefined) return;
    const stop_feature = stopAt(event.point);
    if (stop_feature === undefined) return;
    event.preventDefault();
    latest.current.onStopPress(
      Number(stop_feature.properties["id"]),
      event.originalEvent as unknown as PointerEvent,
    );
  });
  map.on("click", ({ point, lngLat, originalEvent }) => {
    const stop_feature = stopAt(point);
    if (stop_feature) latest.current.onStop?.(Number(stop_feature.properties["id"]), originalEvent);
    else latest.current.onGround?.({ lat: lngLat.lat, lng: lngLat.lng });
  });
}
