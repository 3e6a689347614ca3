/** Who sees and changes what of a dataset, role by role, in plain words. */
import { Alert, Button, MultiSelect, Select, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { listErrors } from "../../../parts/errors.ts";
import { Page, Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { Above } from "./dataset.tsx";
import { Back } from "./import-page.tsx";
import {
  DATASETS_KEY,
  type Dataset,
  type DatasetPermission,
  datasetQuery,
  permissionsQuery,
  type StoredDatasetPermission,
} from "./queries.ts";
import { text } from "./text.ts";

const ROLES = ["dispatcher", "warehouse", "counter", "finance", "marketing", "employee"] as const;
type Role = DatasetPermission["role"];
type Visibility = Dataset["visibility"];

export function DatasetPermissionsPage() {
  const { dataset_id } = useParams({ strict: false }) as { dataset_id: string };
  const dataset = useQuery(datasetQuery(Number(dataset_id)));
  const permissions = useQuery(permissionsQuery(Number(dataset_id)));
  if (dataset.data === undefined) return <UnloadedPage query={dataset} above={<Above />} />;
  if (permissions.data === undefined) return <UnloadedPage query={permissions} above={<Above />} />;
  return (
    <Permissions
      key={permissions.data.version}
      dataset={dataset.data.dataset}
      visibility={permissions.data.visibility}
      permissions={permissions.data.permissions}
      version={permissions.data.version}
    />
  );
}

/** The rule is text while it is written. */
type Draft = Omit<DatasetPermission, "row_rule"> & {
  rule: string;
  /** The stored rule shows no rows any more, and nobody has changed it yet. */
  is_faulty?: boolean;
};

function Permissions({
  dataset,
  visibility: stored_visibility,
  permissions,
  version,
}: {
  dataset: Dataset;
  visibility: Visibility;
  permissions: readonly StoredDatasetPermission[];
  version: number;
}) {
  const [visibility, setVisibility] = useState(stored_visibility);
  const [drafts, setDrafts] = useState<Draft[]>(
    permissions.map(({ row_rule, row_rule_fault, ...one }) => ({
      ...one,
      is_faulty: row_rule_fault !== undefined,
      rule: row_rule === null ? "" : JSON.stringify(row_rule),
    })),
  );
  const wrong = drafts.find(({ rule }) => !isRule(rule));
  const save = useSave(
    () =>
      client.datasetPermissionsSet(
        {
          dataset_id: dataset.id,
          visibility,
          permissions: drafts.map(({ rule, is_faulty: _is_faulty, ...one }) => ({
            ...one,
            row_rule: rule.trim() === "" ? null : (JSON.parse(rule) as Record<string, unknown>),
          })),
        },
        { if_match: version },
      ),
    { keys: [DATASETS_KEY], success_message: text.permissions_saved, refused: () => {} },
  );
  const set = (role: Role, part: Partial<Draft>) =>
    setDrafts((was) => was.map((one) => (one.role === role ? { ...one, ...part } : one)));
  const free = ROLES.filter((role) => !drafts.some((one) => one.role === role));
  return (
    <Page
      title={text.permissions_of({ name: dataset.name })}
      subtitle={text.permissions_about}
      above={<Back dataset={dataset} />}
    >
      <div className="stack">
        <Sheet>
          <Select
            label={text.others}
            description={text.others_about}
            allowDeselect={false}
            data={(["business", "restricted"] as const).map((value) => ({
              value,
              label: text.visibilities[value],
            }))}
            value={visibility}
            onChange={(value) => setVisibility((value ?? "business") as Visibility)}
          />
        </Sheet>
        {drafts.map((draft) => (
          <Sheet
            key={draft.role}
            title={text.roles[draft.role]}
            actions={
              <Button
                size="xs"
                variant="subtle"
                onClick={() => setDrafts((was) => was.filter(({ role }) => role !== draft.role))}
              >
                {text.like_others}
              </Button>
            }
          >
            <RoleFields dataset={dataset} draft={draft} set={(part) => set(draft.role, part)} />
          </Sheet>
        ))}
        {save.error === null ? null : (
          <Alert color="red" variant="outline" role="alert" title={text.not_saved}>
            {listErrors(save.error).map(({ full_message }) => (
              <p key={full_message}>{full_message}</p>
            ))}
          </Alert>
        )}
        <div className="row">
          {free.length === 0 ? null : (
            <Select
              aria-label={text.add_role}
              placeholder={text.add_role}
              data={free.map((value) => ({ value, label: text.roles[value] }))}
              value={null}
              onChange={(role) => {
                if (role !== null)
                  setDrafts((was) => [
                    ...was,
                    {
                      role: role as Role,
                      access: "read",
                      hidden_columns: [],
                      read_only_columns: [],
                      rule: "",
                    },
                  ]);
              }}
            />
          )}
          <Button
            loading={save.isPending}
            disabled={wrong !== undefined}
            onClick={() => save.mutate(undefined)}
          >
            {text.save}
          </Button>
        </div>
      </div>
    </Page>
  );
}

function isRule(rule: string): boolean {
  if (rule.trim() === "") return true;
  try {
    const parsed: unknown = JSON.parse(rule);
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
  } catch {
    return false;
  }
}

function RoleFields({
  dataset,
  draft,
  set,
}: {
  dataset: Dataset;
  draft: Draft;
  set: (part: Partial<Draft>) => void;
}) {
  const data = dataset.columns.map(({ key, name }) => ({ value: key, label: name }));
  const names = (keys: readonly string[]) =>
    keys.map((key) => dataset.columns.find((one) => one.key === key)?.name ?? key).join(", ");
  const hidden = names(draft.hidden_columns);
  const fixed = draft.access === "write" ? names(draft.read_only_columns) : "";
  return (
    <div className="stack">
      <Select
        label={text.may}
        allowDeselect={false}
        data={(["none", "read", "write"] as const).map((value) => ({ value, label: text.accesses[value] }))}
        value={draft.access}
        onChange={(access) => set({ access: (access ?? "none") as Draft["access"] })}
      />
      {draft.access === "none" ? null : (
        <>
          <MultiSelect
            label={text.hidden_columns}
            data={data}
            value={draft.hidden_columns}
            onChange={(hidden_columns) => set({ hidden_columns })}
          />
          {draft.access === "write" ? (
            <MultiSelect
              label={text.read_only_columns}
              data={data.filter(({ value }) => !draft.hidden_columns.includes(value))}
              value={draft.read_only_columns}
              onChange={(read_only_columns) => set({ read_only_columns })}
            />
          ) : null}
          <Textarea
            // No member of a request: a condition is read from it, which the service checks.
            label={text.row_rule}
            description={text.row_rule_about}
            placeholder='{"city": {"eq": "Brasília"}}'
            autosize
            minRows={1}
            styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
            value={draft.rule}
            error={draft.is_faulty ? text.rule_by_name : isRule(draft.rule) ? undefined : text.no_rule}
            onChange={(event) => set({ rule: event.currentTarget.value, is_faulty: false })}
          />
        </>
      )}
      <p className="dim small">
        {text.in_words({
          role: text.roles[draft.role],
          access: draft.access,
          has_rule: draft.rule.trim() !== "",
          has_hidden: hidden !== "",
          hidden,
          has_fixed: fixed !== "",
          fixed,
        })}
      </p>
    </div>
  );
}
