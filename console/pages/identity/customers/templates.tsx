/** Templates of new customers: which one is the default, and which apps use another. */
import { Alert, Button, Switch, TextInput } from "@mantine/core";
import { IconTemplate } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ListedCustomerTemplate as Template } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { EditableTable } from "../../../parts/editable-table.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { humanize } from "../../../parts/labels.ts";
import { useSave } from "../../../parts/save.ts";
import { Empty } from "../../../parts/states.tsx";
import { templatesQuery } from "./queries.ts";
import {
  NEW_TERMS,
  TermsFields,
  termColumns,
  toTerms,
  toTermsInput,
  toTermsPath,
  useMinorUnits,
} from "./terms.tsx";

const KEYS = [templatesQuery.queryKey];

export function CustomerTemplates() {
  const { permissions, user, business } = useMe();
  const may_write = permissions.includes("settings:write") && user.role === "client_admin";
  const query = useQuery(templatesQuery);
  return (
    <EditableTable
      label="Customer templates"
      heading="Templates"
      create="New template"
      may_write={may_write}
      query={query}
      rowsOf={({ templates }) => templates}
      empty={
        <Empty icon={IconTemplate} title="No templates yet">
          Whoever registers through an app then starts like any new customer.
        </Empty>
      }
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      columns={[
        {
          key: "name",
          header: "Template",
          cell: (one) => (
            <>
              <span className="strong">{one.name}</span>{" "}
              {one.is_default ? <Tag tone="good">Default</Tag> : null}
              <div className="dim small">{humanize(one.tier)}</div>
            </>
          ),
        },
        { key: "apps", header: "Used by", cell: (one) => <UsedBy template={one} /> },
        ...termColumns(business?.currency),
      ]}
      form={(template, close) => <TemplateForm template={template} close={close} />}
    />
  );
}

/** Apps that chose this template and, for the default, apps that chose none. */
function UsedBy({ template: { apps, is_default } }: { template: Template }) {
  const others = is_default ? [apps.length > 0 ? "apps with none chosen" : "Apps with none chosen"] : [];
  const all = [...apps, ...others];
  return all.length === 0 ? <span className="dim">No app</span> : all.join(", ");
}

function TemplateForm({ template, close }: { template: Template | null; close: () => void }) {
  const minors = useMinorUnits();
  return (
    <FormDrawer
      close={close}
      title={template?.name ?? "New template"}
      confirm={template ? "Save" : "Create template"}
      initial={{
        name: template?.name ?? "",
        is_default: template?.is_default ?? false,
        ...(template ? toTerms(template, minors) : NEW_TERMS),
      }}
      toPath={toTermsPath}
      run={({ name, is_default, ...terms }) => {
        const body = { name: name.trim(), is_default, ...toTermsInput(terms, minors) };
        return template === null
          ? client.clientCustomerTemplateCreate(body)
          : client.clientCustomerTemplateUpdate(
              { template_id: template.id, ...body },
              { if_match: template.version },
            );
      }}
      keys={KEYS}
      success_message="Saved. Existing customers do not change."
    >
      {(form) => (
        <>
          <TextInput data-autofocus label="Name" required maxLength={120} {...form.field("name")} />
          <Switch
            label="Default template"
            description="For apps where no template is chosen. It replaces the current default."
            {...form.field("is_default", { type: "checkbox" })}
          />
          <TermsFields form={form} placeholder="None" />
          {template ? <DeleteTemplate template={template} done={close} /> : null}
        </>
      )}
    </FormDrawer>
  );
}

/** Asks for confirmation; a template that an app uses cannot be deleted until the app has another. */
function DeleteTemplate({ template, done }: { template: Template; done: () => void }) {
  const { id, name, apps } = template;
  const [asking, setAsking] = useState(false);
  const remove = useSave(() => client.clientCustomerTemplateDelete({ template_id: id }), {
    keys: KEYS,
    success_message: "The template was deleted.",
    done,
  });
  if (apps.length > 0)
    return (
      <p className="dim small">
        It cannot be deleted while {apps.join(" and ")} {apps.length === 1 ? "starts" : "start"} customers
        from it. Choose another under Apps first.
      </p>
    );
  if (!asking)
    return (
      <Button
        variant="subtle"
        color="red"
        size="xs"
        style={{ alignSelf: "flex-start" }}
        onClick={() => setAsking(true)}
      >
        Delete this template…
      </Button>
    );
  return (
    <Alert color="red" variant="outline" title={`Delete ${name}?`}>
      <p>Customers made from it stay as they are.</p>
      <div className="row" style={{ marginTop: 8 }}>
        <Button size="xs" variant="default" onClick={() => setAsking(false)}>
          Keep it
        </Button>
        <Button size="xs" color="red" loading={remove.isPending} onClick={() => remove.mutate(undefined)}>
          Delete
        </Button>
      </div>
    </Alert>
  );
}
