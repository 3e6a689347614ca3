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
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { nameOrderType, ORDER_TYPES } from "../../orders/orders/status.ts";
import { AreaField } from "./area-field.tsx";
import { type Contractor, type ContractorRule, invalidatedQueries } from "./queries.ts";
import { listWeekdays } from "./rule-list.tsx";
import { text } from "./text.ts";
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
      rules={getRules("clientContractorUpdate")}
      close={close}
      title={index < rules.length ? old.name || text.rule.number({ n: String(index + 1) }) : text.new_rule}
      confirm={text.rule.save}
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
      success_message={text.saved}
    >
      {({ own, getError, set, values }) => (
        <>
          <TextInput data-autofocus label={text.name} {...own("name", { member: "rules.0.name" })} />
          <Input.Wrapper label={text.rule.where} labelElement="div">
            <SegmentedControl
              fullWidth
              aria-label={text.rule.where}
              value={values.area}
              onChange={(area) => set({ area })}
              data={[
                { value: "anywhere", label: text.rule.areas.anywhere },
                { value: "codes", label: text.rule.areas.codes },
                { value: "drawn", label: text.rule.areas.drawn },
              ]}
            />
          </Input.Wrapper>
          {values.area === "codes" ? (
            <TagsInput
              label={text.rule.codes}
              description={text.rule.codes_about}
              splitChars={[",", ";", " "]}
              {...own("postcode_prefixes", { member: "rules.0.postcode_prefixes", required: true })}
            />
          ) : null}
          {values.area === "drawn" ? (
            <AreaField
              corners={values.polygon}
              set={(polygon) => set({ polygon })}
              error={getError("polygon")}
            />
          ) : null}
          <MultiSelect
            label={text.rule.types}
            placeholder={values.types.length === 0 ? text.rule.all : undefined}
            data={ORDER_TYPES.map((value) => ({ value, label: nameOrderType(value) }))}
            {...own("types")}
          />
          <Checkbox.Group label={text.rule.on} description={text.rule.on_about} {...own("weekdays")}>
            <Group gap="sm" mt={6}>
              {listWeekdays().map((label, at) => (
                <Checkbox key={label} value={String(at + 1)} label={label} />
              ))}
            </Group>
          </Checkbox.Group>
          <NumberInput
            label={text.rule.most}
            description={text.rule.most_about}
            placeholder={text.rule.no_limit}
            {...own("capacity_per_day", { member: "rules.0.capacity_per_day" })}
          />
        </>
      )}
    </FormDrawer>
  );
}
