/** What a provider may send, and how: for a new one and for one that is there. */
import { MultiSelect, NumberInput, Switch, TagsInput } from "@mantine/core";
import { useState } from "react";
import type { OtepProvider as Provider } from "../../../packages/client/client.gen.ts";
import { client } from "../../api/client.ts";
import { FormDrawer, TextField } from "../../parts/form-drawer.tsx";
import { plain } from "../../parts/words.ts";
import type { MadeSecret } from "./provider-secret.tsx";

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
  { value: "epcis", label: "GS1 EPCIS 2.0" },
];

export function ProviderForm({
  provider,
  close,
  made,
}: {
  provider?: Provider;
  close: () => void;
  made: (answer: MadeSecret) => void;
}) {
  const [name, setName] = useState(provider?.name ?? "");
  const [code, setCode] = useState(provider?.code ?? "");
  const [sources, setSources] = useState<string[]>(provider?.source_types ?? ["carrier"]);
  const [formats, setFormats] = useState<string[]>(provider?.formats ?? ["otep", "epcis"]);
  const [patterns, setPatterns] = useState<string[]>(provider?.subject_patterns ?? ["*"]);
  const [rate, setRate] = useState<number | string>(provider?.requests_per_s ?? "");
  const [bearer, setBearer] = useState(provider?.allows_bearer ?? false);
  const save = async (): Promise<MadeSecret> => {
    const members = {
      name: name.trim(),
      source_types: sources as Provider["source_types"],
      formats: formats as Provider["formats"],
      subject_patterns: patterns,
      requests_per_s: rate === "" ? null : Number(rate),
      allows_bearer: bearer,
    };
    if (provider === undefined) return client.otepProviderCreate({ code: code.trim(), ...members });
    const changed = await client.otepProviderUpdate(
      { provider_id: provider.id, ...members },
      { if_match: provider.version },
    );
    return { ...changed, secret: "" };
  };
  return (
    <FormDrawer
      close={close}
      title={provider?.name ?? "New provider"}
      confirm={provider ? "Save" : "Make key"}
      run={save}
      keys={[PROVIDERS_KEY]}
      past={provider ? "Saved." : "The key works now."}
      done={made}
    >
      {(error) => (
        <>
          <TextField
            data-autofocus
            label="Name"
            required
            maxLength={120}
            value={name}
            set={setName}
            error={error("name")}
          />
          {provider ? null : (
            <TextField
              label="Code"
              description="Its name in events. It does not change. Small letters, digits, - and _."
              required
              maxLength={40}
              value={code}
              set={setCode}
              error={error("code")}
              classNames={{ input: "mono" }}
            />
          )}
          <MultiSelect
            label="Kinds of source"
            description="The first is that of events which do not say."
            required
            data={SOURCES.map((value) => ({ value, label: plain(value) }))}
            value={sources}
            onChange={setSources}
            error={error("source_types")}
          />
          <MultiSelect
            label="Formats"
            required
            data={FORMATS}
            value={formats}
            onChange={setFormats}
            error={error("formats")}
          />
          <TagsInput
            label="Subjects it serves"
            description="Ids, or scheme:id, where * stands for any text. * alone is every subject."
            required
            value={patterns}
            onChange={setPatterns}
            error={error("subject_patterns")}
          />
          <NumberInput
            label="Requests a second, at most"
            description="Empty: as the route allows."
            min={1}
            max={1000}
            allowDecimal={false}
            value={rate}
            onChange={setRate}
            error={error("requests_per_s")}
          />
          <Switch
            label="Take an account's token instead of a signature"
            description="Weaker: whoever has the token can send as this provider."
            checked={bearer}
            onChange={(event) => setBearer(event.currentTarget.checked)}
          />
        </>
      )}
    </FormDrawer>
  );
}
