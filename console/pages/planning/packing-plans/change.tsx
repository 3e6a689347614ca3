/** Name and limits of a plan. Its packages fit the limits no more, so it is solved again. */
import { Button, Checkbox, NumberInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { text as plan_text } from "../../../parts/plans/text.ts";
import { PACKING_KEY, type PackingPlan } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("packingPlanUpdate");

export function ChangeButton({ plan }: { plan: PackingPlan }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {text.change}
      </Button>
      {opened ? <ChangeForm plan={plan} close={() => setOpened(false)} /> : null}
    </>
  );
}

function ChangeForm({ plan, close }: { plan: PackingPlan; close: () => void }) {
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.change}
      confirm={text.change_submit}
      refused={plan_text.not_saved}
      keys={[PACKING_KEY]}
      success_message={text.changed}
      initial={{
        name: plan.name,
        target_utilization_percent: plan.target_utilization_percent as number | "",
        support_percent: plan.support_percent as number | "",
        allow_unpacked: plan.unpacked !== null && plan.unpacked > 0,
      }}
      run={({ target_utilization_percent: cap, support_percent: support, ...values }) =>
        client.packingPlanUpdate(
          {
            packing_plan_id: plan.id,
            ...values,
            ...(cap === "" ? {} : { target_utilization_percent: cap }),
            ...(support === "" ? {} : { support_percent: support }),
          },
          { if_match: plan.version },
        )
      }
    >
      {({ field }) => (
        <>
          <TextInput label={plan_text.name} {...field("name", { required: true })} />
          <NumberInput
            label={text.cap}
            description={text.cap_about}
            {...field("target_utilization_percent")}
          />
          <NumberInput
            label={plan_text.support}
            description={text.support_about}
            {...field("support_percent", { unit: null })}
          />
          <Checkbox label={text.allow_unpacked} {...field("allow_unpacked", { type: "checkbox" })} />
        </>
      )}
    </FormDrawer>
  );
}
