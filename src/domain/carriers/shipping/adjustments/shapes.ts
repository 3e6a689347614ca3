/** Corrections of carriers as they are sent, with our evidence beside what the carrier claims. */
import Type, { type Static } from "typebox";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Price, PriceCurrency, PriceHidden } from "#vocabulary/price.ts";
import { Ref } from "#vocabulary/ref.ts";
import type { LabelOrderRow } from "../records/label.ts";
import type { LabelAdjustmentRow } from "../records/label-adjustment.ts";
import type { LabelPackageRow } from "../records/label-package.ts";
import { ADJUSTMENT_KINDS, ADJUSTMENT_STATES } from "../rules.ts";

const Measure = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 10_000_000, description: "Grams, millimetres." }),
);

/** What a carrier says that it found, and what was measured here. */
export const Measures = Type.Object(
  {
    weight_g: Measure,
    length_mm: Measure,
    width_mm: Measure,
    height_mm: Measure,
    note: Type.Optional(Type.String({ maxLength: 1000 })),
  },
  { $id: "LabelMeasures", additionalProperties: false },
);
export type Measures = Static<typeof Measures>;

const Evidence = Type.Object(
  {
    declared: Type.Array(Measures, { description: "The packages as they were bought." }),
    measured: Nullable(Measures),
  },
  { $id: "LabelEvidence" },
);

export const LabelAdjustment = Type.Object(
  {
    id: Ref("label_adjustment"),
    label_order_id: Ref("label_order"),
    tracking_number: Nullable(Type.String()),
    carrier_reference: Type.String(),
    kind: StringEnum(ADJUSTMENT_KINDS),
    amount_minor: Price(
      "label_service",
      "What the carrier charges in addition, in minor units; negative gives back.",
    ),
    currency: PriceCurrency("label_service"),
    price_hidden: PriceHidden,
    description: Type.String(),
    claimed: Measures,
    evidence: Evidence,
    state: StringEnum(ADJUSTMENT_STATES),
    dispute_reason: Nullable(Type.String()),
    charged_minor: Price("label_service", "Passed on to the customer."),
    created_at: Timestamp,
    decided_at: Nullable(Timestamp),
  },
  { $id: "LabelAdjustment" },
);

export function toAdjustment(row: LabelAdjustmentRow): Static<typeof LabelAdjustment> {
  return {
    id: row.id,
    label_order_id: row.label_order_id,
    tracking_number: row.tracking_number,
    carrier_reference: row.carrier_reference,
    kind: row.kind,
    amount_minor: row.amount_minor,
    currency: row.currency,
    description: row.description,
    claimed: row.claimed,
    evidence: row.evidence as Static<typeof Evidence>,
    state: row.state,
    dispute_reason: row.dispute_reason,
    charged_minor: row.charged_minor,
    created_at: row.created_at,
    decided_at: row.decided_at,
  };
}

/** What the packages that a correction is about were bought as. */
export function listDeclared(
  { shipment }: Pick<LabelOrderRow, "shipment">,
  packages: readonly LabelPackageRow[],
  tracking_number: string | null,
): Measures[] {
  return packages
    .filter((one) => tracking_number === null || one.tracking_number === tracking_number)
    .flatMap(({ seq }) => {
      const one = shipment.packages[seq - 1];
      if (one === undefined) return [];
      const { weight_g, length_mm, width_mm, height_mm } = one;
      const sides =
        length_mm === null || width_mm === null || height_mm === null
          ? {}
          : { length_mm, width_mm, height_mm };
      return [{ weight_g, ...sides }];
    });
}
