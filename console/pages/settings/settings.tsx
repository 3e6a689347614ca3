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
  page: ComponentType;
}

const SECTIONS: Record<string, Section> = {
  business: {
    label: "Business",
    about: "Name, time zone, depot and the working day.",
    scope: "settings:read",
    page: lazy(() => import("./business.tsx")),
  },
  features: {
    label: "Features",
    about: "Families of features, switched on or off.",
    scope: "settings:read",
    page: lazy(() => import("./features.tsx")),
  },
  customers: {
    label: "Customers",
    about: "Who sends with you, and which prices they see.",
    scope: "settings:read",
    page: lazy(() => import("./customers.tsx")),
  },
  prices: {
    label: "Price lists",
    about: "What deliveries cost. A change is a new version.",
    scope: "settings:read",
    page: lazy(() => import("./prices.tsx")),
  },
  employees: {
    label: "Employees",
    about: "Administrators and dispatchers, and what they may do.",
    scope: "employees:read",
    page: lazy(() => import("./employees.tsx")),
  },
  tokens: {
    label: "API tokens",
    about: "Keys for programs and agents that act for you.",
    scope: null,
    page: lazy(() => import("./tokens.tsx")),
  },
  reasons: {
    label: "Return reasons",
    about: "What a driver can say when a stop fails.",
    scope: "orders:read",
    page: lazy(() => import("./reasons.tsx")),
  },
  skills: {
    label: "Skills",
    about: "What drivers and vehicles can do that orders need.",
    scope: "drivers:read",
    page: lazy(() => import("./skills.tsx")),
  },
  messages: {
    label: "Messages",
    about: "E-mails and texts that were sent, or kept where no mail server is set.",
    scope: "settings:read",
    page: lazy(() => import("./messages.tsx")),
  },
};

const route = getRouteApi("/inside/settings/$section");

export function Settings() {
  const { section } = route.useParams();
  const { permissions } = useMe();
  const navigate = useNavigate();
  const open = Object.entries(SECTIONS).filter(
    ([, { scope }]) => scope === null || permissions.includes(scope),
  );
  const shown = open.find(([name]) => name === section)?.[1];
  const Body = shown?.page;
  return (
    <Page title={shown?.label ?? "Settings"} about={shown?.about}>
      <div className="settings">
        <nav aria-label="Settings" className="settings-nav">
          {open.map(([name, { label }]) => (
            <Link key={name} to="/settings/$section" params={{ section: name }} className="settings-link">
              {label}
            </Link>
          ))}
        </nav>
        <Select
          className="settings-choice"
          aria-label="Settings"
          allowDeselect={false}
          data={open.map(([value, { label }]) => ({ value, label }))}
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
