/** The rules that choose carrier and service: changed as one list, tried on past labels, then saved. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { IconPlus } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { listErrors } from "../../../parts/errors.ts";
import { OtherErrors, UnsavedChanges } from "../../../parts/form.tsx";
import { Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Loaded, Waiting } from "../../../parts/states.tsx";
import { carrierAccountsQuery } from "../carrier-accounts/queries.ts";
import type { Names } from "./describe-rule.ts";
import { DryRun } from "./dry-run.tsx";
import { customersQuery, RULES_KEY, rulesQuery, type SavedRules, type ShippingRule } from "./queries.ts";
import { RuleForm } from "./rule-form.tsx";
import { RuleList } from "./rule-list.tsx";
import "./shipping-rules.css";
import { text } from "./text.ts";

/** Rules have no identity of their own: a key distinguishes them while they are moved. */
export interface DraftRule {
  key: number;
  rule: ShippingRule;
}

let keys = 0;
const toDraft = (rule: ShippingRule): DraftRule => {
  keys += 1;
  return { key: keys, rule };
};

export function ShippingRules() {
  return (
    <Loaded query={useQuery(rulesQuery)} fallback={<Waiting rows={5} />}>
      {(latest) => <Editing latest={latest} />}
    </Loaded>
  );
}

/** What somebody else saves replaces the list that is shown, unless it was changed here. */
function Editing({ latest }: { latest: SavedRules }) {
  const [opened_rules, setOpenedRules] = useState({ saved: latest, opened: 0 });
  const show = (saved: SavedRules) => setOpenedRules(({ opened }) => ({ saved, opened: opened + 1 }));
  return <Editor key={opened_rules.opened} saved={opened_rules.saved} latest={latest} show={show} />;
}

function Editor({
  saved,
  latest,
  show,
}: {
  saved: SavedRules;
  latest: SavedRules;
  show: (saved: SavedRules) => void;
}) {
  const may_write = useMe().permissions.includes("settings:write");
  const [drafts, setDrafts] = useState(() => saved.rules.map(toDraft));
  const [errors, setErrors] = useState<ReturnType<typeof listErrors>>([]);
  const [open, setOpen] = useState<DraftRule | "new" | null>(null);
  const names = useNames(drafts);
  const rules = drafts.map(({ rule }) => rule);
  const is_dirty = JSON.stringify(rules) !== JSON.stringify(saved.rules);
  const is_outdated = latest.version > saved.version;
  const save = useSave(() => client.labelserviceRulesSet({ rules }, { if_match: saved.version }), {
    keys: [RULES_KEY],
    success_message: text.saved,
    done: show,
    refused: (error) => setErrors(listErrors(error)),
  });
  useEffect(() => {
    if (is_outdated && !is_dirty && !save.isPending) show(latest);
  }, [is_outdated, is_dirty, save.isPending, latest, show]);
  const change = (changed: DraftRule[]) => {
    setErrors([]);
    setDrafts(changed);
  };
  const isOfRule = ({ pointer }: { pointer: string }) => /^rules\/\d+\//.test(pointer);
  const add = () => setOpen("new");
  return (
    <div className="split shipping-rules">
      <Sheet
        title={text.title}
        pad={false}
        actions={
          may_write ? (
            <>
              {drafts.length === 0 ? null : (
                <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={add}>
                  {text.add}
                </Button>
              )}
              {is_dirty ? (
                <>
                  <Button size="xs" variant="default" disabled={save.isPending} onClick={() => show(latest)}>
                    {text.discard}
                  </Button>
                  <Button size="xs" loading={save.isPending} onClick={() => save.mutate(undefined)}>
                    {text.save}
                  </Button>
                </>
              ) : null}
            </>
          ) : null
        }
      >
        {is_dirty ? (
          <div className="shipping-rules-notes stack">
            <OtherErrors
              errors={errors.filter((error) => !isOfRule(error)).map(({ full_message }) => full_message)}
              title={text.not_saved}
            />
            <p className="note tone-warn" role="status">
              {is_outdated ? text.changed_elsewhere : text.unsaved}
            </p>
          </div>
        ) : null}
        <RuleList
          drafts={drafts}
          names={names}
          may_write={may_write}
          errors={errors.filter(isOfRule)}
          change={change}
          edit={setOpen}
          add={add}
        />
      </Sheet>
      <DryRun rules={rules} />
      {open === null ? null : (
        <RuleForm
          rule={open === "new" ? null : open.rule}
          close={() => setOpen(null)}
          apply={(rule) => {
            change(
              open === "new"
                ? [...drafts, toDraft(rule)]
                : drafts.map((one) => (one.key === open.key ? { ...one, rule } : one)),
            );
            setOpen(null);
          }}
        />
      )}
      <UnsavedChanges form={{ isDirty: () => is_dirty, is_saving: save.isPending }} />
    </div>
  );
}

function useNames(drafts: readonly DraftRule[]): Names {
  const names_customers = drafts.some(({ rule }) => rule.when.customer_ids !== undefined);
  const accounts = useQuery(carrierAccountsQuery).data ?? [];
  const customers = useQuery({ ...customersQuery(""), enabled: names_customers }).data?.customers ?? [];
  return {
    customers: new Map(customers.map(({ id, name }) => [id, name])),
    accounts: new Map(accounts.map(({ code, name }) => [code, name])),
    services: new Map(accounts.flatMap(({ methods }) => methods.map(({ code, name }) => [code, name]))),
  };
}
