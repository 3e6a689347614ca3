/** Settings: one page a subject, the subjects at the side. */
import { Select } from "@mantine/core";
import { IconSettingsOff } from "@tabler/icons-react";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { type ComponentType, lazy, Suspense } from "react";
import { type Me, useMe } from "../../api/session.ts";
import { Page } from "../../parts/page.tsx";
import { Empty, Waiting } from "../../parts/states.tsx";
import "./settings.css";

interface Section {
  label: string;
  about: string;
  scope: Me["permissions"][number] | null;
  /** Where the service lets in fewer than have the scope. */
  roles?: readonly Me["user"]["role"][];
  page: ComponentType;
}

/** Subjects in the order of the page, under what they are about. */
const GROUPS: Record<string, Record<string, Section>> = {
  Company: {
    business: {
      label: "Business",
      about: "Name, time zone, depot and the working day.",
      scope: "settings:read",
      page: lazy(() => import("./business.tsx")),
    },
    employees: {
      label: "Employees",
      about: "Administrators and dispatchers, and what they may do.",
      scope: "employees:read",
      page: lazy(() => import("./employees.tsx")),
    },
    features: {
      label: "Features",
      about: "Families of features, switched on or off.",
      scope: "settings:read",
      page: lazy(() => import("./features.tsx")),
    },
  },
  Deliveries: {
    skills: {
      label: "Skills",
      about: "What drivers and vehicles can do that orders need.",
      scope: "drivers:read",
      page: lazy(() => import("./skills.tsx")),
    },
    reasons: {
      label: "Return reasons",
      about: "What a driver can say when a stop fails.",
      scope: "orders:read",
      page: lazy(() => import("./reasons.tsx")),
    },
  },
  Customers: {
    customers: {
      label: "Customers",
      about: "Who sends with you, and which prices they see.",
      scope: "settings:read",
      page: lazy(() => import("./customers.tsx")),
    },
    templates: {
      label: "Customer templates",
      about: "What somebody who registers through an app starts with.",
      scope: "settings:read",
      page: lazy(() => import("./templates.tsx")),
    },
    prices: {
      label: "Price lists",
      about: "What deliveries cost. A change is a new version.",
      scope: "settings:read",
      page: lazy(() => import("./prices.tsx")),
    },
    apps: {
      label: "Apps",
      about: "How your apps look, who signs in and who may register.",
      scope: "settings:read",
      roles: ["client_admin"],
      page: lazy(() => import("../apps/apps.tsx")),
    },
    messages: {
      label: "Messages",
      about: "Who sends texts and e-mail, and what became of each message.",
      scope: "settings:read",
      roles: ["client_admin"],
      page: lazy(() => import("./messages.tsx")),
    },
  },
  Connections: {
    tokens: {
      label: "API tokens",
      about: "Keys for programs and agents that act for you.",
      scope: null,
      page: lazy(() => import("./tokens.tsx")),
    },
    providers: {
      label: "Event providers",
      about: "Carriers, lockers and partners that send tracking events, and their keys.",
      scope: "settings:read",
      roles: ["client_admin"],
      page: lazy(() => import("./providers.tsx")),
    },
  },
};

const route = getRouteApi("/inside/settings/$section");

export function Settings() {
  const { section } = route.useParams();
  const { permissions, user } = useMe();
  const navigate = useNavigate();
  const groups = Object.entries(GROUPS)
    .map(([label, sections]) => ({
      label,
      open: Object.entries(sections).filter(
        ([, { scope, roles }]) =>
          (scope === null || permissions.includes(scope)) &&
          (roles === undefined || roles.includes(user.role)),
      ),
    }))
    .filter(({ open }) => open.length > 0);
  const shown = groups.flatMap(({ open }) => open).find(([name]) => name === section)?.[1];
  const Body = shown?.page;
  return (
    <Page title={shown?.label ?? "Settings"} about={shown?.about}>
      <div className="settings">
        <nav aria-label="Settings" className="settings-nav">
          {groups.map(({ label: group, open }) => (
            <div key={group} className="settings-group">
              <p className="settings-group-name">{group}</p>
              {open.map(([name, { label }]) => (
                <Link key={name} to="/settings/$section" params={{ section: name }} className="settings-link">
                  {label}
                </Link>
              ))}
            </div>
          ))}
        </nav>
        <Select
          className="settings-choice"
          aria-label="Settings"
          allowDeselect={false}
          data={groups.map(({ label: group, open }) => ({
            group,
            items: open.map(([value, { label }]) => ({ value, label })),
          }))}
          value={section}
          onChange={(value) =>
            value && void navigate({ to: "/settings/$section", params: { section: value } })
          }
        />
        <div className="stack" style={{ minWidth: 0, gap: 16 }}>
          {Body ? (
            <Suspense fallback={<Waiting rows={6} />}>
              <Body key={section} />
            </Suspense>
          ) : (
            <Empty icon={IconSettingsOff} title="There is no such setting" />
          )}
        </div>
      </div>
    </Page>
  );
}
