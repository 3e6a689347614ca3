/** How much the content of a picture is turned from the nearest axis. */
import { cutView, type Raster, type Region } from "./decode.ts";

/** The longer side of the picture in which it is measured, pixels. */
const SIDE = 420;
const ANGLE_MAX = 45;

/**
 * Degrees, clockwise, from -45 to 45: at the angle at which lines, bars and edges of paper fall into the fewest rows and columns.
 * Cost: some hundred sums over the edges of a small picture.
 */
export async function measureSkew(raster: Raster, region?: Region, rotation = 0): Promise<number> {
  const side = Math.max(region?.width ?? raster.width, region?.height ?? raster.height);
  const view = await cutView(raster, {
    ...(region === undefined ? {} : { region }),
    rotation,
    zoom: Math.min(1, SIDE / side),
  });
  const edges = listEdges(view);
  if (edges.length < 200) return 0;
  const coarse = findBest(edges, -ANGLE_MAX, ANGLE_MAX, 1.5);
  const angle = findBest(edges, coarse - 1.5, coarse + 1.5, 0.25);
  return Math.abs(angle) < 0.3 ? 0 : angle;
}

interface Edge {
  x: number;
  y: number;
  weight: number;
}

const GRADIENT_MIN = 40;

/** Where a row differs from the next: upper and lower ends of letters, bars and lines. */
function listEdges({ width, height, pixels }: Raster): Edge[] {
  const edges: Edge[] = [];
  // The rim of a turned view is no content.
  const rim = 4;
  for (let y = rim; y < height - rim - 1; y += 1)
    for (let x = rim; x < width - rim - 1; x += 1) {
      const at = y * width + x;
      const down = Math.abs((pixels[at + width] ?? 0) - (pixels[at] ?? 0));
      const across = Math.abs((pixels[at + 1] ?? 0) - (pixels[at] ?? 0));
      if (down > GRADIENT_MIN && down > across)
        edges.push({ x: x - width / 2, y: y - height / 2, weight: 1 });
    }
  return edges;
}

function findBest(edges: readonly Edge[], from: number, to: number, step: number): number {
  let [best, best_angle] = [-1, 0];
  for (let angle = from; angle <= to + 1e-9; angle += step) {
    const radians = (angle * Math.PI) / 180;
    const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
    const rows = new Float64Array(2 * SIDE);
    for (const { x, y, weight } of edges) {
      const row = Math.round(y * cos - x * sin) + SIDE;
      rows[row] = (rows[row] ?? 0) + weight;
    }
    const sharpness = rows.reduce((sum, count) => sum + count * count, 0);
    if (sharpness > best) [best, best_angle] = [sharpness, angle];
  }
  return best_angle;
}
