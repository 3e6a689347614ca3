import { MultiSelect, Select, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconArrowBackUp } from "#icons";
import type { ReturnReason as Reason } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { EditableTable } from "../../../parts/editable-table.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { Empty } from "../../../parts/states.tsx";
import { text } from "./text.ts";

const RULES = getRules("returnReasonCreate");

/** Options of a field, in the sequence of the texts. */
const options = <Value extends string>(names: Record<Value, string>) =>
  (Object.keys(names) as Value[]).map((value) => ({ value, label: names[value] }));

export function ReturnReasons() {
  const may_write = useMe().permissions.includes("settings:write");
  const query = useQuery({
    queryKey: ["return-reasons"],
    meta: { live: ["return_reason"] },
    queryFn: ({ signal }) => client.returnReasons({ inactive: true }, { signal }),
  });
  return (
    <EditableTable
      label={text.title}
      title={text.heading}
      create={text.create}
      may_write={may_write}
      query={query}
      rows={({ reasons }) => reasons}
      empty={<Empty icon={IconArrowBackUp} title={text.none} />}
      getKey={({ code }) => code}
      getName={({ label }) => label}
      columns={[
        {
          key: "label",
          head: text.reason,
          cell: (one) => (
            <>
              <span className={one.active ? "strong" : "dim"}>{one.label}</span>
              <div className="mono dim small">{one.code}</div>
            </>
          ),
        },
        {
          key: "needs",
          head: text.needs,
          window_width_min: 641,
          cell: ({ requires }) =>
            requires.map((one) => text.proofs[one]).join(", ") || <span className="dim">{text.nothing}</span>,
        },
        { key: "next", head: text.afterwards, cell: ({ next_action }) => text.next[next_action] },
        {
          key: "state",
          head: text.state,
          cell: ({ active, built_in }) => (
            <Tag tone={active ? (built_in ? "grey" : "good") : "warn"}>
              {active ? (built_in ? text.built_in : text.own) : text.off}
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
      rules={RULES}
      close={close}
      title={reason?.label ?? text.create}
      confirm={text.save}
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
      success_message={text.saved}
    >
      {({ field, own }) => (
        <>
          <TextInput data-autofocus label={text.label} {...field("labels.en", { required: true })} />
          {reason ? null : <TextInput label={text.code} description={text.code_about} {...field("code")} />}
          <MultiSelect label={text.applies_to} data={options(text.stops)} {...field("applies_to")} />
          <MultiSelect label={text.requires} data={options(text.proofs)} {...field("requires")} />
          <Select
            label={text.next_action}
            data={options(text.next)}
            allowDeselect={false}
            {...field("next_action")}
          />
          <Select label={text.fault} data={options(text.faults)} allowDeselect={false} {...field("fault")} />
          {reason ? <Switch label={text.active} {...own("active", { type: "checkbox" })} /> : null}
        </>
      )}
    </FormDrawer>
  );
}
