/**
 * Classes of dangerous goods that are not loaded together.
 *
 * Source: Segregation Table for Hazardous Materials, 49 CFR 177.848(d) (carriage by public highway, United States). X: not in the same
 * transport vehicle; O: not unless separated so that leaks cannot mix, which a plan cannot know, so here the same as X. The table is
 * read for zone A of 2.3, packing group I zone A of 6.1 and liquids of class 8, the strict side where a class alone does not tell.
 */
export const HAZARD_CLASSES = [
  "1.1",
  "1.2",
  "1.3",
  "1.4",
  "1.5",
  "1.6",
  "2.1",
  "2.2",
  "2.3",
  "3",
  "4.1",
  "4.2",
  "4.3",
  "5.1",
  "5.2",
  "6.1",
  "6.2",
  "7",
  "8",
  "9",
] as const;
export type HazardClass = (typeof HAZARD_CLASSES)[number];

const OTHERS = ["2.1", "2.3", "3", "4.2", "4.3", "5.1", "5.2", "6.1", "8"] as const;

/** Each pair once. Classes 6.2, 9 and 1.6 have no entry outside the explosives. */
const APART: Partial<Record<HazardClass, readonly HazardClass[]>> = {
  "1.1": [...OTHERS, "2.2", "4.1", "7"],
  "1.2": [...OTHERS, "2.2", "4.1", "7"],
  "1.3": OTHERS,
  "1.4": ["2.1", "2.3", "3", "4.2", "6.1", "8"],
  "1.5": [...OTHERS, "2.2", "4.1", "7"],
  "2.1": ["2.3", "6.1", "7"],
  "2.3": ["3", "4.1", "4.2", "4.3", "5.1", "5.2", "8"],
  "3": ["5.1", "6.1"],
  "4.1": ["6.1", "8"],
  "4.2": ["6.1", "8"],
  "4.3": ["6.1", "8"],
  "5.1": ["6.1", "8"],
  "5.2": ["6.1", "8"],
  "6.1": ["8"],
};

export function mustBeSegregated(one: HazardClass, other: HazardClass): boolean {
  return (APART[one]?.includes(other) ?? false) || (APART[other]?.includes(one) ?? false);
}
