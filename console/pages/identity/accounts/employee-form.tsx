/** Invite or change an employee: what the person does as a card, and the differences from it. */
import { Button, Drawer, Radio, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Employee, Permission } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import type { SaveForm } from "../../../parts/form.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { describeInvitation, InviteAgain, presentInvitation } from "../../../parts/invitation/invitation.tsx";
import { text as invitation_text } from "../../../parts/invitation/text.ts";
import { Loaded } from "../../../parts/states.tsx";
import { ChoiceError, Differences, PermissionPicker, PermissionSummary } from "./permissions.tsx";
import { type Catalogue, permissionsQuery, type Scope } from "./queries.ts";
import { text } from "./text.ts";
import "./accounts.css";
import { getRules } from "../../../parts/form-rules.ts";

const RULES = getRules("userEmployeeCreate");

type Preset = Catalogue["presets"][number]["preset"];
/** A preset, the role of an administrator, or permissions without a preset. */
type Access = Preset | "client_admin" | "own" | "default";

interface Values {
  name: string;
  email: string;
  access: Access;
  permissions: Scope[];
  is_active: boolean;
}

export function EmployeeForm({ employee, close }: { employee: Employee | null; close: () => void }) {
  const query = useQuery(permissionsQuery);
  if (query.data !== undefined)
    return <LoadedForm employee={employee} catalogue={query.data} close={close} />;
  return (
    <Drawer opened onClose={close} title={employee?.name ?? text.employee.invite}>
      <Loaded query={query}>{() => null}</Loaded>
    </Drawer>
  );
}

function findAccess(employee: Employee | null): Access {
  if (employee === null) return "dispatcher";
  if (employee.role === "client_admin") return "client_admin";
  return employee.preset ?? (employee.permissions === null ? "default" : "own");
}

function LoadedForm({
  employee,
  catalogue,
  close,
}: {
  employee: Employee | null;
  catalogue: Catalogue;
  close: () => void;
}) {
  const is_own = employee?.id === useMe().user.id;
  const first = findAccess(employee);
  const initial: Values = {
    name: employee?.name ?? "",
    email: employee?.email ?? "",
    access: first,
    permissions:
      employee === null ? getPresetPermissions(catalogue, first) : listOwnPermissions(catalogue, employee),
    is_active: employee?.status !== "disabled",
  };
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      size="lg"
      title={employee?.name ?? text.employee.invite}
      confirm={
        employee?.locked_until ? text.employee.save_and_unlock : employee ? text.save : text.people.invite
      }
      initial={initial}
      toPath={(path) =>
        path === "role" || path === "preset"
          ? "access"
          : path.startsWith("permissions")
            ? "permissions"
            : path
      }
      run={({ name, email, access, permissions, is_active }) => {
        const new_access = buildAccess(catalogue, access, permissions);
        if (employee === null)
          return client.userEmployeeCreate({ name: name.trim(), email: email.trim(), ...new_access });
        const status =
          employee.status === "invited"
            ? {}
            : { status: is_active ? ("active" as const) : ("disabled" as const) };
        return client.userEmployeeUpdate(
          {
            employee_id: employee.id,
            name: name.trim(),
            ...(is_own ? {} : { ...new_access, ...status }),
            ...(employee.locked_until ? { unlock: true as const } : {}),
          },
          { if_match: employee.version },
        );
      }}
      keys={[["employees"]]}
      success_message={describeInvitation(employee ? text.saved : text.employee.invited)}
      done={(answer) => {
        close();
        presentInvitation(answer.employee.email, answer);
      }}
    >
      {(form) => (
        <>
          <TextInput data-autofocus label={text.employee.name} {...form.field("name")} />
          <TextInput label={text.email} disabled={employee !== null} {...form.field("email")} />
          <AccessCards
            form={form}
            catalogue={catalogue}
            disabled={is_own}
            has_default={first === "default"}
          />
          {form.values.access === "client_admin" ? null : (
            <Permissions
              // An own selection starts with the choice itself.
              key={String(form.values.access === "own")}
              form={form}
              catalogue={catalogue}
              disabled={is_own}
            />
          )}
          {employee?.status === "invited" ? (
            <div className="row apart">
              <span className="dim small">{invitation_text.waiting}</span>
              <InviteAgain
                email={employee.email}
                run={() => client.userEmployeeUpdate({ employee_id: employee.id, send_invitation: true })}
                keys={[["employees"]]}
                done={close}
              />
            </div>
          ) : null}
          {employee && !is_own && employee.status !== "invited" ? (
            <Switch
              label={text.employee.may_sign_in}
              description={text.employee.may_sign_in_about}
              {...form.own("is_active", { type: "checkbox" })}
            />
          ) : null}
        </>
      )}
    </FormDrawer>
  );
}

/** What the access gives by itself; nothing for an own selection. */
function getPresetPermissions({ presets, default_permissions }: Catalogue, access: Access): Scope[] {
  if (access === "default") return default_permissions;
  return presets.find(({ preset }) => preset === access)?.permissions ?? [];
}

/** What an employee can be given of what this one has: an administrator has more. */
function listOwnPermissions({ permissions }: Catalogue, { effective_permissions }: Employee): Scope[] {
  const employee_permissions = new Set(
    permissions.filter((one) => one.for_employees).map(({ permission }) => permission),
  );
  return effective_permissions.filter((scope) => employee_permissions.has(scope));
}

/** The members of the request. The service knows a preset with a list by its differences. */
function buildAccess(catalogue: Catalogue, access: Access, chosen_permissions: readonly Scope[]) {
  if (access === "client_admin") return { role: access };
  const role = "employee" as const;
  if (access === "default") return { role, preset: null, permissions: null };
  const permissions = chosen_permissions as Permission[];
  if (access === "own") return { role, preset: null, permissions };
  const usual = new Set(getPresetPermissions(catalogue, access));
  const is_usual = usual.symmetricDifference(new Set(chosen_permissions)).size === 0;
  return { role, preset: access, permissions: is_usual ? null : permissions };
}

function AccessCards({
  form,
  catalogue,
  disabled,
  has_default,
}: {
  form: SaveForm<Values>;
  catalogue: Catalogue;
  disabled: boolean;
  has_default: boolean;
}) {
  const cards: { access: Access; label: string; purpose: string }[] = [
    ...catalogue.presets.map(({ preset, label, purpose }) => ({ access: preset, label, purpose })),
    {
      access: "own",
      label: text.people.own_selection,
      purpose: text.employee.own_about,
    },
    ...(has_default
      ? [{ access: "default" as const, label: text.employee.default, purpose: text.employee.default_about }]
      : []),
    {
      access: "client_admin",
      label: text.employee.administrator,
      purpose: text.employee.administrator_about,
    },
  ];
  return (
    <Radio.Group
      label={text.employee.access}
      {...form.field("access")}
      onChange={(value) => {
        const access = value as Access;
        const keeps = access === "own" || access === "client_admin";
        form.set({ access, ...(keeps ? {} : { permissions: getPresetPermissions(catalogue, access) }) });
      }}
    >
      <div className="access-cards">
        {cards.map(({ access, label, purpose }) => (
          <Radio.Card
            key={access}
            className="access-card"
            value={access}
            disabled={disabled}
            aria-label={label}
            aria-description={purpose}
          >
            <Radio.Indicator disabled={disabled} />
            <span>
              <span className="strong">{label}</span>
              <span className="dim small" style={{ display: "block" }}>
                {purpose}
              </span>
            </span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}

function Permissions({
  form,
  catalogue,
  disabled,
}: {
  form: SaveForm<Values>;
  catalogue: Catalogue;
  disabled: boolean;
}) {
  const { access, permissions } = form.values;
  const [is_open, setOpen] = useState(access === "own");
  const preset = catalogue.presets.find((one) => one.preset === access);
  const usual = preset === undefined ? null : new Set<Scope>(preset.permissions);
  const chosen_permissions = new Set(permissions);
  const differing = catalogue.permissions.filter(
    ({ permission }) => usual !== null && usual.has(permission) !== chosen_permissions.has(permission),
  );
  const added = differing.filter(({ permission }) => chosen_permissions.has(permission));
  const removed = differing.filter(({ permission }) => !chosen_permissions.has(permission));
  const is_adjusted = differing.length > 0;
  const can_adjust = access !== "default" && !disabled;
  return (
    <section className="stack" aria-label={text.employee.permissions}>
      <div className="row apart">
        <div>
          <h3>{text.employee.may_do}</h3>
          <p className="dim small" role="status">
            {describeChoice(access, preset?.label, {
              chosen: permissions.length,
              added: added.length,
              removed: removed.length,
            })}
          </p>
        </div>
        <div className="row tight">
          {is_adjusted && !disabled ? (
            <Button
              size="xs"
              variant="subtle"
              onClick={() => form.set({ permissions: preset?.permissions ?? [] })}
            >
              {text.employee.reset({ role: preset?.label ?? "" })}
            </Button>
          ) : null}
          {can_adjust ? (
            <Button size="xs" variant="default" aria-expanded={is_open} onClick={() => setOpen(!is_open)}>
              {is_open ? text.employee.show_words : text.employee.adjust}
            </Button>
          ) : null}
        </div>
      </div>
      <ChoiceError chosen={permissions.length} error={form.getError("permissions")} />
      {is_open && can_adjust ? (
        <PermissionPicker
          permissions={catalogue.permissions.filter((one) => one.for_employees)}
          default_scopes={usual}
          value={permissions}
          onChange={(value) => form.set({ permissions: value })}
        />
      ) : (
        <>
          <Differences added={added} removed={removed} />
          <PermissionSummary
            permissions={catalogue.permissions.filter((one) => chosen_permissions.has(one.permission))}
          />
        </>
      )}
    </section>
  );
}

function describeChoice(
  access: Access,
  label: string | undefined,
  count: Record<"chosen" | "added" | "removed", number>,
): string {
  if (access === "default") return text.employee.as_default;
  if (label === undefined) return text.employee.chosen({ n: count.chosen });
  const parts = (["added", "removed"] as const).filter((part) => count[part] > 0);
  return parts.length === 0
    ? text.employee.as_role({ role: label })
    : text.employee.changes({
        role: label,
        parts: parts.map((part) => text.employee[part]({ n: count[part] })).join(", "),
      });
}
