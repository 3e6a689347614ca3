/**
 * Form that creates or changes one rule of a contractor. All rules are saved together, because the service
 * stores them as one list.
 */
import {
  Checkbox,
  Group,
  Input,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  TagsInput,
  TextInput,
} from "@mantine/core";
import { client } from "../../../api/client.ts";
import { type Contractor, type ContractorRule, invalidatedQueries } from "../../../api/contractors.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { ORDER_TYPE } from "../../../parts/labels.ts";
import { AreaField } from "./area-field.tsx";
import { WEEKDAYS } from "./rule-list.tsx";
import "./contractors.css";

interface Values {
  name: string;
  area: "anywhere" | "codes" | "drawn";
  postcode_prefixes: string[];
  polygon: NonNullable<ContractorRule["polygon"]>;
  types: NonNullable<ContractorRule["types"]>;
  /** "1" is Monday. */
  weekdays: string[];
  capacity_per_day: number | string;
}

function toValues(rule: ContractorRule): Values {
  return {
    name: rule.name ?? "",
    area: rule.postcode_prefixes ? "codes" : rule.polygon ? "drawn" : "anywhere",
    postcode_prefixes: rule.postcode_prefixes ?? [],
    polygon: rule.polygon ?? [],
    types: rule.types ?? [],
    weekdays: (rule.weekdays ?? []).map(String),
    capacity_per_day: rule.capacity_per_day ?? "",
  };
}

function toRule({
  name,
  area,
  postcode_prefixes,
  polygon,
  types,
  weekdays,
  ...rest
}: Values): ContractorRule {
  return {
    ...(name.trim() ? { name: name.trim() } : {}),
    ...(area === "codes" ? { postcode_prefixes } : {}),
    ...(area === "drawn" ? { polygon } : {}),
    ...(types.length > 0 ? { types } : {}),
    ...(weekdays.length > 0 ? { weekdays: weekdays.map(Number).sort((a, b) => a - b) } : {}),
    ...(rest.capacity_per_day === "" ? {} : { capacity_per_day: Number(rest.capacity_per_day) }),
  };
}

export function RuleForm({
  contractor,
  index,
  close,
}: {
  contractor: Contractor;
  /** Index of the rule to change; the length of the list for a new one. */
  index: number;
  close: () => void;
}) {
  const { rules } = contractor;
  const old: ContractorRule = rules[index] ?? {};
  return (
    <FormDrawer
      close={close}
      title={index < rules.length ? old.name || `Rule ${index + 1}` : "New rule"}
      confirm="Save"
      initial={toValues(old)}
      // An error of the rule as a whole is shown at its first field.
      toPath={(path) =>
        path === `rules.${index}` ? "name" : path.replace(new RegExp(`^rules\\.${index}\\.`), "")
      }
      run={(values) =>
        client.clientContractorUpdate(
          {
            contractor_id: contractor.id,
            rules: [...rules.slice(0, index), toRule(values), ...rules.slice(index + 1)],
          },
          { if_match: contractor.version },
        )
      }
      keys={invalidatedQueries}
      past="Saved."
    >
      {({ field, errorOf, set, values }) => (
        <>
          <TextInput data-autofocus label="Name" maxLength={100} {...field("name")} />
          <Input.Wrapper label="Where" labelElement="div">
            <SegmentedControl
              fullWidth
              aria-label="Where"
              value={values.area}
              onChange={(area) => set({ area })}
              data={[
                { value: "anywhere", label: "Anywhere" },
                { value: "codes", label: "Postal codes" },
                { value: "drawn", label: "Drawn area" },
              ]}
            />
          </Input.Wrapper>
          {values.area === "codes" ? (
            <TagsInput
              label="Postal codes begin with"
              description="Enter after each; dashes and spaces do not matter."
              splitChars={[",", ";", " "]}
              {...field("postcode_prefixes")}
            />
          ) : null}
          {values.area === "drawn" ? (
            <AreaField
              corners={values.polygon}
              set={(polygon) => set({ polygon })}
              error={errorOf("polygon")}
            />
          ) : null}
          <MultiSelect
            label="Types of orders"
            placeholder={values.types.length === 0 ? "All" : undefined}
            data={Object.entries(ORDER_TYPE).map(([value, label]) => ({ value, label }))}
            {...field("types")}
          />
          <Checkbox.Group label="On" description="None ticked: every day." {...field("weekdays")}>
            <Group gap="sm" mt={6}>
              {WEEKDAYS.map((label, at) => (
                <Checkbox key={label} value={String(at + 1)} label={label} />
              ))}
            </Group>
          </Checkbox.Group>
          <NumberInput
            label="Most orders a day"
            description="Orders that this rule takes; assigned ones do not count."
            placeholder="No limit"
            min={0}
            max={100_000}
            allowDecimal={false}
            {...field("capacity_per_day")}
          />
        </>
      )}
    </FormDrawer>
  );
}
