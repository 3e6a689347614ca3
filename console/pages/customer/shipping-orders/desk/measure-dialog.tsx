/** Weights and sizes of received packages, beside what was declared. */
import { ActionIcon, Tooltip } from "@mantine/core";
import { useState } from "react";
import { IconEqual } from "#icons";
import { client } from "../../../../api/client.ts";
import { kilograms } from "../../../../parts/format.ts";
import { formatSize } from "../packages.tsx";
import { text } from "../text.ts";
import { Decide, type DialogProps } from "./decide.tsx";
import { getDeclared, getMeasured, isWhole, listEntered, MeasureFields, type Measures } from "./measures.tsx";

export function MeasureDialog(props: DialogProps) {
  const received = props.order.packages.filter(({ received_at }) => received_at !== null);
  const [values, setValues] = useState<ReadonlyMap<number, Measures>>(
    () => new Map(received.map((one) => [one.id, getMeasured(one)])),
  );
  const set = (id: number, measures: Measures) => setValues(new Map(values).set(id, measures));
  const entered = listEntered(received, values);
  // A package that was begun must be whole.
  const is_whole = entered.every(({ measures }) => isWhole(measures));
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
          const current = values.get(one.id) ?? getMeasured(one);
          return (
            <li key={one.id} className="form-entry">
              <div className="row apart nowrap">
                <span className="small">
                  <b>{text.desk.package_n({ n: one.seq })}</b>{" "}
                  <span className="dim">
                    {text.desk.declared({
                      weight: one.weight_g === null ? "–" : kilograms(one.weight_g),
                      size: formatSize(one.length_mm, one.width_mm, one.height_mm),
                    })}
                  </span>
                </span>
                <Tooltip label={text.desk.as_declared}>
                  <ActionIcon
                    variant="default"
                    aria-label={text.desk.as_declared_n({ n: one.seq })}
                    onClick={() => set(one.id, { ...current, ...dropUnknown(getDeclared(one)) })}
                  >
                    <IconEqual size={15} />
                  </ActionIcon>
                </Tooltip>
              </div>
              <MeasureFields
                values={current}
                change={(measures) => set(one.id, measures)}
                is_first={one === first}
              />
            </li>
          );
        })}
      </ol>
    </Decide>
  );
}

const dropUnknown = (measures: Measures): Partial<Measures> =>
  Object.fromEntries(Object.entries(measures).filter(([, value]) => value !== null));
