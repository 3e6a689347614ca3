/**
 * Geocoders: from an address in words to coordinates. A port; each vendor is one file beside it.
 *
 * A geocoder answers what it knows and never guesses: no answer is an empty list.
 */
import type { Place } from "#vocabulary/place.ts";

export const PRECISIONS = ["rooftop", "street", "locality"] as const;
export type Precision = (typeof PRECISIONS)[number];

export interface GeocodeAnswer {
  lat: number;
  lng: number;
  precision: Precision;
  /** 0 to 1, as sure as the source is. */
  score: number;
  source: string;
  line1: string;
  city: string;
  region: string;
  postal_code: string;
  country: string;
}

export interface Geocoder {
  name: string;
  /** Best first, at most `most`. Throws when the service cannot be reached. */
  geocode(place: Partial<Place>, most: number): Promise<GeocodeAnswer[]>;
}
