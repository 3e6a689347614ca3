/** Cargo spaces as they are published, to take over into the library. */
import type { SpaceFacts } from "./space-shapes.ts";

type Published = Pick<SpaceFacts, "code" | "name" | "length_mm" | "width_mm" | "height_mm"> &
  Partial<SpaceFacts>;
interface PublishedSet {
  title: string;
  source: string;
  mode: SpaceFacts["mode"];
  spaces: readonly Published[];
}

const endDoor = (width_mm: number, height_mm: number) => ({ wall: "end" as const, width_mm, height_mm });
const arch = (x_mm: number, y_mm: number, size_x_mm: number, size_y_mm: number, size_z_mm: number) => ({
  x_mm,
  y_mm,
  z_mm: 0,
  size_x_mm,
  size_y_mm,
  size_z_mm,
});

/** A cross-section whose lower corner at the far side of the width is cut, as of lower-deck containers. */
const lowerDeck = (base: number, width: number, height: number, shelf: number) => [
  { y_mm: 0, z_mm: 0 },
  { y_mm: base, z_mm: 0 },
  { y_mm: width, z_mm: shelf },
  { y_mm: width, z_mm: height },
  { y_mm: 0, z_mm: height },
];

export const PUBLISHED_SET_CODES = [
  "iso_containers",
  "air_ulds",
  "road_vehicles",
  "truck_bodies",
  "decks",
] as const;
export const PUBLISHED_SETS: Record<(typeof PUBLISHED_SET_CODES)[number], PublishedSet> = {
  iso_containers: {
    title: "ISO containers",
    source:
      "ISO 668 (least inside) and ISO 1496-1 (least door) at 30,480 kg gross less a usual empty weight; the plate of the container counts",
    mode: "sea_container",
    spaces: [
      {
        code: "20GP",
        name: "20' container",
        length_mm: 5867,
        width_mm: 2330,
        height_mm: 2350,
        door: endDoor(2286, 2261),
        payload_g: 28_200_000,
      },
      {
        code: "40GP",
        name: "40' container",
        length_mm: 11_998,
        width_mm: 2330,
        height_mm: 2350,
        door: endDoor(2286, 2261),
        payload_g: 26_700_000,
      },
      {
        code: "40HC",
        name: "40' high cube",
        length_mm: 11_998,
        width_mm: 2330,
        height_mm: 2655,
        door: endDoor(2286, 2566),
        payload_g: 26_500_000,
      },
      {
        code: "45HC",
        name: "45' high cube",
        length_mm: 13_542,
        width_mm: 2330,
        height_mm: 2655,
        door: endDoor(2286, 2566),
        payload_g: 25_600_000,
      },
      {
        code: "40RH",
        name: "40' high cube refrigerated",
        length_mm: 11_550,
        width_mm: 2280,
        height_mm: 2425,
        door: endDoor(2280, 2500),
        payload_g: 25_800_000,
        temperatures: ["chilled", "frozen"],
      },
    ],
  },
  air_ulds: {
    title: "Air unit load devices",
    source:
      "Usual outer contours and gross weights of unit load devices as airlines publish them, less the empty device; measure yours",
    mode: "air_uld",
    spaces: [
      {
        code: "AKE",
        name: "LD3 lower-deck container",
        length_mm: 1470,
        width_mm: 1970,
        height_mm: 1580,
        contour: lowerDeck(1520, 1970, 1580, 470),
        door: endDoor(1970, 1580),
        payload_g: 1_500_000,
      },
      {
        code: "AKH",
        name: "LD3-45 lower-deck container",
        length_mm: 1470,
        width_mm: 1970,
        height_mm: 1100,
        contour: lowerDeck(1520, 1970, 1100, 400),
        door: endDoor(1970, 1100),
        payload_g: 1_050_000,
      },
      {
        code: "PMC-LD",
        name: "96 × 125 in pallet, lower deck",
        length_mm: 3060,
        width_mm: 2320,
        height_mm: 1600,
        door: { wall: "top", width_mm: 2320, height_mm: 3060 },
        payload_g: 4_900_000,
      },
      {
        code: "PMC-MD",
        name: "96 × 125 in pallet, main deck",
        length_mm: 3060,
        width_mm: 2320,
        height_mm: 2440,
        contour: [
          { y_mm: 0, z_mm: 0 },
          { y_mm: 2320, z_mm: 0 },
          { y_mm: 2320, z_mm: 1900 },
          { y_mm: 1900, z_mm: 2440 },
          { y_mm: 420, z_mm: 2440 },
          { y_mm: 0, z_mm: 1900 },
        ],
        door: { wall: "top", width_mm: 2320, height_mm: 3060 },
        payload_g: 6_600_000,
      },
    ],
  },
  road_vehicles: {
    title: "Vans",
    source: "Usual sizes of panel vans of 3.5 t; the registration and a tape measure count",
    mode: "vehicle",
    spaces: [
      {
        code: "VAN-L2",
        name: "Panel van, medium",
        length_mm: 3100,
        width_mm: 1780,
        height_mm: 1900,
        door: endDoor(1560, 1800),
        obstacles: [arch(1500, 0, 900, 200, 320), arch(1500, 1580, 900, 200, 320)],
        payload_g: 1_250_000,
        axles: {
          front: { x_mm: -1400, empty_g: 1_250_000, max_g: 1_850_000 },
          rear: { x_mm: 2000, empty_g: 850_000, max_g: 2_250_000 },
        },
      },
      {
        code: "VAN-L3",
        name: "Panel van, long",
        length_mm: 3700,
        width_mm: 1780,
        height_mm: 1900,
        door: endDoor(1560, 1800),
        obstacles: [arch(1900, 0, 900, 200, 320), arch(1900, 1580, 900, 200, 320)],
        payload_g: 1_150_000,
        axles: {
          front: { x_mm: -1400, empty_g: 1_300_000, max_g: 1_850_000 },
          rear: { x_mm: 2300, empty_g: 900_000, max_g: 2_400_000 },
        },
      },
    ],
  },
  truck_bodies: {
    title: "Truck bodies",
    source:
      "Usual sizes of European bodies; axle limits of Directive 96/53/EC less the empty vehicle; the plate counts",
    mode: "truck_body",
    spaces: [
      {
        code: "BOX-7.5T",
        name: "Box body, 7.5 t",
        length_mm: 6100,
        width_mm: 2440,
        height_mm: 2400,
        door: endDoor(2400, 2350),
        payload_g: 2_600_000,
      },
      {
        code: "SWAP-C745",
        name: "Swap body C 745",
        length_mm: 7300,
        width_mm: 2440,
        height_mm: 2450,
        door: endDoor(2400, 2400),
        payload_g: 13_000_000,
      },
      {
        code: "TRAILER-13.6",
        name: "Curtain trailer, 13.6 m",
        length_mm: 13_600,
        width_mm: 2480,
        height_mm: 2700,
        door: { wall: "side", width_mm: 13_600, height_mm: 2650 },
        payload_g: 25_000_000,
        axles: {
          front: { x_mm: 1600, empty_g: 1_800_000, max_g: 13_000_000 },
          rear: { x_mm: 9300, empty_g: 4_700_000, max_g: 24_000_000 },
        },
      },
    ],
  },
  decks: {
    title: "Decks and platforms for breakbulk",
    source:
      "Usual sizes of flat racks and hatches; the vessel's stowage plan and the strength of its deck count",
    mode: "breakbulk",
    spaces: [
      {
        code: "FLAT-40",
        name: "40' flat rack",
        length_mm: 11_650,
        width_mm: 2240,
        height_mm: 1950,
        door: { wall: "top", width_mm: 2240, height_mm: 11_650 },
        payload_g: 39_000_000,
      },
      {
        code: "HOLD-24X15",
        name: "Hold under a hatch of 24 × 15 m",
        length_mm: 24_000,
        width_mm: 15_000,
        height_mm: 8000,
        door: { wall: "top", width_mm: 15_000, height_mm: 24_000 },
        floor_load_kg_m2: 12_000,
      },
    ],
  },
};
