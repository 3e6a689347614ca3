/** Form of a delivery provider: where it delivers, what it can do, what it costs. */
import { MultiSelect, NumberInput, Switch, TagsInput, TextInput } from "@mantine/core";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { minorUnits } from "../../../parts/format.ts";
import type { CreatedSecret } from "../../integration/partners/provider-secret.tsx";
import { AmountInput, ScaledInput } from "../../money/price-lists/inputs.tsx";
import { DELIVERY_PROVIDERS_KEY, type DeliveryProvider } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("thirdpartyProviderCreate");

function toValues(provider: DeliveryProvider | undefined) {
  return {
    name: provider?.name ?? "",
    code: provider?.code ?? "",
    countries: provider?.countries ?? [],
    postal_prefixes: provider?.postal_prefixes ?? [],
    capabilities: provider?.capabilities ?? [],
    weight_g_max: provider?.weight_g_max ?? null,
    distance_m_max: provider?.distance_m_max ?? null,
    rank: provider?.rank ?? null,
    has_terms: provider === undefined || provider.price_terms !== null,
    price_terms: provider?.price_terms ?? { base_minor: 0, per_km_minor: 0 },
  };
}

export function ProviderForm({
  provider,
  close,
  created,
}: {
  provider?: DeliveryProvider;
  close: () => void;
  created: (answer: CreatedSecret) => void;
}) {
  const scale = minorUnits(useMe().business?.currency ?? "EUR");
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={provider?.name ?? text.new_provider}
      confirm={provider ? text.save : text.create_submit}
      initial={toValues(provider)}
      run={async ({ code, name, has_terms, price_terms, ...rest }): Promise<CreatedSecret> => {
        const body = { ...rest, name: name.trim(), price_terms: has_terms ? price_terms : null };
        if (provider === undefined) return client.thirdpartyProviderCreate({ code: code.trim(), ...body });
        const changed = await client.thirdpartyProviderUpdate(
          { provider_id: provider.id, ...body },
          { if_match: provider.version },
        );
        return { ...changed, secret: "" };
      }}
      keys={[DELIVERY_PROVIDERS_KEY]}
      success_message={provider ? text.saved : text.created}
      done={created}
    >
      {({ field, own, values, set }) => (
        <>
          <TextInput data-autofocus label={text.name} {...field("name")} />
          {provider ? null : (
            <TextInput
              label={text.code}
              description={text.code_about}
              classNames={{ input: "mono" }}
              {...field("code")}
            />
          )}
          <TagsInput label={text.postal} description={text.postal_about} {...field("postal_prefixes")} />
          <TagsInput label={text.countries} description={text.countries_about} {...field("countries")} />
          <MultiSelect
            label={text.capabilities}
            description={text.capabilities_about}
            data={Object.entries(text.capability).map(([value, label]) => ({ value, label }))}
            {...field("capabilities")}
          />
          <div className="two">
            <ScaledInput
              label={text.weight_max}
              {...field("weight_g_max", { scale: 1000 })}
              onChange={(grams) => set({ weight_g_max: grams ?? null })}
            />
            <ScaledInput
              label={text.distance_max}
              {...field("distance_m_max", { scale: 1000 })}
              onChange={(metres) => set({ distance_m_max: metres ?? null })}
            />
          </div>
          <NumberInput
            label={text.rank}
            description={text.rank_about}
            {...field("rank")}
            value={values.rank ?? ""}
            onChange={(rank) => set({ rank: rank === "" ? null : Number(rank) })}
          />
          <Switch
            label={text.has_terms}
            description={text.has_terms_about}
            {...own("has_terms", { type: "checkbox" })}
          />
          {values.has_terms ? (
            <div className="two">
              <AmountInput
                label={text.base}
                {...field("price_terms.base_minor", { required: true, scale })}
              />
              <AmountInput
                label={text.per_km}
                {...field("price_terms.per_km_minor", { required: true, scale })}
              />
            </div>
          ) : null}
        </>
      )}
    </FormDrawer>
  );
}
