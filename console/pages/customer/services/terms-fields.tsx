/** What a service is, how it is priced and paid, and how goods come and go. */

import { MultiSelect, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { FAMILIES_OF_SERVICE_KIND } from "../../../../packages/client/constants.gen.ts";
import { useMe } from "../../../api/session.ts";
import { AnchorLink } from "../../../parts/links.tsx";
import { Sheet } from "../../../parts/page.tsx";
import { listPriceFamilies } from "../../../parts/price-families.ts";
import { priceListsQuery, surchargesQuery } from "../../money/price-lists/queries.ts";
import { useWarehouses } from "../../warehouse/warehouses/queries.ts";
import type { SheetProps } from "./editor.tsx";
import { CountInput } from "./order-form/measure-input.tsx";
import type { ServiceKind } from "./queries.ts";
import { buildName } from "./questions.ts";
import { toCode } from "./service-values.ts";
import { text } from "./text.ts";

const KINDS = ["shipping", "storage", "shipout"] as const satisfies readonly ServiceKind[];
const USES = ["none", "optional", "required"] as const;

export function TermsSheets(props: SheetProps) {
  return (
    <>
      <Basics {...props} />
      <Pricing {...props} />
      <Places {...props} />
    </>
  );
}

function Basics({ form, is_new, may_write }: SheetProps) {
  const { field, values, set } = form;
  return (
    <Sheet title={text.basics}>
      <div className="service-fields wide-fields">
        <TextInput label={text.title_of} data-autofocus {...field("name")} />
        <TextInput
          label={text.code}
          description={is_new ? text.code_about : text.code_fixed}
          placeholder={toCode(values.name)}
          {...field("code", { required: false })}
          disabled={!is_new || !may_write}
        />
        <Select
          label={text.kind}
          data={KINDS.map((value) => ({ value, label: text.kinds[value] }))}
          allowDeselect={false}
          {...field("kind")}
          disabled={!is_new || !may_write}
          onChange={(kind) => {
            if (kind === null) return;
            const [family] = FAMILIES_OF_SERVICE_KIND[kind as ServiceKind];
            set({
              kind: kind as ServiceKind,
              family,
              ...(kind === "shipout" ? { pickup: "none" as const } : {}),
              ...(kind === "shipping" ? {} : { surcharges: [] }),
            });
          }}
        />
        <Select
          label={text.family}
          description={text.family_about}
          data={listPriceFamilies().filter(({ value }) =>
            (FAMILIES_OF_SERVICE_KIND[values.kind] as readonly string[]).includes(value),
          )}
          allowDeselect={false}
          {...field("family")}
          disabled={!is_new || !may_write}
          onChange={(family) =>
            family === null ? undefined : set({ family: family as typeof values.family, surcharges: [] })
          }
        />
        <Textarea
          className="wide"
          label={text.description}
          description={text.description_about}
          autosize
          minRows={2}
          {...field("description")}
        />
        <Switch
          label={text.is_offered}
          description={text.is_offered_about}
          {...field("is_offered", { type: "checkbox" })}
        />
        <TextInput
          type="date"
          label={text.active_from}
          description={text.active_from_about}
          {...field("active_from")}
        />
      </div>
    </Sheet>
  );
}

/** Questions that can say what surcharges look at. */
const ANSWERS = {
  floors: ["integer", "number"],
  is_residential: ["boolean"],
  has_dangerous_goods: ["boolean"],
} as const;

function Pricing({ form }: SheetProps) {
  const { field, values, set } = form;
  const lists = useQuery(priceListsQuery).data?.price_lists;
  const surcharges = useQuery(surchargesQuery).data ?? [];
  const offered = surcharges.filter(
    ({ is_optional, families, code }) =>
      (is_optional && families.includes(values.family)) || values.surcharges.includes(code),
  );
  const needs_list =
    values.pricing_method === 1 &&
    lists !== undefined &&
    !lists.some(({ family }) => family === values.family);
  const answers = (Object.keys(ANSWERS) as (keyof typeof ANSWERS)[]).map((name) => ({
    name,
    fitting: values.questions.filter(({ kind }) => (ANSWERS[name] as readonly string[]).includes(kind)),
  }));
  return (
    <Sheet title={text.price}>
      <div className="stack">
        <div className="service-fields wide-fields">
          <Select
            label={text.pricing}
            data={[
              { value: "1", label: text.at_once },
              { value: "2", label: text.by_staff },
            ]}
            allowDeselect={false}
            {...field("pricing_method")}
            value={String(values.pricing_method)}
            onChange={(method) => set({ pricing_method: method === "2" ? 2 : 1 })}
          />
          <Select
            label={text.payment}
            data={[
              { value: "before_confirmation", label: text.before_confirmation },
              { value: "before_shipping", label: text.before_shipping },
            ]}
            allowDeselect={false}
            {...field("payment")}
          />
          {offered.length > 0 ? (
            <MultiSelect
              className="wide"
              label={text.surcharges}
              description={text.surcharges_about}
              data={offered.map(({ code, name }) => ({ value: code, label: name }))}
              {...field("surcharges")}
            />
          ) : null}
          {answers.map(({ name, fitting }) =>
            fitting.length === 0 ? null : (
              <Select
                key={name}
                label={text.answers[name]}
                placeholder={text.no_question}
                data={fitting.map((question) => ({
                  value: buildName(question),
                  label: question.title || buildName(question),
                }))}
                clearable
                clearButtonProps={{ "aria-label": text.no_question }}
                {...field(`price_answers.${name}`)}
                value={values.price_answers[name] ?? null}
                onChange={(choice) =>
                  set({ price_answers: { ...values.price_answers, [name]: choice ?? undefined } })
                }
              />
            ),
          )}
          {values.kind === "storage" ? (
            <>
              <CountInput
                label={text.free_days}
                description={text.free_days_about}
                {...field("storage.free_days")}
              />
              <CountInput
                label={text.grace_days}
                description={text.grace_days_about}
                {...field("storage.grace_days")}
              />
            </>
          ) : null}
        </div>
        {needs_list ? (
          <p className="note tone-warn">
            {text.no_price_list}{" "}
            <AnchorLink to="/price-lists/new" search={{ family: values.family }}>
              {text.create_price_list}
            </AnchorLink>
          </p>
        ) : null}
      </div>
    </Sheet>
  );
}

function Places({ form }: SheetProps) {
  const { field, values, set } = form;
  const currency = useMe().business?.currency;
  const warehouses = useWarehouses();
  const uses = USES.map((value) => ({ value, label: text.uses[value] }));
  return (
    <Sheet title={text.places}>
      <div className="service-fields wide-fields">
        <Select
          label={text.pickup}
          data={uses}
          allowDeselect={false}
          {...field("pickup")}
          disabled={values.kind === "shipout" || currency === undefined}
        />
        <Select label={text.dropoff} data={uses} allowDeselect={false} {...field("dropoff")} />
        <Select
          label={text.measures}
          data={[
            { value: "required", label: text.uses.required },
            { value: "optional", label: text.uses.optional },
          ]}
          allowDeselect={false}
          {...field("measures")}
        />
        <Select
          label={text.weight_unit}
          data={["g", "kg", "lb"]}
          allowDeselect={false}
          {...field("units.weight")}
        />
        <Select
          label={text.length_unit}
          data={["mm", "cm", "in"]}
          allowDeselect={false}
          {...field("units.length")}
        />
        <MultiSelect
          className="wide"
          label={text.warehouses}
          description={text.warehouses_about}
          data={warehouses.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...field("warehouse_ids")}
          value={values.warehouse_ids.map(String)}
          onChange={(ids) => set({ warehouse_ids: ids.map(Number) })}
        />
      </div>
    </Sheet>
  );
}
