/** What the words of a provider mean: one row a word. */
import { ActionIcon, Autocomplete, Button, Drawer, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconPlus, IconTrash } from "#icons";
import { client } from "../../../api/client.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { Loaded } from "../../../parts/states.tsx";
import { DELIVERY_PROVIDERS_KEY, type DeliveryProvider, mappingQuery } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("thirdpartyProviderMappingUpdate");

export function MappingForm({ provider, close }: { provider: DeliveryProvider; close: () => void }) {
  const query = useQuery({ ...mappingQuery(provider.id), staleTime: 0 });
  if (query.data === undefined) {
    return (
      <Drawer opened onClose={close} title={text.mapping_title({ name: provider.name })}>
        <Loaded query={query}>{() => null}</Loaded>
      </Drawer>
    );
  }
  const { mapping, usual, version } = query.data;
  const codes = [...new Set(Object.values(usual).map(({ code }) => code))].sort();
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.mapping_title({ name: provider.name })}
      confirm={text.save}
      initial={{ rows: Object.entries(mapping).map(([word, status]) => ({ word, ...status })) }}
      run={({ rows }) =>
        client.thirdpartyProviderMappingUpdate(
          {
            provider_id: provider.id,
            mapping: Object.fromEntries(
              rows.map(({ word, ...status }) => [word.trim(), { ...status, code: status.code.trim() }]),
            ),
          },
          { if_match: version },
        )
      }
      keys={[DELIVERY_PROVIDERS_KEY]}
      success_message={text.saved}
    >
      {({ own, values, set }) => (
        <>
          <p className="small">
            {text.mapping_about} <span className="mono dim">{Object.keys(usual).join(", ")}</span>
          </p>
          {values.rows.length === 0 ? <p className="dim">{text.no_words}</p> : null}
          {values.rows.map(({ word }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place.
            <div key={index} className="row nowrap" style={{ alignItems: "flex-end" }}>
              <TextInput
                className="grow"
                label={index === 0 ? text.word : undefined}
                aria-label={text.word}
                {...own(`rows.${index}.word`, { required: true })}
              />
              <Autocomplete
                className="grow"
                label={index === 0 ? text.code_of : undefined}
                aria-label={text.code_of}
                data={codes}
                classNames={{ input: "mono" }}
                {...own(`rows.${index}.code`, { member: "mapping.*.code", required: true })}
              />
              <ActionIcon
                variant="default"
                size={36}
                aria-label={word ? text.remove_word.word({ word }) : text.remove_word.none}
                onClick={() => set({ rows: values.rows.filter((_, other) => other !== index) })}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </div>
          ))}
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            style={{ alignSelf: "flex-start" }}
            onClick={() => set({ rows: [...values.rows, { word: "", code: "" }] })}
          >
            {text.add_word}
          </Button>
        </>
      )}
    </FormDrawer>
  );
}
