/** Form of what a provider may send, and how: for a new provider and for an existing one. */
import { MultiSelect, NumberInput, Switch, TagsInput, TextInput } from "@mantine/core";
import type { OtepProvider as Provider } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import type { CreatedSecret } from "./provider-secret.tsx";
import { text } from "./text.ts";

const RULES = getRules("otepProviderCreate");

export const PROVIDERS_KEY = ["otep-providers"];

const SOURCES: Provider["source_types"] = [
  "carrier",
  "third_party",
  "locker",
  "warehouse",
  "storage",
  "customs",
  "marketplace",
  "sensor",
  "self_delivery",
  "system",
  "other",
];
const FORMATS = [
  { value: "otep", label: "OTEP" },
  { value: "epcis", label: "EPCIS 2.0" },
];

function toValues(provider: Provider | undefined) {
  return {
    name: provider?.name ?? "",
    code: provider?.code ?? "",
    source_types: provider?.source_types ?? (["carrier"] satisfies Provider["source_types"]),
    formats: provider?.formats ?? (["otep", "epcis"] satisfies Provider["formats"]),
    subject_patterns: provider?.subject_patterns ?? ["*"],
    requests_per_s: provider?.requests_per_s ?? ("" as number | string),
    allows_bearer: provider?.allows_bearer ?? false,
  };
}

export function ProviderForm({
  provider,
  close,
  created,
}: {
  provider?: Provider;
  close: () => void;
  created: (answer: CreatedSecret) => void;
}) {
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={provider?.name ?? text.create}
      confirm={provider ? text.save : text.create_submit}
      initial={toValues(provider)}
      run={async ({ code, name, requests_per_s, ...rest }): Promise<CreatedSecret> => {
        const body = {
          ...rest,
          name: name.trim(),
          requests_per_s: requests_per_s === "" ? null : Number(requests_per_s),
        };
        if (provider === undefined) return client.otepProviderCreate({ code: code.trim(), ...body });
        const changed = await client.otepProviderUpdate(
          { provider_id: provider.id, ...body },
          { if_match: provider.version },
        );
        return { ...changed, secret: "" };
      }}
      keys={[PROVIDERS_KEY]}
      success_message={provider ? text.saved : text.created}
      done={created}
    >
      {({ field }) => (
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
          <MultiSelect
            label={text.source_types}
            description={text.source_types_about}
            data={SOURCES.map((value) => ({ value, label: text.sources[value] }))}
            {...field("source_types")}
          />
          <MultiSelect label={text.formats} data={FORMATS} {...field("formats", { required: true })} />
          <TagsInput
            label={text.subjects}
            description={text.subjects_about}
            {...field("subject_patterns", { required: true })}
          />
          <NumberInput label={text.rate} description={text.rate_about} {...field("requests_per_s")} />
          <Switch
            label={text.bearer}
            description={text.bearer_about}
            {...field("allows_bearer", { type: "checkbox" })}
          />
        </>
      )}
    </FormDrawer>
  );
}
