/** Templates of new customers: which one is the default, and which apps use another. */
import { Alert, Button, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconTemplate } from "#icons";
import type { ListedCustomerTemplate as Template } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { getLocale } from "../../../language/language.ts";
import { Tag } from "../../../parts/badge.tsx";
import { EditableTable } from "../../../parts/editable-table.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { useSave } from "../../../parts/save.ts";
import { Empty } from "../../../parts/states.tsx";
import { templatesQuery } from "./queries.ts";
import {
  NEW_TERMS,
  nameTier,
  TermsFields,
  termColumns,
  toTerms,
  toTermsInput,
  toTermsPath,
  useMinorUnits,
} from "./terms.tsx";
import { text } from "./text.ts";

const RULES = getRules("clientCustomerTemplateCreate");

const KEYS = [templatesQuery.queryKey];

export function CustomerTemplates() {
  const { permissions, user, business } = useMe();
  const may_write = permissions.includes("settings:write") && user.role === "client_admin";
  const query = useQuery(templatesQuery);
  return (
    <EditableTable
      label={text.templates.title}
      title={text.templates.heading}
      create={text.templates.create}
      may_write={may_write}
      query={query}
      rows={({ templates }) => templates}
      empty={
        <Empty icon={IconTemplate} title={text.templates.none}>
          {text.templates.none_about}
        </Empty>
      }
      getKey={({ id }) => id}
      getName={({ name }) => name}
      columns={[
        {
          key: "name",
          head: text.templates.template,
          cell: (one) => (
            <>
              <span className="strong">{one.name}</span>{" "}
              {one.is_default ? <Tag tone="good">{text.templates.is_default}</Tag> : null}
              <div className="dim small">{nameTier(one.tier)}</div>
            </>
          ),
        },
        { key: "apps", head: text.templates.used_by, cell: (one) => <UsedBy template={one} /> },
        ...termColumns(business?.currency),
      ]}
      form={(template, close) => <TemplateForm template={template} close={close} />}
    />
  );
}

/** Apps that chose this template and, for the default, apps that chose none. */
function UsedBy({ template: { apps, is_default } }: { template: Template }) {
  const others = is_default
    ? [apps.length > 0 ? text.templates.and_apps_without : text.templates.apps_without]
    : [];
  const all = [...apps, ...others];
  return all.length === 0 ? <span className="dim">{text.templates.no_app}</span> : all.join(", ");
}

function TemplateForm({ template, close }: { template: Template | null; close: () => void }) {
  const minors = useMinorUnits();
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={template?.name ?? text.templates.create}
      confirm={template ? text.save : text.templates.create_submit}
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
      success_message={text.templates.saved}
    >
      {(form) => (
        <>
          <TextInput data-autofocus label={text.name} {...form.field("name")} />
          <Switch
            label={text.templates.set_default}
            description={text.templates.set_default_about}
            {...form.field("is_default", { type: "checkbox" })}
          />
          <TermsFields form={form} placeholder={text.terms.none} />
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
    success_message: text.templates.deleted,
    done,
  });
  if (apps.length > 0)
    return (
      <p className="dim small">
        {text.templates.in_use({
          n: apps.length,
          apps: new Intl.ListFormat(getLocale(), { type: "conjunction" }).format(apps),
        })}
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
        {text.templates.ask_delete}
      </Button>
    );
  return (
    <Alert color="red" variant="outline" title={text.templates.delete_title({ name })}>
      <p>{text.templates.delete_about}</p>
      <div className="row" style={{ marginTop: 8 }}>
        <Button size="xs" variant="default" onClick={() => setAsking(false)}>
          {text.templates.keep}
        </Button>
        <Button size="xs" color="red" loading={remove.isPending} onClick={() => remove.mutate(undefined)}>
          {text.templates.delete}
        </Button>
      </div>
    </Alert>
  );
}
