/** Weights and sizes of received packages, beside what was declared. */
import { ActionIcon, Tooltip } from "@mantine/core";
import { IconEqual } from "@tabler/icons-react";
import { useState } from "react";
import type { ServiceUnits } from "../../../../../packages/client/client.gen.ts";
import { client } from "../../../../api/client.ts";
import { useMe } from "../../../../api/session.ts";
import { kilograms } from "../../../../parts/format.ts";
import { MeasureInput } from "../../services/order-form/measure-input.tsx";
import { text as service_text } from "../../services/text.ts";
import { formatSize } from "../packages.tsx";
import type { ShippingPackage } from "../queries.ts";
import { text } from "../text.ts";
import { Decide, type DialogProps } from "./decide.tsx";

const MEASURES = ["weight_g", "length_mm", "width_mm", "height_mm"] as const;
type Measures = Record<(typeof MEASURES)[number], number | null>;

const declared = (one: ShippingPackage): Measures => ({
  weight_g: one.weight_g,
  length_mm: one.length_mm,
  width_mm: one.width_mm,
  height_mm: one.height_mm,
});

const measured = (one: ShippingPackage): Measures => ({
  weight_g: one.measured_weight_g,
  length_mm: one.measured_length_mm,
  width_mm: one.measured_width_mm,
  height_mm: one.measured_height_mm,
});

const POUNDS = ["US", "LR", "MM"];

export function MeasureDialog(props: DialogProps) {
  const country = useMe().business?.country ?? "";
  const units: ServiceUnits = POUNDS.includes(country)
    ? { weight: "lb", length: "in" }
    : { weight: "kg", length: "cm" };
  const received = props.order.packages.filter(({ received_at }) => received_at !== null);
  const [values, setValues] = useState<ReadonlyMap<number, Measures>>(
    () => new Map(received.map((one) => [one.id, measured(one)])),
  );
  const set = (id: number, measures: Measures) => setValues(new Map(values).set(id, measures));
  const entered = received.flatMap((one) => {
    const measures = values.get(one.id) ?? measured(one);
    const before = measured(one);
    return MEASURES.some((member) => measures[member] !== before[member]) ? [{ one, measures }] : [];
  });
  // A package that was begun must be whole.
  const is_whole = entered.every(({ measures }) => MEASURES.every((member) => measures[member] !== null));
  const packages = entered.map(({ one, measures }) => ({
    shipping_package_id: one.id,
    ...(measures as Record<keyof Measures, number>),
  }));
  const [first] = received;
  return (
    <Decide
      decision="measure"
      {...props}
      input={packages.length === 0 || !is_whole ? null : { packages }}
      run={client.clientCustomerOrderMeasure}
    >
      <ol className="stack" aria-label={text.packages.title}>
        {received.map((one) => {
          const current = values.get(one.id) ?? measured(one);
          return (
            <li key={one.id} className="service-entry">
              <div className="row apart nowrap">
                <span className="small">
                  <b>{text.desk.package_n(one.seq)}</b>{" "}
                  <span className="dim">
                    {text.desk.declared(
                      one.weight_g === null ? "–" : kilograms(one.weight_g),
                      formatSize(one.length_mm, one.width_mm, one.height_mm),
                    )}
                  </span>
                </span>
                <Tooltip label={text.desk.as_declared}>
                  <ActionIcon
                    variant="default"
                    aria-label={text.desk.as_declared_n(one.seq)}
                    onClick={() => set(one.id, { ...current, ...dropUnknown(declared(one)) })}
                  >
                    <IconEqual size={15} />
                  </ActionIcon>
                </Tooltip>
              </div>
              <div className="shipping-measures">
                {MEASURES.map((member) => (
                  <MeasureInput
                    key={member}
                    label={service_text.form[member === "weight_g" ? "weight" : member]}
                    measure={member === "weight_g" ? "weight" : "length"}
                    units={units}
                    data-autofocus={(one === first && member === "weight_g") || undefined}
                    value={current[member]}
                    onChange={(value) => set(one.id, { ...current, [member]: value })}
                  />
                ))}
              </div>
            </li>
          );
        })}
      </ol>
    </Decide>
  );
}

const dropUnknown = (measures: Measures): Partial<Measures> =>
  Object.fromEntries(Object.entries(measures).filter(([, value]) => value !== null));
