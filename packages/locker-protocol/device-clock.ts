/**
 * What a device knows of the time. Its own clock drifts and may be wrong altogether; each answer of the service tells the
 * service's time, which was read at some moment between the request and the answer. Source: README.md, "Time".
 */

/** Fastest drift that a device's clock may have, by its data sheet: 500 µs a second. */
const DRIFT = 500e-6;
/** Both clocks are read in whole milliseconds. */
const RESOLUTION_MS = 2;
/** A device does not know the time any more when it may be wrong by this much, milliseconds. */
export const UNCERTAINTY_MAX_MS = 5000;

/** One comparison of the two clocks. Times are milliseconds since 1970, `clock` by the device. */
export interface ClockReading {
  /** Service minus device. */
  offset_ms: number;
  /** How far the offset may be wrong at `clock`. */
  uncertainty_ms: number;
  clock: number;
}

/** The comparison that an answer allows: the service read its clock in the middle, give or take half of the round trip. */
export function compareClocks(sent_at: number, received_at: number, server_time: number): ClockReading {
  const half = (received_at - sent_at) / 2;
  return {
    offset_ms: server_time + half - received_at,
    uncertainty_ms: half + RESOLUTION_MS,
    clock: received_at,
  };
}

/** How far the time may be wrong at `clock`, milliseconds: it grows since the comparison. */
export function measureUncertainty(reading: ClockReading, clock: number): number {
  return reading.uncertainty_ms + Math.abs(clock - reading.clock) * DRIFT;
}

/** The better of two comparisons at `clock`. */
export function chooseReading(old: ClockReading | null, reading: ClockReading, clock: number): ClockReading {
  return old !== null && measureUncertainty(old, clock) < measureUncertainty(reading, clock) ? old : reading;
}

/** The latest time that it may be, milliseconds since 1970; null where the device does not know the time well enough. */
export function findLatestTime(reading: ClockReading | null, clock: number): number | null {
  if (reading === null) return null;
  const uncertainty = measureUncertainty(reading, clock);
  return uncertainty > UNCERTAINTY_MAX_MS ? null : clock + reading.offset_ms + uncertainty;
}

export const formatTime = (ms: number) => new Date(Math.round(ms)).toISOString();
