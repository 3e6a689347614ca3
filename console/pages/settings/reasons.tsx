import { Button, MultiSelect, Select, Switch } from "@mantine/core";
import { IconArrowBackUp, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReturnReason as Reason } from "../../../packages/client/client.gen.ts";
import { client } from "../../api/client.ts";
import { useMe } from "../../api/session.ts";
import { Tag } from "../../parts/badge.tsx";
import { FormDrawer, TextField } from "../../parts/form-drawer.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { plain } from "../../parts/words.ts";

const words = (list: string[]) => list.map((value) => ({ value, label: plain(value) }));
const APPLIES_TO = words(["failed", "rejected", "returned", "pickup_failed", "exception"]);
const REQUIRES = words(["photo", "note", "signature", "call_attempt"]);
const NEXT = words(["reattempt", "hold", "return", "locker"]);
const FAULTS = words(["recipient", "sender", "carrier", "none"]);

export default function Reasons() {
  const may_write = useMe().permissions.includes("settings:write");
  const [open, setOpen] = useState<Reason | "new" | null>(null);
  const query = useQuery({
    queryKey: ["return-reasons"],
    queryFn: ({ signal }) => client.returnReasons({ inactive: true }, { signal }),
  });
  return (
    <section className="sheet" aria-label="Return reasons">
      <div className="sheet-head">
        <h2>Reasons</h2>
        {may_write ? (
          <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => setOpen("new")}>
            New reason
          </Button>
        ) : null}
      </div>
      <Loaded query={query}>
        {({ reasons }) =>
          reasons.length === 0 ? (
            <Empty icon={IconArrowBackUp} title="No reasons" />
          ) : (
            <Table
              label="Return reasons"
              rows={reasons}
              keyOf={({ code }) => code}
              nameOf={({ label }) => label}
              onOpen={may_write ? setOpen : undefined}
              columns={[
                {
                  key: "label",
                  head: "Reason",
                  cell: (one) => (
                    <>
                      <span className={one.active ? "strong" : "dim"}>{one.label}</span>
                      <div className="mono dim small">{one.code}</div>
                    </>
                  ),
                },
                {
                  key: "needs",
                  head: "Needs",
                  from: 900,
                  cell: ({ requires }) =>
                    requires.map(plain).join(", ") || <span className="dim">Nothing</span>,
                },
                { key: "next", head: "Then", cell: ({ next_action }) => plain(next_action) },
                {
                  key: "state",
                  head: "State",
                  cell: ({ active, built_in }) => (
                    <Tag tone={active ? (built_in ? "grey" : "good") : "warn"}>
                      {active ? (built_in ? "Built in" : "Your own") : "Off"}
                    </Tag>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      {open !== null ? (
        <ReasonForm
          key={open === "new" ? "new" : open.code}
          reason={open === "new" ? null : open}
          close={() => setOpen(null)}
        />
      ) : null}
    </section>
  );
}

function ReasonForm({ reason, close }: { reason: Reason | null; close: () => void }) {
  const [code, setCode] = useState(reason?.code ?? "");
  const [label, setLabel] = useState(reason?.labels["en"] ?? "");
  const [applies, setApplies] = useState<Reason["applies_to"]>(reason?.applies_to ?? ["failed"]);
  const [requires, setRequires] = useState<Reason["requires"]>(reason?.requires ?? []);
  const [next, setNext] = useState(reason?.next_action ?? "reattempt");
  const [fault, setFault] = useState(reason?.fault ?? "none");
  const [active, setActive] = useState(reason?.active ?? true);
  const save = () => {
    const body = {
      labels: { ...reason?.labels, en: label.trim() },
      applies_to: applies,
      requires,
      next_action: next,
      fault,
    };
    return reason
      ? client.returnReasonUpdate({ code: reason.code, ...body, active })
      : client.returnReasonCreate({ code: code.trim(), ...body });
  };
  return (
    <FormDrawer
      close={close}
      title={reason?.label ?? "New reason"}
      confirm="Save"
      run={save}
      keys={[["return-reasons"]]}
      past="Saved. Reports keep the version of their time."
    >
      {(error) => (
        <>
          <TextField
            data-autofocus
            label="Words"
            required
            maxLength={120}
            value={label}
            set={setLabel}
            error={error("labels/en")}
          />
          {reason ? null : (
            <TextField
              label="Code"
              description="Small letters, digits and _."
              required
              value={code}
              set={setCode}
              error={error("code")}
            />
          )}
          <MultiSelect
            label="When"
            data={APPLIES_TO}
            value={applies}
            onChange={(value) => setApplies(value as typeof applies)}
            error={error("applies_to")}
          />
          <MultiSelect
            label="The driver must bring"
            data={REQUIRES}
            value={requires}
            onChange={(value) => setRequires(value as typeof requires)}
            error={error("requires")}
          />
          <Select
            label="What comes next"
            data={NEXT}
            value={next}
            onChange={(value) => setNext(value as typeof next)}
            allowDeselect={false}
          />
          <Select
            label="Whose fault it is"
            data={FAULTS}
            value={fault}
            onChange={(value) => setFault(value as typeof fault)}
            allowDeselect={false}
          />
          {reason ? (
            <Switch
              label="Can be chosen"
              checked={active}
              onChange={(event) => setActive(event.currentTarget.checked)}
            />
          ) : null}
        </>
      )}
    </FormDrawer>
  );
}
