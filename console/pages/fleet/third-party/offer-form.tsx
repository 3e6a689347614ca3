/** Offer an order to providers: whom, how, and at what price. */
import { MultiSelect, SegmentedControl, Switch, Textarea } from "@mantine/core";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { minorUnits } from "../../../parts/format.ts";
import { AmountInput, ScaledInput } from "../../money/price-lists/inputs.tsx";
import type { OrderDetail } from "../../orders/orders/queries.ts";
import { type DeliveryProvider, OFFERS_KEY } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("thirdpartyOfferCreate");

const MODES = ["sequence", "all"] as const;

export function OfferForm({
  order,
  providers,
  close,
}: {
  order: OrderDetail;
  providers: readonly DeliveryProvider[];
  close: () => void;
}) {
  const scale = minorUnits(useMe().business?.currency ?? "EUR");
  const usable = providers.filter((one) => one.status === "active" && one.key_status === "active");
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.form.title}
      confirm={text.form.submit}
      initial={{
        provider_ids: usable.slice(0, 1).map(({ id }) => String(id)),
        mode: "sequence" as (typeof MODES)[number],
        price_minor: null as number | null,
        price_cap_minor: null as number | null,
        answer_s: 600,
        fall_back: true,
        note: "",
      }}
      run={async ({ provider_ids, mode, ...rest }) => {
        const answer = await client.thirdpartyOfferCreate({
          ...rest,
          order_ids: [order.id],
          provider_ids: provider_ids.map(Number),
          mode: provider_ids.length === 1 ? "one" : mode,
        });
        const [offer] = answer.offers;
        // A refusal of the only order is shown in the form.
        if (offer?.message) throw new Error(offer.message);
        return offer;
      }}
      keys={[OFFERS_KEY, ["orders"]]}
      success_message={(offer) => (offer?.asked === 0 ? text.form.nobody : text.form.done)}
    >
      {({ field, values, set }) => (
        <>
          <MultiSelect
            data-autofocus
            label={text.form.who}
            description={text.form.who_about}
            data={usable.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...field("provider_ids")}
          />
          {values.provider_ids.length > 1 ? (
            <SegmentedControl
              aria-label={text.form.mode}
              data={MODES.map((value) => ({ value, label: text.form.modes[value] }))}
              {...field("mode")}
            />
          ) : null}
          <div className="two">
            <AmountInput
              label={text.form.price}
              description={text.form.price_about}
              {...field("price_minor", { scale })}
              onChange={(minor) => set({ price_minor: minor ?? null })}
            />
            <AmountInput
              label={text.form.cap}
              description={text.form.cap_about}
              {...field("price_cap_minor", { scale })}
              onChange={(minor) => set({ price_cap_minor: minor ?? null })}
            />
          </div>
          <ScaledInput
            label={text.form.minutes}
            {...field("answer_s", { scale: 60 })}
            hideControls={false}
            onChange={(seconds = 60) => set({ answer_s: Math.max(60, seconds) })}
          />
          {usable.some(({ id, rank }) => rank !== null && !values.provider_ids.includes(String(id))) ? (
            <Switch
              label={text.form.fall_back}
              description={text.form.fall_back_about}
              {...field("fall_back", { type: "checkbox" })}
            />
          ) : null}
          <Textarea label={text.form.note} autosize minRows={2} {...field("note")} />
        </>
      )}
    </FormDrawer>
  );
}
