import { ActionIcon, Button, NumberInput, Switch, TextInput } from "@mantine/core";
import { IconPlus, IconReceipt2, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PriceList, PriceRule } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { priceListsQuery } from "../../../api/settings.ts";
import { Tag } from "../../../parts/badge.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { minorUnits, money } from "../../../parts/format.ts";
import { humanize } from "../../../parts/labels.ts";
import { Sheet } from "../../../parts/page.tsx";
import { Empty, Loaded } from "../../../parts/states.tsx";
import { day } from "../../../parts/times.ts";

export function PriceLists() {
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
                  {humanize(list.family)} · version {list.list_version} · from {day(list.effective_from)}
                  {list.effective_until ? ` until ${day(list.effective_until)}` : ""}
                </p>
                <Rules list={list} />
              </Sheet>
            ))
          )
        }
      </Loaded>
      {open !== null ? (
        <PriceListForm
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

interface Values {
  name: string;
  is_default: boolean;
  rules: PriceRule[];
}

function PriceListForm({ list, close }: { list: PriceList | null; close: () => void }) {
  const currency = useMe().business?.currency ?? "EUR";
  const minors = minorUnits(list?.currency ?? currency);
  const initial: Values = {
    name: list?.name ?? "",
    is_default: list?.is_default ?? true,
    rules: list?.rules ?? [{ name: "Everywhere", base_minor: 0 }],
  };
  return (
    <FormDrawer
      close={close}
      title={list ? `New version of ${list.name}` : "New price list"}
      confirm="Save"
      initial={initial}
      run={({ name, ...rest }) =>
        list
          ? client.clientPriceListReplace({ price_list_id: list.id, name: name.trim(), ...rest })
          : client.clientPriceListCreate({ name: name.trim(), ...rest })
      }
      keys={[["price-lists"]]}
      past={list ? "The new version was saved." : "The price list was created."}
    >
      {({ field, set, values: { rules } }) => {
        const edit = (at: number, part: Partial<PriceRule>) =>
          set({ rules: rules.map((rule, index) => (index === at ? { ...rule, ...part } : rule)) });
        return (
          <>
            <TextInput data-autofocus label="Name" required {...field("name")} />
            <Switch
              label="For customers without a list of their own"
              {...field("is_default", { type: "checkbox" })}
            />
            <p className="dim small">
              The first rule that fits prices the shipment: put the most specific first.
            </p>
            {rules.map((rule, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rules have no identity but their index.
              <fieldset key={at} className="look-ahead stack" style={{ margin: 0 }}>
                <div className="row nowrap" style={{ alignItems: "flex-end" }}>
                  <TextInput
                    className="grow"
                    label={`Rule ${at + 1}`}
                    required
                    {...field(`rules.${at}.name`)}
                  />
                  <ActionIcon
                    variant="default"
                    size={34}
                    aria-label={`Delete rule ${at + 1}`}
                    disabled={rules.length === 1}
                    onClick={() => set({ rules: rules.filter((_, index) => index !== at) })}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                </div>
                <div className="form-grid" style={{ gridTemplateColumns: "1fr 1fr" }}>
                  <NumberInput
                    label="Up to km"
                    min={0}
                    {...field(`rules.${at}.km_max`)}
                    value={rule.km_max ?? ""}
                    onChange={(value) => edit(at, { km_max: value === "" ? undefined : Number(value) })}
                  />
                  <NumberInput
                    label="Up to kg"
                    min={0}
                    decimalScale={3}
                    {...field(`rules.${at}.weight_g_max`)}
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
                      {...field(`rules.${at}.${member}`)}
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
                    />
                  ))}
                </div>
              </fieldset>
            ))}
            <Button
              variant="default"
              leftSection={<IconPlus size={14} />}
              onClick={() => set({ rules: [{ name: "", base_minor: 0 }, ...rules] })}
            >
              Add a rule in front
            </Button>
          </>
        );
      }}
    </FormDrawer>
  );
}
