/** The picture of one step: the open package, what lies in it already, and what is put in now. */
import {
  type Block,
  type Bounds,
  drawBlocks,
  drawOpenBox,
  findBounds,
  ISOMETRIC,
  type Point,
  type Segment,
} from "#isometric/isometric.ts";
import type { PackageSteps, PackingStep } from "./steps.ts";

interface PictureFace {
  points: readonly Point[];
  lines: readonly Segment[];
  /** 0 white to 1 black. */
  shade: number;
  /** It is put in with this step. */
  is_new: boolean;
}

export interface Picture {
  bounds: Bounds;
  floor: readonly Point[];
  back: readonly Segment[];
  faces: PictureFace[];
  front: readonly Segment[];
}

/** What is put in is dark, what lies there light; the top of both is lightest. */
const SHADES = {
  new: { top: 0.42, x: 0.55, y: 0.68 },
  old: { top: 0, x: 0.08, y: 0.16 },
} as const;

function toBlock({
  x_mm,
  y_mm,
  z_mm,
  size_x_mm,
  size_y_mm,
  size_z_mm,
  ...counts
}: PackingStep["placement"]): Block {
  const { count_x, count_y, count_z } = counts;
  return {
    x: x_mm,
    y: y_mm,
    z: z_mm,
    dx: size_x_mm * count_x,
    dy: size_y_mm * count_y,
    dz: size_z_mm * count_z,
    count_x,
    count_y,
    count_z,
  };
}

/** After the first `step` steps. */
export function drawStep({ packaging, steps }: PackageSteps, step: number): Picture {
  const box = {
    x: 0,
    y: 0,
    z: 0,
    dx: packaging.inner_length_mm,
    dy: packaging.inner_width_mm,
    dz: packaging.inner_height_mm,
  };
  const { floor, back, front } = drawOpenBox(box, ISOMETRIC);
  const blocks = steps.slice(0, step).map(({ placement }) => toBlock(placement));
  const faces = drawBlocks(blocks, ISOMETRIC).map(({ of, side, points, lines }) => {
    const is_new = of === step - 1;
    return { points, lines, is_new, shade: SHADES[is_new ? "new" : "old"][side] };
  });
  return { bounds: findBounds(box, ISOMETRIC), floor, back, faces, front };
}

const MARGIN_SHARE = 0.03;

/** A picture of its own, without references to anything outside; black lines on white, so that it prints. */
export function toSvg({ bounds, floor, back, faces, front }: Picture, title: string): string {
  const margin = MARGIN_SHARE * Math.max(bounds.width, bounds.height);
  const [x, y] = [bounds.x - margin, bounds.y - margin];
  const [width, height] = [bounds.width + 2 * margin, bounds.height + 2 * margin];
  const at = ([px, py]: Point) => `${round(px)},${round(py)}`;
  const path = (lines: readonly Segment[]) => lines.map(([from, to]) => `M${at(from)}L${at(to)}`).join("");
  const thin = round(Math.max(width, height) / 400);
  const shapes = faces.map(({ points, lines, shade, is_new }) => {
    const fill = is_new ? blend(NEW_RGB, shade) : blend(OLD_RGB, shade);
    return `<path d="M${points.map(at).join("L")}Z" fill="${fill}"/>${lines.length === 0 ? "" : `<path d="${path(lines)}" fill="none"/>`}`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="${round(x)} ${round(y)} ${round(width)} ${round(height)}">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="#fff"/>`,
    `<g stroke="#1f2937" stroke-width="${thin}" stroke-linejoin="round">`,
    `<path d="M${floor.map(at).join("L")}Z" fill="#f3f0ea"/><path d="${path(back)}" fill="none" stroke="#9ca3af"/>`,
    ...shapes,
    `<path d="${path(front)}" fill="none" stroke-dasharray="${thin * 4} ${thin * 4}"/></g></svg>`,
  ].join("");
}

const NEW_RGB = [199, 92, 22] as const;
const OLD_RGB = [120, 113, 98] as const;

/** White with a share of the colour. */
function blend(rgb: readonly [number, number, number], share: number): string {
  return `#${rgb
    .map((part) =>
      Math.round(255 - (255 - part) * Math.min(1, share * 1.4))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

const round = (value: number) => Math.round(value * 10) / 10;

const escapeXml = (text: string) =>
  text.replace(/[<>&"]/g, (letter) => `&#${letter.charCodeAt(0)};`).replace(/\p{Cc}/gu, " ");
