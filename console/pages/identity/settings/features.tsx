import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Loaded } from "../../../parts/states.tsx";
import { featureName } from "../../../parts/words/words.ts";
import { text } from "./text.ts";

const findAbout = (name: string) => (text.features.about as Record<string, string>)[name];

export function Features() {
  const may_write = useMe().permissions.includes("settings:write");
  const query = useQuery({
    queryKey: ["features"],
    queryFn: ({ signal }) => client.clientFeatures({}, { signal }),
  });
  const save = useSave(
    ({ family, on, version }: { family: string; on: boolean; version: number }) =>
      client.clientFeaturesUpdate({ [family]: on }, { if_match: version }),
    { keys: [["features"], ["me"]], success_message: text.saved },
  );
  return (
    <Loaded query={query}>
      {({ features, modules, version }) => (
        <>
          <Sheet pad={false} title={text.features.title}>
            <ul className="list">
              {features.map(({ family, own, gate, available }) => (
                <li key={family} className="switch-row">
                  <div>
                    <div className="strong">{featureName(family)}</div>
                    <div className="dim small">{findAbout(family)}</div>
                    {available ? null : <Tag tone="grey">{text.features.not_available}</Tag>}
                    {gate === "revoked" ? <Tag tone="warn">{text.features.closed}</Tag> : null}
                  </div>
                  <Switch
                    aria-label={featureName(family)}
                    checked={own && available}
                    disabled={!may_write || save.isPending || !available}
                    onChange={(event) => save.mutate({ family, on: event.currentTarget.checked, version })}
                  />
                </li>
              ))}
            </ul>
          </Sheet>
          <Sheet pad={false} title={text.features.modules}>
            <ul className="list">
              {modules.map(({ module, licensed, available }) => (
                <li key={module} className="switch-row">
                  <div>
                    <div className="strong">{featureName(module)}</div>
                    <div className="dim small">{findAbout(module)}</div>
                  </div>
                  <Tag tone={licensed && available ? "good" : "grey"}>
                    {available
                      ? licensed
                        ? text.features.licensed
                        : text.features.not_licensed
                      : text.features.not_available}
                  </Tag>
                </li>
              ))}
            </ul>
          </Sheet>
        </>
      )}
    </Loaded>
  );
}
