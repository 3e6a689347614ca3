/** The form of a price list: its terms, zones and rules, beside a shipment that is priced with them as they are. */

import { Button, Switch, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PricedShipment, PriceList } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { OtherErrors, type SaveForm, UnsavedChanges, useSaveForm } from "../../../parts/form.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { minorUnits } from "../../../parts/format.ts";
import { Sheet } from "../../../parts/page.tsx";
import type { PriceFamily } from "../../../parts/price-families.ts";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { AmountInput, QuantityInput } from "./inputs.tsx";
import "./price-lists.css";
import { PRICE_LISTS_KEY, testQuery } from "./queries.ts";
import { Rules } from "./rules.tsx";
import { START_RULE, START_SHIPMENT } from "./start.ts";
import { Tester } from "./tester.tsx";
import { text } from "./text.ts";
import { Zones } from "./zones.tsx";

const RULES = getRules("clientPriceListCreate");

export interface ListValues {
  name: string;
  currency: string;
  tier: string;
  is_default: boolean;
  effective_from: string;
  effective_until: string;
  volumetric_divisor: number;
  minimum_minor: number;
  rounding_minor: number;
  tax_percent: number;
  zones: PriceList["zones"];
  rules: PriceList["rules"];
}

function toValues(list: PriceList | null, price_family: PriceFamily, currency: string): ListValues {
  return {
    name: list?.name ?? "",
    currency: list?.currency ?? currency,
    tier: list?.tier ?? "",
    is_default: list?.is_default ?? true,
    effective_from: "",
    effective_until: list?.effective_until ?? "",
    volumetric_divisor: list?.volumetric_divisor ?? 5000,
    minimum_minor: list?.minimum_minor ?? 0,
    rounding_minor: list?.rounding_minor ?? 1,
    tax_percent: list?.tax_percent ?? 0,
    zones: list?.zones ?? [],
    rules: list?.rules ?? [{ name: text.everything, ...START_RULE[price_family] }],
  };
}

function toInput({ name, currency, tier, effective_from, effective_until, ...rest }: ListValues) {
  return {
    ...rest,
    name: name.trim(),
    currency: currency.trim().toUpperCase(),
    tier: tier.trim() || null,
    effective_until: effective_until || null,
    ...(effective_from === "" ? {} : { effective_from }),
  };
}

export function Editor({
  list,
  price_family,
  may_write,
}: {
  list: PriceList | null;
  price_family: PriceFamily;
  may_write: boolean;
}) {
  const currency = useMe().business?.currency ?? "EUR";
  const openList = useOpenRecord("price_list");
  const [saved, setSaved] = useState(false);
  const form = useSaveForm({
    rules: RULES,
    initial: toValues(list, price_family, currency),
    run: (values): Promise<{ price_list_id: number }> =>
      list === null
        ? client.clientPriceListCreate({ ...toInput(values), family: price_family })
        : client.clientPriceListReplace(
            { price_list_id: list.id, ...toInput(values) },
            { if_match: list.list_version },
          ),
    keys: [PRICE_LISTS_KEY],
    success_message: list === null ? text.created : text.saved,
    disabled: !may_write,
    done: ({ price_list_id }) => {
      setSaved(true);
      openList(price_list_id, { is_saved: true });
    },
  });
  const [shipment, setShipment] = useState<PricedShipment>(START_SHIPMENT[price_family]);
  const { rules, zones, volumetric_divisor, minimum_minor, rounding_minor, tax_percent } = form.values;
  const terms = { volumetric_divisor, minimum_minor, rounding_minor, tax_percent };
  const draft = { currency: form.values.currency, rules, zones, ...terms };
  const [tested] = useDebouncedValue({ family: price_family, shipment, draft }, 300);
  const test = useQuery({ ...testQuery(tested), placeholderData: keepPreviousData });
  const is_stale = test.isFetching || test.isPlaceholderData;
  return (
    <form className="stack" style={{ gap: 16 }} {...form.props}>
      <OtherErrors errors={form.others} />
      <div className="prices-editor">
        <div className="stack" style={{ gap: 16, minWidth: 0 }}>
          <Rules
            form={form}
            price_family={price_family}
            may_write={may_write}
            test={test.isError ? undefined : test.data}
          />
          <Terms form={form} />
          <Zones form={form} may_write={may_write} />
        </div>
        <div className="prices-tester">
          <Tester
            price_family={price_family}
            currency={form.values.currency}
            shipment={shipment}
            setShipment={setShipment}
            result={test.isError ? undefined : test.data}
            error={test.error}
            is_stale={is_stale}
          />
        </div>
      </div>
      {may_write ? (
        <div className="row" style={{ justifyContent: "flex-end" }}>
          {form.isDirty() ? (
            <Button variant="default" onClick={form.reset}>
              {text.discard}
            </Button>
          ) : null}
          <Button type="submit" loading={form.is_saving} disabled={list !== null && !form.isDirty()}>
            {list === null ? text.save_new : text.save}
          </Button>
        </div>
      ) : null}
      {saved ? null : <UnsavedChanges form={form} />}
    </form>
  );
}

export type ListForm = SaveForm<ListValues, NonNullable<typeof RULES.member>>;

function Terms({ form }: { form: ListForm }) {
  const { field, values } = form;
  const scale = minorUnits(values.currency);
  return (
    <Sheet title={text.terms}>
      <div className="prices-fields">
        <TextInput className="half" label={text.name} {...field("name")} />
        <TextInput label={text.currency} {...field("currency", { required: true })} />
        <TextInput className="half" label={text.tier} description={text.tier_about} {...field("tier")} />
        <TextInput
          type="date"
          label={text.effective_from}
          description={text.effective_from_about}
          {...field("effective_from")}
        />
        <TextInput type="date" label={text.effective_until} {...field("effective_until")} />
        <AmountInput label={text.minimum} {...field("minimum_minor", { required: true, scale })} />
        <AmountInput label={text.rounding} {...field("rounding_minor", { required: true, scale })} />
        <QuantityInput label={text.tax} {...field("tax_percent", { required: true })} />
        <QuantityInput
          className="half"
          label={text.divisor}
          description={text.divisor_about}
          {...field("volumetric_divisor", { required: true })}
        />
        <Switch
          className="wide"
          label={text.for_everybody}
          description={text.for_everybody_about}
          {...field("is_default", { type: "checkbox" })}
        />
      </div>
    </Sheet>
  );
}
