/** Writes the packages onto the parcels of the order, after showing what would change. */
import { Button, Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { kilograms } from "../../../parts/format.ts";
import { formatSize } from "../../../parts/plans/measures.ts";
import { useSave } from "../../../parts/save.ts";
import { Loaded, Waiting } from "../../../parts/states.tsx";
import { notifyFailure } from "../../../parts/toast.ts";
import { PACKING_KEY, type PackingPlan } from "./queries.ts";
import { text } from "./text.ts";

export function ApplyButton({ plan }: { plan: PackingPlan }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>{text.apply}</Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={text.apply_title} size="lg">
        {opened ? <Preview plan={plan} close={() => setOpened(false)} /> : null}
      </Modal>
    </>
  );
}

interface Measures {
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
  weight_g: number;
}

const describe = (one: Measures) =>
  `${one.length_mm === null ? text.unknown : formatSize(one)} · ${kilograms(one.weight_g)}`;

function Preview({ plan, close }: { plan: PackingPlan; close: () => void }) {
  const packing_plan_id = plan.id;
  const query = useQuery({
    queryKey: [...PACKING_KEY, "apply", packing_plan_id, plan.version],
    queryFn: ({ signal }) => client.packingPlanApply({ packing_plan_id, preview: true }, { signal }),
    retry: false,
    gcTime: 0,
  });
  const apply = useSave(() => client.packingPlanApply({ packing_plan_id }), {
    keys: [PACKING_KEY, ["orders"]],
    success_message: text.apply_done,
    done: close,
    refused: (error) => notifyFailure(error, text.not_applied),
  });
  return (
    <Loaded query={query} fallback={<Waiting rows={4} />}>
      {({ parcels }) => (
        <div className="stack">
          <p>{text.apply_about}</p>
          <div className="table-scroll">
            <table className="table" aria-label={text.apply_title}>
              <thead>
                <tr>
                  <th scope="col">{text.parcel}</th>
                  <th scope="col">{text.before}</th>
                  <th scope="col">{text.after}</th>
                </tr>
              </thead>
              <tbody>
                {parcels.map(({ parcel_id, label_code, before, after }) => (
                  <tr key={parcel_id}>
                    <td className="mono">{label_code}</td>
                    <td className="dim num">{describe(before)}</td>
                    <td className="num">
                      {describe(after)}
                      <div className="dim small">{after.contents}</div>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div className="row" style={{ justifyContent: "flex-end" }}>
            <Button loading={apply.isPending} onClick={() => apply.mutate(undefined)}>
              {text.apply_submit({ n: parcels.length })}
            </Button>
          </div>
        </div>
      )}
    </Loaded>
  );
}
