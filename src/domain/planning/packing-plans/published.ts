/**
 * Published sizes of cartons that a business can take over into its catalogue.
 *
 * Sizes are converted from inches: the inside rounded down and the outside up to whole millimetres, so that what fits on
 * paper fits in the carton. The postal operator gives the cartons away with the service; their tare is not published.
 */
interface PublishedPackaging {
  code: string;
  name: string;
  /** Inches. */
  inner: readonly [number, number, number];
  outer: readonly [number, number, number];
}

interface PublishedSet {
  title: string;
  category: string;
  source: string;
  max_weight_g: number;
  packagings: readonly PublishedPackaging[];
}

export const PUBLISHED_SET_CODES = ["usps_flat_rate"] as const;
export type PublishedSetCode = (typeof PUBLISHED_SET_CODES)[number];

export const PUBLISHED_SETS: Record<PublishedSetCode, PublishedSet> = {
  usps_flat_rate: {
    title: "USPS Priority Mail Flat Rate boxes",
    category: "usps-flat-rate",
    source:
      "United States Postal Service, Priority Mail Flat Rate boxes, inside and outside dimensions, 70 lb",
    // 70 lb.
    max_weight_g: 31_751,
    packagings: [
      {
        code: "USPS-SFRB",
        name: "Small Flat Rate Box",
        inner: [8.625, 5.375, 1.625],
        outer: [8.6875, 5.4375, 1.75],
      },
      {
        code: "USPS-MFRB1",
        name: "Medium Flat Rate Box 1",
        inner: [11, 8.5, 5.5],
        outer: [11.25, 8.75, 6],
      },
      {
        code: "USPS-MFRB2",
        name: "Medium Flat Rate Box 2",
        inner: [13.625, 11.875, 3.375],
        outer: [14, 12, 3.5],
      },
      {
        code: "USPS-LFRB",
        name: "Large Flat Rate Box",
        inner: [12, 12, 5.5],
        outer: [12.25, 12.25, 6],
      },
    ],
  },
};

const MM_PER_INCH = 25.4;

export const toInnerMm = (inches: number) => Math.floor(inches * MM_PER_INCH + 1e-9);
export const toOuterMm = (inches: number) => Math.ceil(inches * MM_PER_INCH - 1e-9);
