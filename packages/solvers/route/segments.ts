/**
 * Shortest durations in a look. For every stretch of a route from its start to a node, and from a node to its
 * end, three numbers are kept: how long it takes at least, and between when and when it must begin for that.
 * Two stretches join in a few steps, so a visit can be tried between them without driving the route.
 * Exact where every visit has at most one window; of several only the first opening and last closing count.
 * Source: Vidal, Crainic, Gendreau and Prins (2013), section 4.2, without time warps: what is late is refused elsewhere.
 */
export type Segments = {
  /** `[node]` from the start to the node: shortest duration, first and last beginning. */
  takesTo: Float64Array;
  firstTo: Float64Array;
  lastTo: Float64Array;
  /** `[node]` from the node to the end. */
  takesFrom: Float64Array;
  firstFrom: Float64Array;
  lastFrom: Float64Array;
};

export function emptySegments(nodes: number): Segments {
  return {
    takesTo: new Float64Array(nodes),
    firstTo: new Float64Array(nodes),
    lastTo: new Float64Array(nodes),
    takesFrom: new Float64Array(nodes),
    firstFrom: new Float64Array(nodes),
    lastFrom: new Float64Array(nodes),
  };
}

/** A stretch under construction: the one that grows when a route is tried out. */
export type Stretch = { takes: number; first: number; last: number };

/** Lengthens a stretch by `travel` and another stretch behind it. */
export function append(stretch: Stretch, travel: number, takes: number, first: number, last: number): void {
  const until = stretch.takes + travel;
  const waiting = Math.max(first - until - stretch.last, 0);
  stretch.first = Math.max(first - until, stretch.first) - waiting;
  stretch.last = Math.min(last - until, stretch.last);
  stretch.takes = until + takes + waiting;
}

/** Begins `stretch` as the route from its start to `node`. */
export function stretchTo(segments: Segments, node: number, stretch: Stretch): void {
  stretch.takes = segments.takesTo[node]!;
  stretch.first = segments.firstTo[node]!;
  stretch.last = segments.lastTo[node]!;
}

/** Shortest duration of `stretch` followed by the route from `node` to its end. */
export function takesWithRest(segments: Segments, stretch: Stretch, travel: number, node: number): number {
  const until = stretch.takes + travel;
  const waiting = Math.max(segments.firstFrom[node]! - until - stretch.last, 0);
  return until + segments.takesFrom[node]! + waiting;
}
