import { MultiSelect, Select, Switch, TextInput } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReturnReason as Reason } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { EditableTable } from "../../../parts/editable-table.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { humanize } from "../../../parts/labels.ts";
import { Empty } from "../../../parts/states.tsx";

const words = (list: string[]) => list.map((value) => ({ value, label: humanize(value) }));
const APPLIES_TO = words(["failed", "rejected", "returned", "pickup_failed", "exception"]);
const REQUIRES = words(["photo", "note", "signature", "call_attempt"]);
const NEXT = words(["reattempt", "hold", "return", "locker"]);
const FAULTS = words(["recipient", "sender", "carrier", "none"]);

export function ReturnReasons() {
  const may_write = useMe().permissions.includes("settings:write");
  const query = useQuery({
    queryKey: ["return-reasons"],
    meta: { live: ["return_reason"] },
    queryFn: ({ signal }) => client.returnReasons({ inactive: true }, { signal }),
  });
  return (
    <EditableTable
      label="Return reasons"
      heading="Reasons"
      create="New reason"
      may_write={may_write}
      query={query}
      rowsOf={({ reasons }) => reasons}
      empty={<Empty icon={IconArrowBackUp} title="No reasons" />}
      keyOf={({ code }) => code}
      nameOf={({ label }) => label}
      columns={[
        {
          key: "label",
          header: "Reason",
          cell: (one) => (
            <>
              <span className={one.active ? "strong" : "dim"}>{one.label}</span>
              <div className="mono dim small">{one.code}</div>
            </>
          ),
        },
        {
          key: "needs",
          header: "Needs",
          min_width: 900,
          cell: ({ requires }) => requires.map(humanize).join(", ") || <span className="dim">Nothing</span>,
        },
        { key: "next", header: "Then", cell: ({ next_action }) => humanize(next_action) },
        {
          key: "state",
          header: "State",
          cell: ({ active, built_in }) => (
            <Tag tone={active ? (built_in ? "grey" : "good") : "warn"}>
              {active ? (built_in ? "Built in" : "Your own") : "Off"}
            </Tag>
          ),
        },
      ]}
      form={(reason, close) => <ReasonForm reason={reason} close={close} />}
    />
  );
}

function ReasonForm({ reason, close }: { reason: Reason | null; close: () => void }) {
  return (
    <FormDrawer
      close={close}
      title={reason?.label ?? "New reason"}
      confirm="Save"
      initial={{
        code: reason?.code ?? "",
        labels: { en: reason?.labels["en"] ?? "" },
        applies_to: reason?.applies_to ?? (["failed"] satisfies Reason["applies_to"]),
        requires: reason?.requires ?? [],
        next_action: reason?.next_action ?? "reattempt",
        fault: reason?.fault ?? "none",
        active: reason?.active ?? true,
      }}
      run={({ code, labels, active, ...values }) => {
        const body = { ...values, labels: { ...reason?.labels, en: labels.en.trim() } };
        return reason
          ? client.returnReasonUpdate({ code: reason.code, ...body, active })
          : client.returnReasonCreate({ code: code.trim(), ...body });
      }}
      keys={[["return-reasons"]]}
      success_message="Saved. Reports keep the version of their time."
    >
      {({ field }) => (
        <>
          <TextInput data-autofocus label="Label" required maxLength={120} {...field("labels.en")} />
          {reason ? null : (
            <TextInput label="Code" description="Small letters, digits and _." required {...field("code")} />
          )}
          <MultiSelect label="Applies to" data={APPLIES_TO} {...field("applies_to")} />
          <MultiSelect label="Required of the driver" data={REQUIRES} {...field("requires")} />
          <Select label="Next step" data={NEXT} allowDeselect={false} {...field("next_action")} />
          <Select label="At fault" data={FAULTS} allowDeselect={false} {...field("fault")} />
          {reason ? <Switch label="Can be chosen" {...field("active", { type: "checkbox" })} /> : null}
        </>
      )}
    </FormDrawer>
  );
}
