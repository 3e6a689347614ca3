/** Who may register through an app, and the template of new customers. */
import { Select, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Sheet } from "../../../parts/page.tsx";
import { templatesQuery } from "../customers/queries.ts";
import type { AppForm } from "./app-form.tsx";
import { text } from "./text.ts";

export function RegistrationRules({ form: { field, set, values } }: { form: AppForm }) {
  const templates = useQuery(templatesQuery);
  const { registration, customer_template_id } = values;
  return (
    <Sheet title={text.rules.title}>
      <div className="stack">
        <Switch
          label={text.rules.verified}
          description={registration.sms_configured ? text.rules.by_sms : text.rules.no_sms}
          {...field("registration.phone_verification_required", { type: "checkbox" })}
        />
        <Switch
          label={text.rules.approval}
          description={text.rules.approval_about}
          {...field("registration.requires_approval", { type: "checkbox" })}
        />
        <div className="form-grid">
          <TextInput
            label={text.rules.region}
            description={text.rules.region_about}
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
            label={text.rules.template}
            description={text.rules.template_about}
            clearable
            clearButtonProps={{ "aria-label": text.rules.default_template }}
            placeholder={text.rules.default_template}
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
