/** The rules of a list as a table: what each applies to and charges, and what it says of the tested shipment. */
import { ActionIcon, Button } from "@mantine/core";
import { Fragment, useState } from "react";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "#icons";
import type { ClientPriceListTestOutput, PriceRule } from "../../../../packages/client/client.gen.ts";
import { Tag } from "../../../parts/badge.tsx";
import { Sheet } from "../../../parts/page.tsx";
import type { PriceFamily } from "../../../parts/price-families.ts";
import type { ListForm } from "./editor.tsx";
import { RuleFields } from "./rule-fields.tsx";
import { describeAmounts, describeConditions } from "./rule-words.ts";
import { START_RULE } from "./start.ts";
import { text } from "./text.ts";

/** Rules are tried from the top: those that are listed as skipped, then the one that matched, then none. */
function Outcome({ at, test }: { at: number; test: ClientPriceListTestOutput }) {
  const skipped = test.skipped_rules[at];
  if (skipped !== undefined) return <Tag tone="grey">{text.reasons[skipped.reason]}</Tag>;
  if (at === test.skipped_rules.length && test.price !== null)
    return <Tag tone="good">{text.test.matches}</Tag>;
  return <span className="dim small">{text.test.not_reached}</span>;
}

export function Rules({
  form,
  price_family,
  may_write,
  test,
}: {
  form: ListForm;
  price_family: PriceFamily;
  may_write: boolean;
  test: ClientPriceListTestOutput | undefined;
}) {
  const { rules, currency } = form.values;
  const [open, setOpen] = useState<number | null>(null);
  const setRules = (changed: PriceRule[]) => form.set({ rules: changed });
  const move = (at: number, by: number) => {
    const moved = [...rules];
    const [rule] = moved.splice(at, 1);
    if (rule === undefined) return;
    moved.splice(at + by, 0, rule);
    setRules(moved);
    if (open === at) setOpen(at + by);
    else if (open === at + by) setOpen(at);
  };
  const remove = (at: number) => {
    setRules(rules.filter((_, index) => index !== at));
    setOpen(null);
  };
  return (
    <Sheet
      title={text.rules}
      pad={false}
      actions={
        may_write ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => {
              setRules([{ name: "", ...START_RULE[price_family] }, ...rules]);
              setOpen(0);
            }}
          >
            {text.add_rule}
          </Button>
        ) : null
      }
    >
      <p className="dim small" style={{ padding: "8px 14px" }}>
        {text.rules_about}
      </p>
      <table className="table prices-rules" aria-label={text.rules}>
        <thead>
          <tr>
            <th scope="col">{text.rule}</th>
            <th scope="col" className="prices-wide">
              {text.price}
            </th>
            {may_write ? (
              <th scope="col">
                <span className="sr">{text.order}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rules.map((rule, at) => {
            const name = rule.name || text.unnamed;
            const is_match = test?.price != null && at === test.skipped_rules.length;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: rules have no identity but their index.
              <Fragment key={at}>
                <tr aria-current={is_match ? "true" : undefined}>
                  <td>
                    <span className="row tight">
                      <button
                        type="button"
                        className="prices-name"
                        aria-expanded={open === at}
                        aria-label={may_write ? text.edit_rule({ name }) : text.show_rule({ name })}
                        onClick={() => setOpen(open === at ? null : at)}
                      >
                        {name}
                      </button>
                      {test === undefined ? null : <Outcome at={at} test={test} />}
                    </span>
                    <div className="dim small">{describeConditions(rule)}</div>
                    <div className="prices-narrow">{describeAmounts(rule, currency)}</div>
                  </td>
                  <td className="prices-wide">{describeAmounts(rule, currency)}</td>
                  {may_write ? (
                    <td>
                      <div className="prices-tools">
                        <ActionIcon
                          variant="subtle"
                          aria-label={text.move_up({ name })}
                          disabled={at === 0}
                          onClick={() => move(at, -1)}
                        >
                          <IconArrowUp size={16} />
                        </ActionIcon>
                        <ActionIcon
                          variant="subtle"
                          aria-label={text.move_down({ name })}
                          disabled={at === rules.length - 1}
                          onClick={() => move(at, 1)}
                        >
                          <IconArrowDown size={16} />
                        </ActionIcon>
                        <ActionIcon
                          variant="subtle"
                          aria-label={text.delete_rule({ name })}
                          disabled={rules.length === 1}
                          onClick={() => remove(at)}
                        >
                          <IconTrash size={16} />
                        </ActionIcon>
                      </div>
                    </td>
                  ) : null}
                </tr>
                {open === at ? (
                  <tr className="prices-open">
                    <td colSpan={may_write ? 3 : 2}>
                      <RuleFields
                        form={form}
                        at={at}
                        price_family={price_family}
                        rule={rule}
                        may_write={may_write}
                        change={(part) =>
                          setRules(rules.map((one, index) => (index === at ? { ...one, ...part } : one)))
                        }
                      />
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </Sheet>
  );
}
