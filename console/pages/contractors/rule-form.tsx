/** One rule of a contractor, made or changed. The rules are saved together, as the service keeps them. */
import { Checkbox, Group, Input, MultiSelect, NumberInput, SegmentedControl, TagsInput } from "@mantine/core";
import { useState } from "react";
import { client } from "../../api/client.ts";
import { type Contractor, type ContractorRule, type RuleCorner, TOUCHED } from "../../api/contractors.ts";
import { FormDrawer, TextField } from "../../parts/form-drawer.tsx";
import { ORDER_TYPE } from "../../parts/words.ts";
import { AreaField } from "./area-field.tsx";
import { WEEKDAYS } from "./rule-list.tsx";
import "./contractors.css";

type Area = "anywhere" | "codes" | "drawn";

export function RuleForm({
  contractor,
  index,
  close,
}: {
  contractor: Contractor;
  /** The rule that is changed; the next one when there is none. */
  index: number;
  close: () => void;
}) {
  const old: ContractorRule = contractor.rules[index] ?? {};
  const [name, setName] = useState(old.name ?? "");
  const [area, setArea] = useState<Area>(
    old.postcode_prefixes ? "codes" : old.polygon ? "drawn" : "anywhere",
  );
  const [codes, setCodes] = useState<string[]>(old.postcode_prefixes ?? []);
  const [corners, setCorners] = useState<RuleCorner[]>(old.polygon ?? []);
  const [types, setTypes] = useState<string[]>(old.types ?? []);
  const [weekdays, setWeekdays] = useState<string[]>((old.weekdays ?? []).map(String));
  const [capacity, setCapacity] = useState<number | string>(old.capacity_per_day ?? "");

  const rule: ContractorRule = {
    ...(name.trim() ? { name: name.trim() } : {}),
    ...(area === "codes" ? { postcode_prefixes: codes } : {}),
    ...(area === "drawn" ? { polygon: corners } : {}),
    ...(types.length > 0 ? { types: types as NonNullable<ContractorRule["types"]> } : {}),
    ...(weekdays.length > 0 ? { weekdays: weekdays.map(Number).sort((a, b) => a - b) } : {}),
    ...(capacity === "" ? {} : { capacity_per_day: Number(capacity) }),
  };
  const save = () =>
    client.clientContractorUpdate(
      {
        contractor_id: contractor.id,
        rules: [...contractor.rules.slice(0, index), rule, ...contractor.rules.slice(index + 1)],
      },
      { if_match: contractor.version },
    );
  return (
    <FormDrawer
      close={close}
      title={index < contractor.rules.length ? old.name || `Rule ${index + 1}` : "New rule"}
      confirm="Save"
      run={save}
      keys={TOUCHED}
      past="Saved."
    >
      {(error) => (
        <>
          <TextField
            data-autofocus
            label="Name"
            maxLength={100}
            value={name}
            set={setName}
            error={error(`rules/${index}`) ?? error(`rules/${index}/name`)}
          />
          <Input.Wrapper label="Where" labelElement="div">
            <SegmentedControl
              fullWidth
              aria-label="Where"
              value={area}
              onChange={(value) => setArea(value as Area)}
              data={[
                { value: "anywhere", label: "Anywhere" },
                { value: "codes", label: "Postal codes" },
                { value: "drawn", label: "Drawn area" },
              ]}
            />
          </Input.Wrapper>
          {area === "codes" ? (
            <TagsInput
              label="Postal codes begin with"
              description="Enter after each; dashes and spaces do not matter."
              splitChars={[",", ";", " "]}
              value={codes}
              onChange={setCodes}
              error={error(`rules/${index}/postcode_prefixes`)}
            />
          ) : null}
          {area === "drawn" ? (
            <AreaField corners={corners} set={setCorners} error={error(`rules/${index}/polygon`)} />
          ) : null}
          <MultiSelect
            label="Types of orders"
            placeholder={types.length === 0 ? "All" : undefined}
            data={Object.entries(ORDER_TYPE).map(([value, label]) => ({ value, label }))}
            value={types}
            onChange={setTypes}
          />
          <Checkbox.Group
            label="On"
            description="None ticked: every day."
            value={weekdays}
            onChange={setWeekdays}
          >
            <Group gap="sm" mt={6}>
              {WEEKDAYS.map((label, at) => (
                <Checkbox key={label} value={String(at + 1)} label={label} />
              ))}
            </Group>
          </Checkbox.Group>
          <NumberInput
            label="At most, a day"
            description="Orders that this rule takes; assigned ones do not count."
            placeholder="No limit"
            min={0}
            max={100_000}
            allowDecimal={false}
            value={capacity}
            onChange={setCapacity}
            error={error(`rules/${index}/capacity_per_day`)}
          />
        </>
      )}
    </FormDrawer>
  );
}
