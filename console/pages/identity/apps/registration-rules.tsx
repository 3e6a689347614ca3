/** Who may register through an app, and the template of new customers. */
import { Select, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { SaveForm } from "../../../parts/form.tsx";
import { Sheet } from "../../../parts/page.tsx";
import { templatesQuery } from "../customers/queries.ts";
import type { ClientApp } from "./queries.ts";

export function RegistrationRules({
  form: { field, set, values },
}: {
  form: Pick<SaveForm<ClientApp>, "field" | "set" | "values">;
}) {
  const templates = useQuery(templatesQuery);
  const { registration, customer_template_id } = values;
  return (
    <Sheet title="Registration">
      <div className="stack">
        <Switch
          label="The telephone number is verified with a code"
          description={
            registration.sms_configured
              ? "By text message, through your SMS provider."
              : "No SMS provider is set, so nobody can register while this is on."
          }
          {...field("registration.phone_verification_required", { type: "checkbox" })}
        />
        <Switch
          label="You approve each registration"
          description="Until then the person cannot sign in."
          {...field("registration.requires_approval", { type: "checkbox" })}
        />
        <div className="form-grid">
          <TextInput
            label="Region of telephone numbers"
            description="Two letters; for numbers without a country."
            maxLength={2}
            {...field("registration.default_phone_region")}
            onChange={(event) =>
              set({
                registration: {
                  ...registration,
                  default_phone_region: event.currentTarget.value.toUpperCase(),
                },
              })
            }
          />
          <Select
            label="Customer template"
            description="The terms that a new customer gets."
            clearable
            clearButtonProps={{ "aria-label": "The default template" }}
            placeholder="The default template"
            data={(templates.data?.templates ?? []).map(({ id, name }) => ({
              value: String(id),
              label: name,
            }))}
            {...field("customer_template_id")}
            value={customer_template_id === null ? null : String(customer_template_id)}
            onChange={(value) => set({ customer_template_id: value === null ? null : Number(value) })}
          />
        </div>
      </div>
    </Sheet>
  );
}
