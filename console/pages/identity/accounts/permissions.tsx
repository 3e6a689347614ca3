/** Permissions in words, grouped by area: to read, and to choose from. */
import { Checkbox } from "@mantine/core";
import { Tag } from "../../../parts/badge.tsx";
import { nameCode } from "../../../parts/labels.ts";
import type { Catalogue, Scope } from "./queries.ts";
import { text } from "./text.ts";
import "./accounts.css";

type Permission = Catalogue["permissions"][number];

export function groupByArea(permissions: readonly Permission[]): [string, Permission[]][] {
  const groups = Map.groupBy(permissions, ({ area }) => nameCode(text.areas, area));
  return [...groups].sort(([one], [other]) => one.localeCompare(other));
}

/** What these permissions allow, in sentences. */
export function PermissionSummary({ permissions }: { permissions: readonly Permission[] }) {
  return (
    <dl className="permission-summary small">
      {groupByArea(permissions).map(([area, some]) => (
        <div key={area}>
          <dt>{area}</dt>
          <dd className="dim">{some.map(({ permits }) => permits).join(" ")}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How the choice differs from the preset, in sentences. */
export function Differences({ added, removed }: Record<"added" | "removed", readonly Permission[]>) {
  if (added.length + removed.length === 0) return null;
  return (
    <ul className="permission-differences">
      {added.map(({ permission, permits }) => (
        <li key={permission} className="permission">
          {permits} <Tag tone="good">{text.added}</Tag>
        </li>
      ))}
      {removed.map(({ permission, permits }) => (
        <li key={permission} className="permission">
          {permits} <Tag tone="warn">{text.removed}</Tag>
        </li>
      ))}
    </ul>
  );
}

/** The error of a choice of permissions, which is no input of its own. */
export function ChoiceError({ chosen, error }: { chosen: number; error: string | undefined }) {
  if (error === undefined) return null;
  return (
    <p className="small tone-bad permission-error" role="alert">
      {chosen === 0 ? text.employee.choose_one : error}
    </p>
  );
}

/** `usual` marks the differences from it, where there is one. */
export function PermissionPicker({
  permissions,
  default_scopes,
  value,
  onChange,
}: {
  permissions: readonly Permission[];
  default_scopes: ReadonlySet<Scope> | null;
  value: readonly Scope[];
  onChange: (value: Scope[]) => void;
}) {
  const chosen_permissions = new Set(value);
  return (
    <div className="stack">
      {groupByArea(permissions).map(([area, some]) => (
        <fieldset key={area} className="permission-area">
          <legend>{area}</legend>
          {some.map(({ permission, permits }) => {
            const has = chosen_permissions.has(permission);
            const differs = default_scopes !== null && default_scopes.has(permission) !== has;
            return (
              <div key={permission} className="permission">
                <Checkbox
                  label={permits}
                  checked={has}
                  onChange={() =>
                    onChange(has ? value.filter((one) => one !== permission) : [...value, permission])
                  }
                />
                {differs ? <Tag tone={has ? "good" : "warn"}>{has ? text.added : text.removed}</Tag> : null}
              </div>
            );
          })}
        </fieldset>
      ))}
    </div>
  );
}
