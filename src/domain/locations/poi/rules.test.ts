import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findFenceBounds, findFenceFault, type Geofence, locateInFence } from "./fence.ts";
import {
  findBounds,
  findBoundsAround,
  findDistanceToLine,
  findGeometryFault,
  findPositionOnSurface,
  type Geometry,
  isInPolygon,
  type Position,
  type Ring,
} from "./geometry.ts";
import { findHoursFault, findOpenState, isOpen, type OpeningHours } from "./hours.ts";
import { foldText, parseBox, parsePosition } from "./rules.ts";

const square = (x: number, y: number, side: number): Ring => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];
const polygon = (...coordinates: Ring[]): Geometry => ({ type: "Polygon", coordinates });

describe("geometry", () => {
  test("a geometry is stored, or says what is wrong with it", () => {
    const outer = square(0, 0, 4);
    for (const [geometry, expected] of [
      [{ type: "Point", coordinates: [179.9, -90] }, null],
      [{ type: "Point", coordinates: [-15.7, 120] }, "outside_earth"],
      [{ type: "Point", coordinates: [Number.NaN, 1] }, "outside_earth"],
      [polygon(outer), null],
      [polygon(outer.toReversed()), null],
      [polygon(outer.slice(0, -1)), "ring_open"],
      [polygon([outer[0], outer[1], outer[0]] as Ring), "too_few_corners"],
      // A bow tie, a spike, a corner that lies on another edge, edges one after the other along a line.
      [
        polygon([
          [0, 0],
          [2, 2],
          [2, 0],
          [0, 2],
          [0, 0],
        ]),
        "edges_cross",
      ],
      [
        polygon([
          [0, 0],
          [2, 0],
          [1, 0],
          [1, 2],
          [0, 0],
        ]),
        "edges_cross",
      ],
      [
        polygon([
          [0, 0],
          [4, 0],
          [4, 4],
          [2, 0],
          [0, 4],
          [0, 0],
        ]),
        "edges_cross",
      ],
      [
        polygon([
          [0, 0],
          [1, 0],
          [2, 0],
          [2, 2],
          [0, 0],
        ]),
        null,
      ],
      [
        polygon([
          [0, 0],
          [2, 0],
          [0, 0],
          [2, 2],
          [0, 0],
        ]),
        "corners_repeat",
      ],
      [polygon(outer, square(1, 1, 1)), null],
      [polygon(outer, square(3, 3, 2)), "hole_outside"],
      [polygon(outer, square(4.5, 4.5, 0.2)), "hole_outside"],
      [polygon(outer, square(1, 1, 1), square(1.5, 1.5, 1)), "holes_touch"],
      [polygon(outer, square(1, 1, 2), square(1.5, 1.5, 0.5)), "holes_touch"],
      [polygon(square(0, 0, 6)), "too_large"],
      // On both sides of the 180th meridian it is small.
      [
        polygon([
          [179, -17],
          [-179, -17],
          [-179, -16],
          [179, -16],
          [179, -17],
        ]),
        null,
      ],
    ] as [Geometry, string | null][])
      assert.equal(findGeometryFault(geometry), expected, JSON.stringify(geometry));
  });

  test("a polygon with two thousand corners is judged, and one with more is refused", () => {
    const circle = (corners: number): Ring => {
      const ring = Array.from({ length: corners }, (_, index): Position => {
        const angle = (index / corners) * 2 * Math.PI;
        return [Math.cos(angle), Math.sin(angle)];
      });
      return [...ring, ring[0] as Position];
    };
    assert.equal(findGeometryFault(polygon(circle(1999))), null);
    assert.equal(findGeometryFault(polygon(circle(2000))), "too_many_corners");
  });

  test("a position is in a polygon and not in its holes, also across the 180th meridian", () => {
    const rings = [square(0, 0, 4), square(1, 1, 1)];
    assert.equal(isInPolygon(rings, { lng: 3, lat: 3 }), true);
    assert.equal(isInPolygon(rings, { lng: 1.5, lat: 1.5 }), false);
    assert.equal(isInPolygon(rings, { lng: 5, lat: 3 }), false);
    const fiji: Ring = [
      [179, -17],
      [-179, -17],
      [-179, -16],
      [179, -16],
      [179, -17],
    ];
    for (const [lng, expected] of [
      [179.5, true],
      [-179.5, true],
      [178.9, false],
      [-178.9, false],
      [0, false],
    ] as const)
      assert.equal(isInPolygon([fiji], { lng, lat: -16.5 }), expected, `${lng}`);
    assert.deepEqual(findBounds(polygon(fiji)), { west: 179, east: 181, south: -17, north: -16 });
    assert.equal(findPositionOnSurface(polygon(fiji)).lng, -180);
  });

  test("bounds around a position near the pole and the 180th meridian contain what is that far away", () => {
    const around = findBoundsAround([[-179.999, 0]], 5000);
    assert.ok(around.west < 180 && around.west > 179.9 && around.east > 180);
    const far_north = findBoundsAround([[10, 69]], 100_000);
    assert.ok(far_north.east - far_north.west > 5);
  });

  test("what stands for a horseshoe is on it", () => {
    const horseshoe: Ring = [
      [0, 0],
      [4, 0],
      [4, 4],
      [3, 4],
      [3, 1],
      [1, 1],
      [1, 4],
      [0, 4],
      [0, 0],
    ];
    const at = findPositionOnSurface(polygon(horseshoe));
    assert.equal(isInPolygon([horseshoe], at), true, JSON.stringify(at));
  });

  test("the distance to a line is that to its nearest part", () => {
    const line: Position[] = [
      [0, 0],
      [1, 0],
    ];
    assert.ok(Math.abs(findDistanceToLine(line, { lng: 0.5, lat: 0.001 }) - 111.2) < 0.5);
    assert.ok(Math.abs(findDistanceToLine(line, { lng: 1.001, lat: 0 }) - 111.2) < 0.5);
  });
});

describe("geofences", () => {
  const at = { geometry: { type: "Point", coordinates: [13.4, 52.5] } as Geometry, lat: 52.5, lng: 13.4 };
  const rest = { on_enter: true, on_exit: true, dwell_s: 120, accuracy_m_max: 50 };
  const circle: Geofence = { ...rest, shape: "circle", radius_m: 100 };
  const north = (metres: number) => 52.5 + metres / 111_195;

  test("a position is inside, outside, or says nothing", () => {
    for (const [metres, accuracy_m, expected] of [
      [0, 10, "inside"],
      [99, 10, "inside"],
      // It may still be inside.
      [105, 10, "unsure"],
      [150, 10, "outside"],
      [0, 60, "unsure"],
      [0, null, "unsure"],
      [5000, null, "unsure"],
    ] as const)
      assert.equal(
        locateInFence({ ...at, geofence: circle }, { lat: north(metres), lng: 13.4, accuracy_m }),
        expected,
        `${metres} ${accuracy_m}`,
      );
  });

  test("a corridor is as wide as it says, on both sides of its line", () => {
    const geofence: Geofence = {
      ...rest,
      shape: "corridor",
      line: [
        [13.4, 52.5],
        [13.5, 52.5],
      ],
      width_m: 60,
    };
    const locate = (lat: number) => locateInFence({ ...at, geofence }, { lat, lng: 13.45, accuracy_m: 5 });
    assert.deepEqual([north(25), north(-25), north(45), north(-45)].map(locate), [
      "inside",
      "inside",
      "outside",
      "outside",
    ]);
    const bounds = findFenceBounds({ ...at, geofence });
    assert.ok(
      bounds.south < north(-29) && bounds.north > north(29) && bounds.west < 13.4 && bounds.east > 13.5,
    );
  });

  test("a fence says what it lacks", () => {
    const point = at.geometry;
    const area = polygon(square(13, 52, 1));
    for (const [geofence, geometry, expected] of [
      [{ shape: "circle" }, point, "no_radius"],
      [{ shape: "polygon" }, point, "no_polygon"],
      [{ shape: "polygon" }, area, null],
      [
        {
          shape: "polygon",
          polygon: [
            [
              [0, 0],
              [2, 2],
              [2, 0],
              [0, 2],
              [0, 0],
            ],
          ],
        },
        point,
        "edges_cross",
      ],
      [{ shape: "corridor", width_m: 5 }, point, "no_line"],
      [
        {
          shape: "corridor",
          width_m: 5,
          line: [
            [1, 1],
            [1, 1],
          ],
        },
        point,
        "no_line",
      ],
      [
        {
          shape: "corridor",
          width_m: 5,
          line: [
            [1, 1],
            [5, 1],
          ],
        },
        point,
        "line_too_long",
      ],
      [
        {
          shape: "corridor",
          width_m: 5,
          line: [
            [1, 1],
            [1.1, 1],
          ],
        },
        point,
        null,
      ],
    ] as [Partial<Geofence>, Geometry, string | null][])
      assert.equal(findFenceFault({ ...rest, ...geofence } as Geofence, geometry)?.fault ?? null, expected);
  });
});

describe("opening hours", () => {
  const day = { opens: "08:00", closes: "18:00" };
  const week: OpeningHours = {
    weekly: [
      { days: ["monday", "tuesday", "wednesday", "thursday", "friday"], intervals: [day] },
      { days: ["saturday"], intervals: [{ opens: "22:00", closes: "02:00" }] },
    ],
    exceptions: [
      { from: "2026-12-24", to: "2026-12-26", intervals: [], note: "Closed" },
      { from: "2026-12-24", intervals: [{ opens: "08:00", closes: "12:00" }] },
    ],
    holidays: { calendar: "BR", intervals: [] },
  };
  const zoned = { hours: week, time_zone: "America/Sao_Paulo" };
  const isHoliday = (calendar: string, date: string) =>
    calendar === "BR" && ["2026-11-20", "2026-12-25"].includes(date);

  test("a week, exceptions and holidays, in the zone of the place", () => {
    for (const [at, expected] of [
      ["2026-11-30T10:59:00Z", false],
      ["2026-11-30T11:00:00Z", true],
      ["2026-11-30T21:00:00Z", false],
      // Saturday night goes on until Sunday, 02:00.
      ["2026-12-06T04:59:00Z", true],
      ["2026-12-06T05:00:00Z", false],
      // A Friday that is a holiday.
      ["2026-11-20T15:00:00Z", false],
      ["2026-11-27T15:00:00Z", true],
      // The last exception for a day counts, before the holiday.
      ["2026-12-24T14:00:00Z", true],
      ["2026-12-24T16:00:00Z", false],
    ] as const)
      assert.equal(isOpen(zoned, new Date(at), isHoliday), expected, at);
  });

  test("says when it opens or closes next", () => {
    const find = (at: string) => findOpenState(zoned, new Date(at), isHoliday);
    assert.deepEqual(find("2026-11-30T12:00:00Z"), {
      is_open: true,
      changes_at: new Date("2026-11-30T21:00:00Z"),
    });
    assert.deepEqual(find("2026-11-19T22:00:00Z"), {
      is_open: false,
      changes_at: new Date("2026-11-22T01:00:00Z"),
    });
    const always = {
      hours: {
        weekly: [
          {
            days: ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
            intervals: [{ opens: "00:00", closes: "24:00" }],
          },
        ],
      } as OpeningHours,
      time_zone: "UTC",
    };
    assert.deepEqual(findOpenState(always, new Date("2026-11-30T12:00:00Z"), isHoliday), {
      is_open: true,
      changes_at: null,
    });
    const never = { hours: { weekly: [] }, time_zone: "UTC" };
    assert.deepEqual(findOpenState(never, new Date("2026-11-30T12:00:00Z"), isHoliday), {
      is_open: false,
      changes_at: null,
    });
  });

  test("a change of the clock leaves wall time as it is", () => {
    const berlin = {
      hours: {
        weekly: [{ days: ["sunday"], intervals: [{ opens: "01:00", closes: "04:00" }] }],
      } as OpeningHours,
      time_zone: "Europe/Berlin",
    };
    const never = () => false;
    // On 29 March 2026 the clock goes from 02:00 to 03:00: two hours.
    assert.equal(isOpen(berlin, new Date("2026-03-29T00:00:00Z"), never), true);
    assert.equal(isOpen(berlin, new Date("2026-03-29T01:59:00Z"), never), true);
    assert.equal(isOpen(berlin, new Date("2026-03-29T02:00:00Z"), never), false);
  });

  test("hours that overlap, or have no length, are refused", () => {
    const weekly = (...intervals: { opens: string; closes: string }[]) => ({
      weekly: [{ days: ["monday" as const], intervals }],
    });
    for (const [hours, expected] of [
      [weekly(day, { opens: "17:00", closes: "19:00" }), "intervals_overlap"],
      [weekly(day, { opens: "18:00", closes: "19:00" }), undefined],
      [weekly({ opens: "09:00", closes: "09:00" }), "empty_interval"],
      [weekly({ opens: "00:00", closes: "24:00" }), undefined],
      [weekly({ opens: "00:00", closes: "00:00" }), undefined],
      [
        { weekly: [], exceptions: [{ from: "2026-12-24", to: "2026-12-23", intervals: [] }] },
        "dates_reversed",
      ],
    ] as const)
      assert.equal(findHoursFault(hours as OpeningHours)?.fault, expected, JSON.stringify(hours));
  });
});

test("boxes and positions as texts", () => {
  assert.deepEqual(parseBox("-48,-16,-47,-15"), { west: -48, south: -16, east: -47, north: -15 });
  assert.deepEqual(parseBox("170,-20,-170,-10"), { west: 170, south: -20, east: 190, north: -10 });
  for (const text of ["", "1,2,3", "1,2,3,4,5", "0,95,1,96", "0,10,1,5", "a,b,c,d"])
    assert.equal(parseBox(text), null, text);
  assert.deepEqual(parsePosition(" -15.7 , -47.9 "), { lat: -15.7, lng: -47.9 });
  for (const text of ["", "1", "91,0", "0,181", "1;2"]) assert.equal(parsePosition(text), null, text);
  assert.equal(foldText("  Café–Ponto, São João "), "cafe ponto sao joao");
});
