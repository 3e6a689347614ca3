/** The roles of the staff as a matrix: every permission in words, and who has it. Roles come with the service and are not changed here. */

import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { IconCheck, IconMinus } from "#icons";
import { AnchorLink } from "../../../parts/links.tsx";
import { Loaded, Waiting } from "../../../parts/states.tsx";
import { groupByArea } from "../accounts/permissions.tsx";
import { type Catalogue, permissionsQuery } from "../accounts/queries.ts";
import { text } from "./text.ts";
import "./roles.css";

interface Role {
  label: string;
  /** Null: every permission. */
  permissions: ReadonlySet<string> | null;
}

const listRoles = ({ presets, default_permissions }: Catalogue): Role[] => [
  { label: text.administrator, permissions: null },
  ...presets.map(({ label, permissions }) => ({ label, permissions: new Set<string>(permissions) })),
  { label: text.unset, permissions: new Set<string>(default_permissions) },
];

export function Roles() {
  const query = useQuery(permissionsQuery);
  return (
    <>
      <p className="dim small">
        {text.about} <AnchorLink to="/employees">{text.employees}</AnchorLink>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard. */}
      <section className="sheet roles" aria-label={text.title} tabIndex={0}>
        <Loaded query={query} fallback={<Waiting rows={12} />}>
          {(catalogue) => <Matrix catalogue={catalogue} roles={listRoles(catalogue)} />}
        </Loaded>
      </section>
    </>
  );
}

function Matrix({ catalogue, roles }: { catalogue: Catalogue; roles: readonly Role[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col" style={{ textAlign: "start" }}>
            {text.permission}
          </th>
          {roles.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groupByArea(catalogue.permissions).map(([area, some]) => (
          <Fragment key={area}>
            <tr className="roles-area">
              <th scope="colgroup" colSpan={roles.length + 1}>
                {area}
              </th>
            </tr>
            {some.map(({ permission, permits }) => (
              <tr key={permission}>
                <th scope="row" title={permission}>
                  {permits}
                </th>
                {roles.map(({ label, permissions }) => (
                  <td key={label}>
                    {permissions === null || permissions.has(permission) ? (
                      <IconCheck
                        size={16}
                        color="var(--ph-good)"
                        role="img"
                        aria-label={text.has({ role: label })}
                      />
                    ) : (
                      <IconMinus
                        size={14}
                        color="var(--mantine-color-dimmed)"
                        role="img"
                        aria-label={text.has_not({ role: label })}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
