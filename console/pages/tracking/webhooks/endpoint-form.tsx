/** Form of a URL and the events that it gets. The settings list URLs by event; people think of a receiver and what it gets. */
import { MultiSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { type Endpoint, eventTypesQuery, type Settings, WEBHOOKS_KEY } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("webhookSettingsUpdate");

type Change = NonNullable<Parameters<typeof client.webhookSettingsUpdate>[0]>;

/** The URLs of each type that one URL gets now or got before. */
export function buildEventUrls(
  { event_urls }: Settings,
  former: Pick<Endpoint, "url" | "event_types"> | undefined,
  url: string,
  event_types: readonly string[],
): NonNullable<Change["event_urls"]> {
  const types = new Set([...(former?.event_types ?? []), ...event_types]);
  return [...types].map((event_type) => {
    const others = (event_urls.find((one) => one.event_type === event_type)?.urls ?? []).filter(
      (one) => one !== url && one !== former?.url,
    );
    return { event_type, urls: event_types.includes(event_type) ? [...others, url] : others };
  });
}

export function EndpointForm({
  settings,
  endpoint,
  close,
  saved,
}: {
  settings: Settings;
  endpoint?: Endpoint;
  close: () => void;
  saved: (secret: string | null) => void;
}) {
  const groups = useTypeGroups();
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={endpoint === undefined ? text.add : text.change}
      confirm={endpoint === undefined ? text.add : text.save}
      initial={{ url: endpoint?.url ?? "", event_types: endpoint?.event_types ?? (["order.*"] as string[]) }}
      run={({ url, event_types }) =>
        client.webhookSettingsUpdate(
          { event_urls: buildEventUrls(settings, endpoint, url.trim(), event_types) },
          { if_match: settings.version },
        )
      }
      toPath={(path) =>
        path.endsWith("event_type") ? "event_types" : path.startsWith("event_urls") ? "url" : path
      }
      keys={[WEBHOOKS_KEY]}
      success_message={endpoint === undefined ? text.added : text.saved}
      done={({ secret }) => {
        close();
        saved(secret);
      }}
    >
      {({ own }) => (
        <>
          <TextInput
            data-autofocus
            label={text.url}
            description={text.url_about}
            type="url"
            placeholder="https://receiver.example/packhorse"
            {...own("url", { member: "event_urls.0.urls.0", required: true })}
          />
          <MultiSelect
            label={text.events}
            description={text.events_about}
            searchable
            data={groups}
            {...own("event_types", { required: true })}
          />
        </>
      )}
    </FormDrawer>
  );
}

/** All, then each aggregate with its types. */
function useTypeGroups() {
  const { data } = useQuery(eventTypesQuery);
  const types = (data?.event_types ?? []).map(({ type }) => type);
  const aggregates = Map.groupBy(types, (type) => type.slice(0, type.indexOf(".")));
  return [
    { group: text.all, items: [{ value: "*", label: "*" }] },
    ...[...aggregates].map(([name, of_name]) => ({
      group: text.all_of({ name }),
      items: [`${name}.*`, ...of_name].map((value) => ({ value, label: value })),
    })),
  ];
}
