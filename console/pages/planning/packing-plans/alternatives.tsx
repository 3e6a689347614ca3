/** The plan beside packing everything into one kind of carton, with the price of the delivery where there is one. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { kilograms, money } from "../../../parts/format.ts";
import { Sheet } from "../../../parts/page.tsx";
import { Loaded, Waiting } from "../../../parts/states.tsx";
import { alternativesQuery, litres, type PackingPlan } from "./queries.ts";
import { text } from "./text.ts";

export function Alternatives({ plan }: { plan: PackingPlan }) {
  const [is_requested, setRequested] = useState(false);
  return (
    <Sheet title={text.alternatives} pad={!is_requested}>
      {is_requested ? (
        <Compared plan={plan} />
      ) : (
        <Button variant="default" size="xs" onClick={() => setRequested(true)}>
          {text.compare}
        </Button>
      )}
    </Sheet>
  );
}

function Compared({ plan }: { plan: PackingPlan }) {
  const query = useQuery(alternativesQuery(plan.id, plan.version));
  return (
    <Loaded query={query} fallback={<Waiting rows={3} />}>
      {(alternatives) => (
        <ul className="list" aria-label={text.alternatives}>
          {alternatives.map((one) => (
            <li key={one.packaging ?? ""} className="list-row">
              <span className="grow stack tight" style={{ gap: 0 }}>
                <span className="strong cut">
                  {one.packaging === null ? text.this_plan : text.only({ code: one.packaging })}
                </span>
                <span className="dim small num">
                  {text.packages_count({ n: one.packages })} · {litres(one.outer_volume_mm3)} ·{" "}
                  {text.chargeable} {kilograms(one.chargeable_weight_g)}
                  {one.unpacked > 0 ? ` · ${text.unpacked}: ${one.unpacked}` : ""}
                </span>
              </span>
              <span className="num nowrap">
                {one.price_state === "priced" ? (
                  money(one.shipping_price, one.currency)
                ) : (
                  <span className="dim small">{text.price_missing[one.price_state]}</span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}
