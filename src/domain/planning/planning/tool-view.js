// Routes on a map, drawn from their coordinates: the view may load no base map.
import { callTool, element, language, start, view } from "mcp-view";

const TEXTS = {
  en: {
    waiting: "The day is being planned",
    pending: "The plan is being computed; the assistant reads its result later.",
    none: "There are no routes.",
    map: "Map of the routes",
    no_map: "The stops of a preview are not drawn.",
    stops: (count) => (count === 1 ? "1 stop" : `${count} stops`),
    unassigned: (count) => (count === 1 ? "1 order without a route" : `${count} orders without a route`),
    stop: (seq, at) => `Stop ${seq}${at ? `, ${at}` : ""}`,
    order: "Order",
    depot: "Start",
  },
  pt: {
    waiting: "O dia está sendo planejado",
    pending: "O plano está sendo calculado; o assistente lerá o resultado depois.",
    none: "Não há rotas.",
    map: "Mapa das rotas",
    no_map: "As paradas de uma prévia não são desenhadas.",
    stops: (count) => (count === 1 ? "1 parada" : `${count} paradas`),
    unassigned: (count) => (count === 1 ? "1 pedido sem rota" : `${count} pedidos sem rota`),
    stop: (seq, at) => `Parada ${seq}${at ? `, ${at}` : ""}`,
    order: "Pedido",
    depot: "Início",
  },
};
const COLOURS = 8;
/** Routes whose stops are read; a larger day is listed without the stops of the others. */
const ROUTES_DRAWN_MAX = 40;
const SIZE = { width: 640, height: 380, margin: 24 };
const EARTH_M = 40_075_017;

start({
  name: "packhorse-plan",
  waiting_text: { en: TEXTS.en.waiting, pt: TEXTS.pt.waiting },
  async show(answer) {
    const texts = TEXTS[language];
    const planned = answer.route === undefined ? (answer.routes ?? []) : [answer.route];
    if (planned.length === 0) {
      const text = answer.pending ? texts.pending : texts.none;
      view.replaceChildren(element("p", { class: "dim" }, text), drawUnassigned(answer.unassigned ?? []));
      return;
    }
    const drawn = await Promise.all(
      planned.map(async (route, index) => readRoute(await loadStops(route, index), index)),
    );
    draw(drawn, answer.unassigned ?? []);
  },
});

/** The answer of a plan has no stops: those of a route are read by its own tool. */
async function loadStops(route, index) {
  const has_places = route.stops?.some(({ lat }) => lat !== undefined);
  const id = route.route_id ?? route.id;
  if (has_places || id === undefined || id === null || index >= ROUTES_DRAWN_MAX) return route;
  const { route: whole, shortened } = await callTool("get_route_detail", { route_id: id, view: "full" });
  const stops = [...(whole.stops ?? [])];
  // A long answer comes in parts: the others have the stops that the first has not, and ends of those that it has.
  for (let next = shortened?.next; next !== undefined; ) {
    const more = await callTool("get_route_detail", { route_id: id, view: "full", ...next });
    stops.push(...(more.route?.stops ?? []).filter(({ seq }) => seq !== undefined));
    next = more.shortened?.next;
  }
  return { ...route, ...whole, stops };
}

function readRoute(route, index) {
  const stops = (route.stops ?? []).filter(
    ({ lat, lng }) => typeof lat === "number" && typeof lng === "number",
  );
  const depot = [route.start, route.start_place].find((place) => typeof place?.lat === "number");
  const path = route.path?.length > 1 ? route.path : [...(depot ? [depot] : []), ...stops];
  return {
    name: route.driver_name ?? route.driver?.name ?? route.name ?? `#${route.route_id ?? route.id}`,
    stop_count: route.stops?.length || route.order_ids?.length || route.stop_count || route.stops_total || 0,
    distance_m: route.distance_m ?? route.planned_distance_m ?? null,
    colour: `route-${index % COLOURS}`,
    stops,
    depot,
    path,
  };
}

function draw(routes, unassigned) {
  const texts = TEXTS[language];
  const points = routes.flatMap(({ stops, depot, path }) => [...stops, ...path, ...(depot ? [depot] : [])]);
  const groups = new Map();
  const map =
    points.length === 0 ? element("p", { class: "dim" }, texts.no_map) : drawMap(routes, points, groups);
  let chosen = null;
  const choose = (route, button) => {
    chosen = chosen === route ? null : route;
    for (const [one, group] of groups) group.classList.toggle("faded", chosen !== null && one !== chosen);
    for (const one of view.querySelectorAll(".routes button")) one.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-pressed", String(chosen === route));
  };
  const list = routes.map((route) => {
    const km =
      route.distance_m === null
        ? null
        : `${(route.distance_m / 1000).toLocaleString(language, { maximumFractionDigits: 1 })} km`;
    const facts = [texts.stops(route.stop_count), km].filter(Boolean).join(" · ");
    const button = element(
      "button",
      { "aria-pressed": "false", onclick: () => choose(route, button) },
      element("span", { class: `mark ${route.colour}`, "aria-hidden": true }),
      element("strong", {}, route.name),
      element("span", { class: "dim" }, facts),
    );
    return element("li", {}, button);
  });
  view.replaceChildren(map, element("ul", { class: "routes" }, ...list), drawUnassigned(unassigned));
}

function drawMap(routes, points, groups) {
  const texts = TEXTS[language];
  const { project, metres_per_pixel } = fitProjection(points);
  const svg = element("svg", {
    viewBox: `0 0 ${SIZE.width} ${SIZE.height}`,
    role: "img",
    "aria-label": texts.map,
  });
  for (const route of routes) {
    const line = route.path.map((point) => project(point).join(",")).join(" ");
    const group = element("g", { class: route.colour }, element("polyline", { points: line, fill: "none" }));
    if (route.depot !== undefined) {
      const [x, y] = project(route.depot);
      group.append(
        element("circle", { cx: x, cy: y, r: 6, class: "depot" }, element("title", {}, texts.depot)),
      );
    }
    for (const { lat, lng, seq, planned_arrival_at } of route.stops) {
      const [x, y] = project({ lat, lng });
      const at = planned_arrival_at
        ? new Date(planned_arrival_at).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" })
        : "";
      group.append(
        element(
          "circle",
          { cx: x, cy: y, r: 9 },
          element("title", {}, `${route.name}: ${texts.stop(seq, at)}`),
        ),
        element("text", { x, y }, String(seq)),
      );
    }
    groups.set(route, group);
    svg.append(group);
  }
  svg.append(...drawScale(metres_per_pixel));
  return svg;
}

/** Mercator, so that all points fit. */
function fitProjection(points) {
  const { width, height, margin } = SIZE;
  const toPlane = ({ lat, lng }) => {
    const sine = Math.sin((Math.max(-85, Math.min(85, lat)) * Math.PI) / 180);
    return [(lng + 180) / 360, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
  };
  const placed = points.map(toPlane);
  const [left, right] = [Math.min(...placed.map(([x]) => x)), Math.max(...placed.map(([x]) => x))];
  const [top, bottom] = [Math.min(...placed.map(([, y]) => y)), Math.max(...placed.map(([, y]) => y))];
  // A single place is shown with a kilometre around it.
  const least = 2000 / EARTH_M;
  const scale = Math.min(
    (width - 2 * margin) / Math.max(right - left, least),
    (height - 2 * margin) / Math.max(bottom - top, least),
  );
  const project = (point) => {
    const [x, y] = toPlane(point);
    return [
      Math.round((width / 2 + (x - (left + right) / 2) * scale) * 10) / 10,
      Math.round((height / 2 + (y - (top + bottom) / 2) * scale) * 10) / 10,
    ];
  };
  const middle = points[0]
    ? (Math.max(...points.map(({ lat }) => lat)) + Math.min(...points.map(({ lat }) => lat))) / 2
    : 0;
  return { project, metres_per_pixel: (EARTH_M * Math.cos((middle * Math.PI) / 180)) / scale };
}

/** A bar of a round number of metres, at most a quarter of the width. */
function drawScale(metres_per_pixel) {
  const most = (SIZE.width / 4) * metres_per_pixel;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = [5, 2, 1].map((times) => times * power).find((one) => one <= most) ?? power;
  const length = metres / metres_per_pixel;
  const [x, y] = [SIZE.margin / 2, SIZE.height - 10];
  const name = metres >= 1000 ? `${metres / 1000} km` : `${metres} m`;
  return [
    element("line", { x1: x, x2: x + length, y1: y, y2: y, class: "scale" }),
    element("text", { x: x + length / 2, y: y - 9, class: "scale-text" }, name),
  ];
}

function drawUnassigned(unassigned) {
  const texts = TEXTS[language];
  if (unassigned.length === 0) return element("p", {});
  const rows = unassigned.map(({ order_id, reason }) =>
    element("li", {}, `${texts.order} ${order_id}: ${reason.replaceAll("_", " ")}`),
  );
  return element(
    "details",
    { open: true },
    element("summary", {}, texts.unassigned(rows.length)),
    element("ul", {}, ...rows),
  );
}
