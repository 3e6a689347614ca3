/** Who may register through an app, and what new customers start from. */
import { Select, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ClientApp, templatesQuery } from "../../api/apps.ts";
import { Sheet } from "../../parts/page.tsx";

export function RegistrationRules({
  app,
  disabled,
  set,
  region_error,
}: {
  app: ClientApp;
  disabled: boolean;
  set: (part: Partial<ClientApp>) => void;
  region_error: string | undefined;
}) {
  const templates = useQuery(templatesQuery);
  return (
    <Sheet title="Registration">
      <div className="stack">
        <Switch
          label="The telephone number is verified with a code"
          description={
            app.registration.sms_configured
              ? "By text message, through your SMS provider."
              : "No SMS provider is set, so nobody can register while this is on."
          }
          checked={app.registration.phone_verification_required}
          disabled={disabled}
          onChange={(event) =>
            set({
              registration: {
                ...app.registration,
                phone_verification_required: event.currentTarget.checked,
              },
            })
          }
        />
        <Switch
          label="You approve each registration"
          description="Until then the person cannot sign in."
          checked={app.registration.requires_approval}
          disabled={disabled}
          onChange={(event) =>
            set({
              registration: { ...app.registration, requires_approval: event.currentTarget.checked },
            })
          }
        />
        <div className="form-grid">
          <TextInput
            label="Region of telephone numbers"
            description="Two letters; for numbers without a country."
            maxLength={2}
            value={app.registration.default_phone_region}
            disabled={disabled}
            onChange={(event) =>
              set({
                registration: {
                  ...app.registration,
                  default_phone_region: event.currentTarget.value.toUpperCase(),
                },
              })
            }
            error={region_error}
          />
          <Select
            label="Customers start from"
            description="The terms that a new customer gets."
            clearable
            clearButtonProps={{ "aria-label": "The default template" }}
            placeholder="The default template"
            data={(templates.data?.templates ?? []).map(({ id, name }) => ({
              value: String(id),
              label: name,
            }))}
            value={app.customer_template_id === null ? null : String(app.customer_template_id)}
            disabled={disabled}
            onChange={(value) => set({ customer_template_id: value === null ? null : Number(value) })}
          />
        </div>
      </div>
    </Sheet>
  );
}
