/** Which price lists are valid, beyond what their schema checks. Pure. */
import type { RefusalDetail } from "#operation/define/refusal.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { isCurrency } from "#vocabulary/basics.ts";
import { messages } from "./messages.ts";
import type { Rule, Zone } from "./shapes.ts";

const AMOUNTS = [
  "base_minor",
  "weight_breaks",
  "per_further_kg_minor",
  "per_km_minor",
  "per_kg_minor",
  "per_parcel_minor",
  "per_m3_minor",
  "per_day_minor",
] as const satisfies (keyof Rule)[];

function findRuleFaults(rule: Rule, zone_names: ReadonlySet<string>): RefusalDetail[] {
  const faults: RefusalDetail[] = [];
  const amounts = AMOUNTS.filter((member) => rule[member] !== undefined);
  if (rule.markup === undefined && amounts.length === 0)
    faults.push({ field: "base_minor", message: messages.amount_required });
  if (rule.markup !== undefined && amounts.length > 0)
    faults.push({ field: amounts[0] ?? "markup", message: messages.without_markup });
  for (const side of ["from_zones", "to_zones"] as const)
    for (const [index, name] of (rule[side] ?? []).entries())
      if (!zone_names.has(name))
        faults.push({ field: `${side}/${index}`, message: messages.no_zone_of_list });
  const breaks = rule.weight_breaks ?? [];
  for (const [index, { up_to_g }] of breaks.entries())
    if (index > 0 && up_to_g <= (breaks[index - 1]?.up_to_g ?? 0))
      faults.push({ field: `weight_breaks/${index}/up_to_g`, message: messages.more_than_before });
  if (rule.per_further_kg_minor !== undefined && breaks.length === 0)
    faults.push({ field: "per_further_kg_minor", message: messages.needs_weight_breaks });
  return faults;
}

function findZoneFaults(zones: readonly Zone[]): RefusalDetail[] {
  return zones.flatMap(({ name, countries, postal_prefixes }, index) => [
    ...(zones.findIndex((zone) => zone.name === name) < index
      ? [{ field: `zones/${index}/name`, message: messages.other_zone_name }]
      : []),
    ...(countries === undefined && postal_prefixes === undefined
      ? [{ field: `zones/${index}/countries`, message: messages.required_without_prefixes }]
      : []),
  ]);
}

export interface CheckedList {
  currency: string;
  rules: readonly Rule[];
  zones: readonly Zone[];
  effective_from: string;
  effective_until: string | null;
  is_default: boolean;
}

/** `was_default`: the version before was the default list. */
export function findListFaults(
  list: CheckedList,
  { today, was_default }: { today: string; was_default: boolean },
): RefusalDetail[] {
  const faults: RefusalDetail[] = [];
  const { effective_from, effective_until } = list;
  if (effective_until !== null && effective_until < effective_from)
    faults.push({ field: "effective_until", message: messages.not_before_effective });
  if (list.is_default && !was_default && effective_from > today)
    faults.push({ field: "is_default", message: messages.moves_at_once });
  if (!isCurrency(list.currency)) faults.push({ field: "currency", message: fields.no_currency });
  const zone_names = new Set(list.zones.map(({ name }) => name));
  const of_rules = list.rules.flatMap((rule, index) =>
    findRuleFaults(rule, zone_names).map((fault) => ({ ...fault, field: `rules/${index}/${fault.field}` })),
  );
  return [...faults, ...findZoneFaults(list.zones), ...of_rules];
}
