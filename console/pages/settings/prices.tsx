import { ActionIcon, Button, NumberInput, Switch } from "@mantine/core";
import { IconPlus, IconReceipt2, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PriceList, PriceRule } from "../../../packages/client/client.gen.ts";
import { client } from "../../api/client.ts";
import { useMe } from "../../api/session.ts";
import { priceListsQuery } from "../../api/settings.ts";
import { Tag } from "../../parts/badge.tsx";
import { FormDrawer, TextField } from "../../parts/form-drawer.tsx";
import { Sheet } from "../../parts/page.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { day } from "../../parts/times.ts";
import { minorsOf, money, plain } from "../../parts/words.ts";

export default function Prices() {
  const may_write = useMe().permissions.includes("settings:write");
  const query = useQuery(priceListsQuery);
  const [open, setOpen] = useState<PriceList | "new" | null>(null);
  return (
    <>
      {may_write ? (
        <Button
          style={{ alignSelf: "flex-start" }}
          leftSection={<IconPlus size={16} />}
          onClick={() => setOpen("new")}
        >
          New price list
        </Button>
      ) : null}
      <Loaded query={query}>
        {({ price_lists }) =>
          price_lists.length === 0 ? (
            <Sheet>
              <Empty icon={IconReceipt2} title="No price list yet">
                Without one, orders have no price.
              </Empty>
            </Sheet>
          ) : (
            price_lists.map((list) => (
              <Sheet
                key={list.id}
                pad={false}
                title={
                  <span className="row tight">
                    {list.name} {list.is_default ? <Tag tone="good">Default</Tag> : null}{" "}
                    {list.tier ? <Tag tone="blue">{list.tier}</Tag> : null}
                  </span>
                }
                actions={
                  may_write ? (
                    <Button size="xs" variant="default" onClick={() => setOpen(list)}>
                      New version
                    </Button>
                  ) : null
                }
              >
                <p className="dim small" style={{ padding: "8px 14px" }}>
                  {plain(list.family)} · version {list.list_version} · from {day(list.effective_from)}
                  {list.effective_until ? ` until ${day(list.effective_until)}` : ""}
                </p>
                <Rules list={list} />
              </Sheet>
            ))
          )
        }
      </Loaded>
      {open !== null ? (
        <ListForm
          key={open === "new" ? "new" : open.id}
          list={open === "new" ? null : open}
          close={() => setOpen(null)}
        />
      ) : null}
    </>
  );
}

function Rules({ list }: { list: PriceList }) {
  const amount = (minor: number | undefined) => (minor ? money(minor, list.currency) : "–");
  return (
    <div className="table-scroll">
      <table className="table" aria-label={`Rules of ${list.name}`}>
        <thead>
          <tr>
            <th>Rule</th>
            <th className="end">Base</th>
            <th className="end">A km</th>
            <th className="end">A kg</th>
            <th className="end">At least</th>
          </tr>
        </thead>
        <tbody>
          {list.rules.map((rule) => (
            <tr key={rule.name}>
              <td>
                <span className="strong">{rule.name}</span>
                <div className="dim small">
                  {[
                    rule.km_max === undefined ? "" : `up to ${rule.km_max} km`,
                    rule.weight_g_max === undefined ? "" : `up to ${rule.weight_g_max / 1000} kg`,
                    rule.postal_prefixes?.length ? `postal codes ${rule.postal_prefixes.join(", ")}` : "",
                  ]
                    .filter(Boolean)
                    .join(" · ") || "Everything else"}
                </div>
              </td>
              <td className="end">{amount(rule.base_minor)}</td>
              <td className="end">{amount(rule.per_km_minor)}</td>
              <td className="end">{amount(rule.per_kg_minor)}</td>
              <td className="end">{amount(rule.minimum_minor)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const AMOUNTS = [
  ["base_minor", "Base"],
  ["per_km_minor", "A km"],
  ["per_kg_minor", "A kg"],
  ["minimum_minor", "At least"],
] as const;

function ListForm({ list, close }: { list: PriceList | null; close: () => void }) {
  const currency = useMe().business?.currency ?? "EUR";
  const minors = minorsOf(list?.currency ?? currency);
  const [name, setName] = useState(list?.name ?? "");
  const [is_default, setDefault] = useState(list?.is_default ?? true);
  const [rules, setRules] = useState<PriceRule[]>(list?.rules ?? [{ name: "Everywhere", base_minor: 0 }]);
  const edit = (at: number, part: Partial<PriceRule>) =>
    setRules((was) => was.map((rule, index) => (index === at ? { ...rule, ...part } : rule)));
  return (
    <FormDrawer
      close={close}
      title={list ? `New version of ${list.name}` : "New price list"}
      confirm="Save"
      run={() =>
        list
          ? client.clientPriceListReplace({ price_list_id: list.id, name: name.trim(), is_default, rules })
          : client.clientPriceListCreate({ name: name.trim(), is_default, rules })
      }
      keys={[["price-lists"]]}
      past={list ? "The new version holds." : "The price list is there."}
    >
      {(error) => (
        <>
          <TextField data-autofocus label="Name" required value={name} set={setName} error={error("name")} />
          <Switch
            label="For customers without a list of their own"
            checked={is_default}
            onChange={(event) => setDefault(event.currentTarget.checked)}
          />
          <p className="dim small">
            The first rule that fits prices the shipment: put the most specific first.
          </p>
          {rules.map((rule, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have no identity but their place.
            <fieldset key={at} className="look-ahead stack" style={{ margin: 0 }}>
              <div className="row nowrap" style={{ alignItems: "flex-end" }}>
                <TextField
                  className="grow"
                  label={`Rule ${at + 1}`}
                  required
                  value={rule.name}
                  set={(text) => edit(at, { name: text })}
                  error={error(`rules/${at}/name`)}
                />
                <ActionIcon
                  variant="default"
                  size={34}
                  aria-label={`Delete rule ${at + 1}`}
                  disabled={rules.length === 1}
                  onClick={() => setRules(rules.filter((_, index) => index !== at))}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </div>
              <div className="form-grid" style={{ gridTemplateColumns: "1fr 1fr" }}>
                <NumberInput
                  label="Up to km"
                  min={0}
                  value={rule.km_max ?? ""}
                  onChange={(value) => edit(at, { km_max: value === "" ? undefined : Number(value) })}
                />
                <NumberInput
                  label="Up to kg"
                  min={0}
                  decimalScale={3}
                  value={rule.weight_g_max === undefined ? "" : rule.weight_g_max / 1000}
                  onChange={(value) =>
                    edit(at, { weight_g_max: value === "" ? undefined : Math.round(Number(value) * 1000) })
                  }
                />
                {AMOUNTS.map(([member, label]) => (
                  <NumberInput
                    key={member}
                    label={label}
                    min={0}
                    decimalScale={2}
                    value={rule[member] === undefined ? "" : (rule[member] ?? 0) / minors}
                    onChange={(value) =>
                      edit(at, {
                        [member]:
                          value === ""
                            ? member === "base_minor"
                              ? 0
                              : undefined
                            : Math.round(Number(value) * minors),
                      })
                    }
                    error={error(`rules/${at}/${member}`)}
                  />
                ))}
              </div>
            </fieldset>
          ))}
          <Button
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => setRules([{ name: "", base_minor: 0 }, ...rules])}
          >
            Add a rule in front
          </Button>
        </>
      )}
    </FormDrawer>
  );
}
