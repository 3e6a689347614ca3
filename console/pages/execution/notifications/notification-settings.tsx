/** Which notifications recipients get, when, and with which texts. */
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "../../../parts/states.tsx";
import { NoticePreviews } from "./notice-previews.tsx";
import { notificationSettingsQuery } from "./queries.ts";
import { RulesForm } from "./rules-form.tsx";
import { TemplateEditor } from "./template-editor.tsx";

export function NotificationSettings() {
  const query = useQuery(notificationSettingsQuery);
  return (
    <div className="stack" style={{ gap: 16 }}>
      <Loaded query={query}>
        {({ version, settings }) => <RulesForm key={version} version={version} stored={settings} />}
      </Loaded>
      <TemplateEditor />
      <NoticePreviews />
    </div>
  );
}
