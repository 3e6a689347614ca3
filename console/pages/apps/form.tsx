/** Everything that can be set of an own app, beside a phone that shows it. */
import { Alert, Button, ColorInput, TagsInput, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { type ClientApp, templatesQuery } from "../../api/apps.ts";
import { client } from "../../api/client.ts";
import { useMe } from "../../api/session.ts";
import { fieldErrors, otherErrors } from "../../parts/errors.ts";
import { Sheet } from "../../parts/page.tsx";
import { useSave } from "../../parts/save.ts";
import { changeOf } from "./change.ts";
import { Preview } from "./preview.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { RegistrationRules } from "./registration-rules.tsx";
import { Capabilities, Methods } from "./switches.tsx";

type Branding = ClientApp["branding"];
type Policy = ClientApp["version_policy"];
/** Fields that show what is wrong with them. */
const SHOWN = [
  ...["display_name", "tagline", "logo_url", "primary_color", "background_color", "support_email"].map(
    (name) => `branding/${name}`,
  ),
  ...["support_phone", "support_url", "terms_url", "privacy_url"].map((name) => `branding/${name}`),
  ...["min_supported", "recommended", "message", "store_url_ios", "store_url_android"].map(
    (name) => `version_policy/${name}`,
  ),
  "registration/default_phone_region",
];

export function AppForm({ version, app }: { version: number; app: ClientApp }) {
  const may_write = useMe().permissions.includes("settings:write");
  const [kept, setKept] = useState(app);
  const set = (part: Partial<ClientApp>) => setKept((was) => ({ ...was, ...part }));
  const change = changeOf(kept, app);
  const is_changed = Object.keys(change).length > 0;
  const save = useSave(
    () => client.clientAppUpdate({ appCode: app.app_code, ...change }, { if_match: version }),
    {
      keys: [["apps"], templatesQuery.queryKey],
      past: "Saved. Apps take it up when they start next.",
      quiet: true,
    },
  );
  const error = fieldErrors(save.error);
  const others = save.error ? otherErrors(save.error, SHOWN) : [];

  const brand = (name: keyof Branding, label: string, more: object = {}) => (
    <TextInput
      label={label}
      value={kept.branding[name] ?? ""}
      disabled={!may_write}
      onChange={(event) => set({ branding: { ...kept.branding, [name]: event.currentTarget.value || null } })}
      error={error(`branding/${name}`)}
      {...more}
    />
  );
  const policy = (name: Exclude<keyof Policy, "blocked">, label: string, more: object = {}) => (
    <TextInput
      label={label}
      value={kept.version_policy[name] ?? ""}
      disabled={!may_write}
      onChange={(event) =>
        set({ version_policy: { ...kept.version_policy, [name]: event.currentTarget.value || null } })
      }
      error={error(`version_policy/${name}`)}
      {...more}
    />
  );
  const colour = (name: "primary_color" | "background_color", label: string, usual: string) => (
    <ColorInput
      label={label}
      placeholder={usual}
      format="hex"
      withEyeDropper={false}
      value={kept.branding[name] ?? ""}
      disabled={!may_write}
      onChange={(value) => set({ branding: { ...kept.branding, [name]: value || null } })}
      error={error(`branding/${name}`)}
    />
  );
  const isOn = (name: string) =>
    kept.methods.some((one) => one.method === name && one.is_allowed && one.is_switched_on);
  // A shortcut follows its capability's switch before anything is saved.
  const actions = kept.quick_actions.map((action) => {
    const capability = kept.capabilities.find(({ id }) => id === action.capability);
    const was = app.capabilities.find(({ id }) => id === action.capability);
    const held_back = was?.is_switched_on === true && !was.is_on;
    return { ...action, is_on: capability?.is_switched_on === true && !held_back };
  });
  return (
    <form
      className="app-form"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(undefined);
      }}
    >
      <div className="stack" style={{ gap: 16, minWidth: 0 }}>
        {app.is_available ? null : (
          <Alert color="yellow" variant="outline" title="The platform withholds this app">
            People cannot start it or sign in until the platform lets it work again.
          </Alert>
        )}
        <Sheet title="Look">
          <div className="form-grid">
            {brand("display_name", "Name", { placeholder: app.display_name, maxLength: 120 })}
            {brand("tagline", "Tagline", { maxLength: 200 })}
            {colour("primary_color", "Main colour", "#1d4ed8")}
            {colour("background_color", "Background", "#ffffff")}
            {brand("logo_url", "Address of the logo", { placeholder: "https://" })}
            {brand("support_email", "E-mail for help", { type: "email" })}
            {brand("support_phone", "Telephone for help")}
            {brand("support_url", "Help page", { placeholder: "https://" })}
            {brand("terms_url", "Terms", { placeholder: "https://" })}
            {brand("privacy_url", "Privacy", { placeholder: "https://" })}
          </div>
        </Sheet>
        <Sheet title="Shortcuts" pad={false}>
          <QuickActions
            actions={actions}
            disabled={!may_write}
            change={(quick_actions) => set({ quick_actions })}
          />
        </Sheet>
        <Methods methods={kept.methods} disabled={!may_write} change={(methods) => set({ methods })} />
        <RegistrationRules
          app={kept}
          disabled={!may_write}
          set={set}
          region_error={error("registration/default_phone_region")}
        />
        <Capabilities
          capabilities={kept.capabilities}
          disabled={!may_write}
          change={(capabilities) => set({ capabilities })}
        />
        <Sheet title="Versions">
          <div className="form-grid">
            {policy("min_supported", "Oldest supported", { placeholder: "1.0.0" })}
            {policy("recommended", "Recommended", { placeholder: "1.4.0" })}
            <TagsInput
              label="Blocked"
              description="Versions that must be updated."
              value={kept.version_policy.blocked}
              disabled={!may_write}
              onChange={(blocked) => set({ version_policy: { ...kept.version_policy, blocked } })}
            />
            {policy("store_url_ios", "App Store", { placeholder: "https://" })}
            {policy("store_url_android", "Google Play", { placeholder: "https://" })}
          </div>
          <Textarea
            mt={12}
            label="What people with an old version are told"
            autosize
            maxLength={500}
            value={kept.version_policy.message ?? ""}
            disabled={!may_write}
            onChange={(event) =>
              set({ version_policy: { ...kept.version_policy, message: event.currentTarget.value || null } })
            }
          />
        </Sheet>
      </div>
      <aside className="app-side">
        <Preview
          name={kept.branding.display_name ?? app.display_name}
          branding={kept.branding}
          actions={actions}
          signs={{ email: isOn("email"), idp: isOn("idp"), registration: isOn("registration") }}
        />
        {others.length > 0 ? (
          <Alert color="red" variant="outline" role="alert" title="It was not saved">
            {others.join(" ")}
          </Alert>
        ) : null}
        {may_write ? (
          <div className="row">
            <Button variant="default" disabled={!is_changed} onClick={() => setKept(app)}>
              Discard
            </Button>
            <Button type="submit" className="grow" loading={save.isPending} disabled={!is_changed}>
              Save
            </Button>
          </div>
        ) : null}
        <p className="dim small">Configuration {version}</p>
      </aside>
    </form>
  );
}
