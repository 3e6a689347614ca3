/**
 * Shortest durations in constant time. For every segment of a route from its start to a node, and from a node
 * to its end, three numbers are stored: its minimum duration, and the earliest and latest beginning for that.
 * Two segments are concatenated in a few steps, so a visit can be tried between them without walking the route.
 * Exact where every visit has at most one window; of several only the first opening and last closing count.
 * Source: Vidal, Crainic, Gendreau and Prins (2013), section 4.2, without time warps: lateness is checked
 * elsewhere.
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

/** A segment under construction, extended while a route is evaluated. */
export type Stretch = { takes: number; first: number; last: number };

/** Extends a segment by `travel` and another segment after it. */
export function append(stretch: Stretch, travel: number, takes: number, first: number, last: number): void {
  const until = stretch.takes + travel;
  const waiting = Math.max(first - until - stretch.last, 0);
  stretch.first = Math.max(first - until, stretch.first) - waiting;
  stretch.last = Math.min(last - until, stretch.last);
  stretch.takes = until + takes + waiting;
}

/** Sets `stretch` to the route from its start to `node`. */
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
