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
  prefixDuration: Float64Array;
  prefixFirst: Float64Array;
  prefixLast: Float64Array;
  /** `[node]` from the node to the end. */
  suffixDuration: Float64Array;
  suffixFirst: Float64Array;
  suffixLast: Float64Array;
};

export function emptySegments(nodes: number): Segments {
  return {
    prefixDuration: new Float64Array(nodes),
    prefixFirst: new Float64Array(nodes),
    prefixLast: new Float64Array(nodes),
    suffixDuration: new Float64Array(nodes),
    suffixFirst: new Float64Array(nodes),
    suffixLast: new Float64Array(nodes),
  };
}

/** A segment under construction, extended while a route is evaluated. */
export type Segment = { duration: number; first: number; last: number };

/** Extends a segment by `travel` and another segment after it. */
export function append(
  segment: Segment,
  travel: number,
  duration: number,
  first: number,
  last: number,
): void {
  const until = segment.duration + travel;
  const waiting = Math.max(first - until - segment.last, 0);
  segment.first = Math.max(first - until, segment.first) - waiting;
  segment.last = Math.min(last - until, segment.last);
  segment.duration = until + duration + waiting;
}

/** Sets `segment` to the route from its start to `node`. */
export function setToPrefix(segments: Segments, node: number, segment: Segment): void {
  segment.duration = segments.prefixDuration[node]!;
  segment.first = segments.prefixFirst[node]!;
  segment.last = segments.prefixLast[node]!;
}

/** Shortest duration of `segment` followed by the route from `node` to its end. */
export function durationWithSuffix(
  segments: Segments,
  segment: Segment,
  travel: number,
  node: number,
): number {
  const until = segment.duration + travel;
  const waiting = Math.max(segments.suffixFirst[node]! - until - segment.last, 0);
  return until + segments.suffixDuration[node]! + waiting;
}
