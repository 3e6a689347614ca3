/**
 * Geocoders convert an address to coordinates. This is the port; each vendor is one file in this folder.
 *
 * A geocoder never guesses: an unknown address gives an empty list.
 */
import type { Place } from "#vocabulary/place.ts";

const PRECISIONS = ["rooftop", "street", "locality"] as const;
export type Precision = (typeof PRECISIONS)[number];

export interface GeocodeAnswer {
  lat: number;
  lng: number;
  precision: Precision;
  /** Confidence of the source, 0 to 1. */
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
