/** All settings of a client's app, beside a phone preview. */
import { Alert, Button, ColorInput, TagsInput, Textarea, TextInput } from "@mantine/core";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { OtherErrors, type SaveForm, UnsavedChanges, useSaveForm } from "../../../parts/form.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { Sheet } from "../../../parts/page.tsx";
import { templatesQuery } from "../customers/queries.ts";
import { Preview } from "./app-preview.tsx";
import { buildAppUpdate } from "./app-update.ts";
import type { ClientApp } from "./queries.ts";
import { QuickActions } from "./quick-actions.tsx";
import { RegistrationRules } from "./registration-rules.tsx";
import { Capabilities, Methods } from "./switches.tsx";
import { text } from "./text.ts";

const RULES = getRules("clientAppUpdate");
export type AppForm = SaveForm<ClientApp, NonNullable<typeof RULES.member>>;

type Branding = ClientApp["branding"];
type Policy = ClientApp["version_policy"];

/** Texts that may be absent are empty on the form. */
function toValues(app: ClientApp): ClientApp {
  const withTexts = <Texts extends object>(texts: Texts) =>
    Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value ?? ""])) as Texts;
  return { ...app, branding: withTexts(app.branding), version_policy: withTexts(app.version_policy) };
}

function fromValues(app: ClientApp): ClientApp {
  const withNulls = <Texts extends object>(texts: Texts) =>
    Object.fromEntries(
      Object.entries(texts).map(([name, value]) => [name, value === "" ? null : value]),
    ) as Texts;
  return { ...app, branding: withNulls(app.branding), version_policy: withNulls(app.version_policy) };
}

export function AppForm({ version, app }: { version: number; app: ClientApp }) {
  const may_write = useMe().permissions.includes("settings:write");
  const form = useSaveForm({
    rules: RULES,
    initial: toValues(app),
    run: (values) =>
      client.clientAppUpdate(
        { appCode: app.app_code, ...buildAppUpdate(fromValues(values), app) },
        { if_match: version },
      ),
    keys: [["apps"], templatesQuery.queryKey],
    success_message: text.form.saved,
    disabled: !may_write,
  });
  const { field, set } = form;
  const edited_app = fromValues(form.values);
  const is_changed = Object.keys(buildAppUpdate(edited_app, app)).length > 0;

  const brand = (name: keyof Branding, label: string, more: object = {}) => (
    <TextInput label={label} {...field(`branding.${name}`)} {...more} />
  );
  const policy = (name: Exclude<keyof Policy, "blocked">, label: string, more: object = {}) => (
    <TextInput label={label} {...field(`version_policy.${name}`)} {...more} />
  );
  const colour = (name: "primary_color" | "background_color", label: string, usual: string) => (
    <ColorInput
      label={label}
      placeholder={usual}
      format="hex"
      withEyeDropper={false}
      {...field(`branding.${name}`)}
    />
  );
  const isOn = (name: string) =>
    edited_app.methods.some((one) => one.method === name && one.is_allowed && one.is_switched_on);
  // A shortcut follows the switch of its capability before anything is saved.
  const actions = edited_app.quick_actions.map((action) => {
    const capability = edited_app.capabilities.find(({ id }) => id === action.capability);
    const was = app.capabilities.find(({ id }) => id === action.capability);
    const held_back = was?.is_switched_on === true && !was.is_on;
    return { ...action, is_on: capability?.is_switched_on === true && !held_back };
  });
  return (
    <form className="app-form" {...form.props}>
      <UnsavedChanges form={form} />
      <div className="stack" style={{ gap: 16, minWidth: 0 }}>
        {app.is_available ? null : (
          <Alert color="yellow" variant="outline" title={text.form.stopped}>
            {text.form.stopped_about}
          </Alert>
        )}
        <Sheet title={text.form.look}>
          <div className="form-grid">
            {brand("display_name", text.name, { placeholder: app.display_name })}
            {brand("tagline", text.form.tagline)}
            {colour("primary_color", text.form.colour, "#1d4ed8")}
            {colour("background_color", text.form.background, "#ffffff")}
            {brand("logo_url", text.form.logo, { placeholder: "https://" })}
            {brand("support_email", text.form.help_email)}
            {brand("support_phone", text.form.help_phone)}
            {brand("support_url", text.form.help_page, { placeholder: "https://" })}
            {brand("terms_url", text.form.terms, { placeholder: "https://" })}
            {brand("privacy_url", text.form.privacy, { placeholder: "https://" })}
          </div>
        </Sheet>
        <Sheet title={text.form.shortcuts} pad={false}>
          <QuickActions
            actions={actions}
            disabled={!may_write}
            change={(quick_actions) => set({ quick_actions })}
          />
        </Sheet>
        <Methods methods={edited_app.methods} disabled={!may_write} change={(methods) => set({ methods })} />
        <RegistrationRules form={form} />
        <Capabilities
          capabilities={edited_app.capabilities}
          disabled={!may_write}
          change={(capabilities) => set({ capabilities })}
        />
        <Sheet title={text.form.versions}>
          <div className="form-grid">
            {policy("min_supported", text.form.oldest, { placeholder: "1.0.0" })}
            {policy("recommended", text.form.recommended, { placeholder: "1.4.0" })}
            <TagsInput
              label={text.form.blocked}
              description={text.form.blocked_about}
              {...field("version_policy.blocked")}
            />
            {policy("store_url_ios", text.form.app_store, { placeholder: "https://" })}
            {policy("store_url_android", text.form.google_play, { placeholder: "https://" })}
          </div>
          <Textarea mt={12} label={text.form.old_message} autosize {...field("version_policy.message")} />
        </Sheet>
      </div>
      <aside className="app-side">
        <Preview
          name={edited_app.branding.display_name ?? app.display_name}
          branding={edited_app.branding}
          actions={actions}
          signs={{ email: isOn("email"), idp: isOn("idp"), registration: isOn("registration") }}
        />
        <OtherErrors errors={form.others} />
        {may_write ? (
          <div className="row">
            <Button variant="default" disabled={!is_changed} onClick={form.reset}>
              {text.form.discard}
            </Button>
            <Button type="submit" className="grow" loading={form.is_saving} disabled={!is_changed}>
              {text.save}
            </Button>
          </div>
        ) : null}
        <p className="dim small">{text.form.configuration({ version })}</p>
      </aside>
    </form>
  );
}
