/** Background drawing of contour lines and a route with its stops. Computed here, not loaded. */

const WIDTH = 800;
const HEIGHT = 1000;

/** Height of the terrain: smooth and deterministic. */
function landAt(x: number, y: number): number {
  return (
    Math.sin(x * 0.006 + 1.2) * Math.cos(y * 0.005) +
    0.6 * Math.sin(x * 0.011 - y * 0.008) +
    0.35 * Math.cos(y * 0.017 + x * 0.004)
  );
}

/** Segments of a contour by marching squares, joined into one path. */
function contour(level: number): string {
  const step = 20;
  const parts: string[] = [];
  for (let y = 0; y < HEIGHT; y += step) {
    for (let x = 0; x < WIDTH; x += step) {
      const corners = [
        landAt(x, y),
        landAt(x + step, y),
        landAt(x + step, y + step),
        landAt(x, y + step),
      ] as const;
      const crossings: [number, number][] = [];
      const cross = (a: number, b: number, at: (share: number) => [number, number]) => {
        if (a < level !== b < level) crossings.push(at((level - a) / (b - a)));
      };
      cross(corners[0], corners[1], (share) => [x + share * step, y]);
      cross(corners[1], corners[2], (share) => [x + step, y + share * step]);
      cross(corners[3], corners[2], (share) => [x + share * step, y + step]);
      cross(corners[0], corners[3], (share) => [x, y + share * step]);
      for (let at = 0; at + 1 < crossings.length; at += 2) {
        const [from, to] = [crossings[at], crossings[at + 1]];
        if (from && to)
          parts.push(`M${from[0].toFixed(1)} ${from[1].toFixed(1)}L${to[0].toFixed(1)} ${to[1].toFixed(1)}`);
      }
    }
  }
  return parts.join("");
}

const CONTOURS = [-1.4, -1, -0.6, -0.2, 0.2, 0.6, 1, 1.4].map((level) => ({ level, path: contour(level) }));
const STOPS = [
  [90, 690],
  [215, 640],
  [330, 560],
  [430, 545],
  [520, 430],
  [610, 330],
  [720, 245],
] as const;

export function Background() {
  const road = STOPS.map(([x, y], index) => {
    const before = STOPS[index - 1];
    if (before === undefined) return `M${x} ${y}`;
    const middle = (before[0] + x) / 2;
    return `C${middle} ${before[1]} ${middle} ${y} ${x} ${y}`;
  }).join("");
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      {CONTOURS.map(({ level, path }) => (
        <path key={level} d={path} stroke="#4b3a29" strokeWidth="1.2" fill="none" />
      ))}
      <path d={road} stroke="#da8843" strokeWidth="4" fill="none" strokeLinecap="round" />
      {STOPS.map(([x, y], index) => (
        <circle
          key={x}
          cx={x}
          cy={y}
          r={index === 0 ? 11 : 7}
          fill={index === 0 ? "#da8843" : "#211a13"}
          stroke="#f0b580"
          strokeWidth="3"
        />
      ))}
    </svg>
  );
}
