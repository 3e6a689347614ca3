/**
 * Colours of routes: as many as requested, distinguishable with any colour vision.
 *
 * Candidates in OKLCH are chosen greedily: each time the one whose smallest distance to those already chosen is
 * largest. The distance is the minimum over normal vision and simulated protan, deutan and tritan vision
 * (Machado, Oliveira and Fernandes 2009, severity 1), plus half the distance in normal vision, so that most
 * people see many hues. Routes also carry their number, for when colours are not enough.
 */
type Triple = [number, number, number];

const VISIONS: readonly (readonly [Triple, Triple, Triple])[] = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
];

/** OKLab to linear sRGB, and back. Source: Björn Ottosson, "A perceptual color space", 2020. */
function toLinearRgb([L, a, b]: Triple): Triple {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function toOklab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function toHex(linear: Triple): string {
  const part = (value: number) => {
    const channel = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(1, Math.max(0, channel)) * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${linear.map(part).join("")}`;
}

interface Candidate {
  hex: string;
  /** The colour as each kind of vision perceives it, OKLab. */
  seen: Triple[];
  nearest: number;
}

function candidates(dark: boolean): Candidate[] {
  const candidate_colours: Candidate[] = [];
  for (const L of dark ? [0.64, 0.72, 0.8, 0.88] : [0.4, 0.5, 0.6, 0.68]) {
    for (const chroma of [0.09, 0.13, 0.17, 0.21]) {
      for (let hue = 0; hue < 360; hue += 12) {
        const angle = (hue * Math.PI) / 180;
        const linear = toLinearRgb([L, chroma * Math.cos(angle), chroma * Math.sin(angle)]);
        if (linear.some((part) => part < -0.002 || part > 1.002)) continue;
        const simulated = VISIONS.map((rows) =>
          toOklab(
            rows.map((row) =>
              Math.max(0, row[0] * linear[0] + row[1] * linear[1] + row[2] * linear[2]),
            ) as Triple,
          ),
        );
        candidate_colours.push({ hex: toHex(linear), seen: simulated, nearest: Number.POSITIVE_INFINITY });
      }
    }
  }
  return candidate_colours;
}

function distance(a: Candidate, b: Candidate): number {
  const distances = a.seen.map((one, sight) => {
    const other = b.seen[sight] as Triple;
    return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
  });
  return Math.min(...distances) + (distances[0] as number) / 2;
}

const COLOURS_MAX = 64;
const palettes = new Map<boolean, string[]>();

function buildPalette(dark: boolean): string[] {
  const cached_palette = palettes.get(dark);
  if (cached_palette !== undefined) return cached_palette;
  const remaining = candidates(dark);
  const chosen_colours: Candidate[] = [];
  let next = remaining[Math.floor(remaining.length * 0.6)];
  while (next !== undefined && chosen_colours.length < COLOURS_MAX) {
    chosen_colours.push(next);
    let best: Candidate | undefined;
    for (const one of remaining) {
      one.nearest = Math.min(one.nearest, distance(one, next));
      if (best === undefined || one.nearest > best.nearest) best = one;
    }
    next = best;
  }
  const palette = chosen_colours.map(({ hex }) => hex);
  palettes.set(dark, palette);
  return palette;
}

/** The colour of the n-th route; after 64 the colours repeat. */
export function routeColour(index: number, dark: boolean): string {
  return buildPalette(dark)[((index % COLOURS_MAX) + COLOURS_MAX) % COLOURS_MAX] as string;
}
