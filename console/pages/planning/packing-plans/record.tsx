/** What was really used for a package: another packaging, the weight on the scale. */
import { Button, NumberInput, Select, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import {
  PACKING_KEY,
  type PackingPlan,
  type PlannedPackage,
  type PlanPackaging,
  packagingsQuery,
} from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("packingPlanActual");

interface Props {
  plan: PackingPlan;
  one: PlannedPackage;
  packaging: PlanPackaging;
  actual: PackingPlan["actual"][number] | undefined;
}

export function RecordButton(props: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpened(true)}>
        {text.record}
      </Button>
      {opened ? <RecordForm {...props} close={() => setOpened(false)} /> : null}
    </>
  );
}

function RecordForm({ plan, one, packaging, actual, close }: Props & { close: () => void }) {
  const { data } = useQuery(packagingsQuery);
  const used = actual?.packaging_id ?? packaging.packaging_id;
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.record_title({ n: one.package_no })}
      confirm={text.record_submit}
      keys={[PACKING_KEY]}
      success_message={text.recorded}
      initial={{
        packages: [
          {
            package_no: one.package_no,
            packaging_id: used === null ? null : String(used),
            weight_g: actual?.weight_g ?? ("" as number | ""),
            note: actual?.note ?? "",
          },
        ],
      }}
      run={({ packages }) =>
        client.packingPlanActual({
          packing_plan_id: plan.id,
          packages: packages.map(({ packaging_id, weight_g, ...rest }) => ({
            ...rest,
            packaging_id: packaging_id === null ? null : Number(packaging_id),
            weight_g: weight_g === "" ? null : weight_g,
          })),
        })
      }
    >
      {({ field }) => (
        <>
          <Select
            label={text.used}
            data={(data?.packagings ?? []).map(({ id, code, name }) => ({
              value: String(id),
              label: `${code} · ${name}`,
            }))}
            searchable
            clearable
            {...field("packages.0.packaging_id")}
          />
          <NumberInput
            label={text.measured_weight}
            description={String(one.weight_g)}
            {...field("packages.0.weight_g", { unit: null })}
          />
          <Textarea label={text.note} autosize minRows={2} {...field("packages.0.note")} />
        </>
      )}
    </FormDrawer>
  );
}
