import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { featureName } from "../../../parts/labels.ts";
import { Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Loaded } from "../../../parts/states.tsx";

const ABOUT: Record<string, string> = {
  order_chat: "Recipients and drivers write to each other about an order.",
  ai_ops_agent: "An assistant that answers questions and proposes changes.",
  sms_marketing: "Text messages to people who agreed to them.",
  instant_deliver: "Jobs that a rider takes at once.",
  contractor_assignment: "Orders are assigned to one contractor, and revoked.",
};

export function Features() {
  const may_write = useMe().permissions.includes("settings:write");
  const query = useQuery({
    queryKey: ["features"],
    queryFn: ({ signal }) => client.clientFeatures({}, { signal }),
  });
  const save = useSave(
    ({ family, on, version }: { family: string; on: boolean; version: number }) =>
      client.clientFeaturesUpdate({ [family]: on }, { if_match: version }),
    { keys: [["features"], ["me"]], past: "Saved." },
  );
  return (
    <Loaded query={query}>
      {({ features, modules, version }) => (
        <>
          <Sheet pad={false} title="Features">
            <ul className="list">
              {features.map(({ family, own, gate }) => (
                <li key={family} className="switch-row">
                  <div>
                    <div className="strong">{featureName(family)}</div>
                    <div className="dim small">{ABOUT[family]}</div>
                    {gate === "revoked" ? <Tag tone="warn">Closed by the platform</Tag> : null}
                  </div>
                  <Switch
                    aria-label={featureName(family)}
                    checked={own}
                    disabled={!may_write || save.isPending}
                    onChange={(event) => save.mutate({ family, on: event.currentTarget.checked, version })}
                  />
                </li>
              ))}
            </ul>
          </Sheet>
          <Sheet pad={false} title="Modules">
            <ul className="list">
              {modules.map(({ module, licensed }) => (
                <li key={module} className="switch-row">
                  <div>
                    <div className="strong">{featureName(module)}</div>
                    <div className="dim small">{ABOUT[module]}</div>
                  </div>
                  <Tag tone={licensed ? "good" : "grey"}>{licensed ? "Licensed" : "Not licensed"}</Tag>
                </li>
              ))}
            </ul>
          </Sheet>
        </>
      )}
    </Loaded>
  );
}
