/** Templates that new customers start from: which is the default, and which apps start from another. */
import { Alert, Button, Switch } from "@mantine/core";
import { IconPlus, IconTemplate } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ListedCustomerTemplate as Template } from "../../../packages/client/client.gen.ts";
import { templatesQuery } from "../../api/apps.ts";
import { client } from "../../api/client.ts";
import { useMe } from "../../api/session.ts";
import { Tag } from "../../parts/badge.tsx";
import { FormDrawer, TextField } from "../../parts/form-drawer.tsx";
import { useSave } from "../../parts/save.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { plain } from "../../parts/words.ts";
import {
  errorsOfTerms,
  NEW_TERMS,
  sentTerms,
  type Terms,
  TermsFields,
  termColumns,
  termsOf,
  useMinors,
} from "./terms.tsx";

const KEYS = [templatesQuery.queryKey];

export default function Templates() {
  const { permissions, user, business } = useMe();
  const may_write = permissions.includes("settings:write") && user.role === "client_admin";
  const [open, setOpen] = useState<Template | "new" | null>(null);
  const query = useQuery(templatesQuery);
  return (
    <section className="sheet" aria-label="Customer templates">
      <div className="sheet-head">
        <h2>Templates</h2>
        {may_write ? (
          <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => setOpen("new")}>
            New template
          </Button>
        ) : null}
      </div>
      <Loaded query={query}>
        {({ templates }) =>
          templates.length === 0 ? (
            <Empty icon={IconTemplate} title="No templates yet">
              Whoever registers through an app then starts like any new customer.
            </Empty>
          ) : (
            <Table
              label="Customer templates"
              rows={templates}
              keyOf={({ id }) => id}
              nameOf={({ name }) => name}
              onOpen={may_write ? setOpen : undefined}
              columns={[
                {
                  key: "name",
                  head: "Template",
                  cell: (one) => (
                    <>
                      <span className="strong">{one.name}</span>{" "}
                      {one.is_default ? <Tag tone="good">Default</Tag> : null}
                      <div className="dim small">{plain(one.tier)}</div>
                    </>
                  ),
                },
                { key: "apps", head: "Used by", cell: (one) => <UsedBy template={one} /> },
                ...termColumns(business?.currency),
              ]}
            />
          )
        }
      </Loaded>
      {open !== null ? (
        <TemplateForm
          key={open === "new" ? "new" : open.id}
          template={open === "new" ? null : open}
          close={() => setOpen(null)}
        />
      ) : null}
    </section>
  );
}

/** Apps where it was chosen, and those where none was. */
function UsedBy({ template: { apps, is_default } }: { template: Template }) {
  const others = is_default ? [apps.length > 0 ? "apps with none chosen" : "Apps with none chosen"] : [];
  const all = [...apps, ...others];
  return all.length === 0 ? <span className="dim">No app</span> : all.join(", ");
}

function TemplateForm({ template, close }: { template: Template | null; close: () => void }) {
  const minors = useMinors();
  const [name, setName] = useState(template?.name ?? "");
  const [terms, setTerms] = useState<Terms>(template ? termsOf(template, minors) : NEW_TERMS);
  const [is_default, setDefault] = useState(template?.is_default ?? false);
  const save = () => {
    const body = { name: name.trim(), ...sentTerms(terms, minors), is_default };
    return template === null
      ? client.clientCustomerTemplateCreate(body)
      : client.clientCustomerTemplateUpdate(
          { template_id: template.id, ...body },
          { if_match: template.version },
        );
  };
  return (
    <FormDrawer
      close={close}
      title={template?.name ?? "New template"}
      confirm={template ? "Save" : "Make template"}
      run={save}
      keys={KEYS}
      past="Saved. Customers that are there stay as they are."
    >
      {(error) => (
        <>
          <TextField
            data-autofocus
            label="Name"
            required
            maxLength={120}
            value={name}
            set={setName}
            error={error("name")}
          />
          <Switch
            label="The default"
            description="For apps where no template is chosen; it takes the place of the one there was."
            checked={is_default}
            onChange={(event) => setDefault(event.currentTarget.checked)}
          />
          <TermsFields
            terms={terms}
            set={(part) => setTerms((was) => ({ ...was, ...part }))}
            errors={errorsOfTerms(error)}
            hidden_unless_said="None"
          />
          {template ? <Removal template={template} done={close} /> : null}
        </>
      )}
    </FormDrawer>
  );
}

/** Asks once more; a template that an app starts from stays until the app has another. */
function Removal({ template, done }: { template: Template; done: () => void }) {
  const { id, name, apps } = template;
  const [asking, setAsking] = useState(false);
  const remove = useSave(() => client.clientCustomerTemplateDelete({ template_id: id }), {
    keys: KEYS,
    past: "The template is gone.",
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
