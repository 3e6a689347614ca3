/** Settings: one page per section, with the list of sections at the side. Families declare their sections. */
import { Select } from "@mantine/core";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from "react";
import { IconSettingsOff } from "#icons";
import { useMe } from "../../../api/session.ts";
import { translateWord } from "../../../language/manifest-words.ts";
import { loadWithTexts } from "../../../language/texts.ts";
import type { SettingsSection } from "../../../manifest.ts";
import { Page } from "../../../parts/page.tsx";
import { Empty, Waiting } from "../../../parts/states.tsx";
import { listSections } from "../../../shell/manifests.ts";
import { text } from "./text.ts";
import "./settings.css";

const route = getRouteApi("/inside/settings/$section");

const loaded = new Map<string, LazyExoticComponent<ComponentType>>();

/** The component of a section; the same one each time, so that it is loaded once. */
function loadSection({ id, load }: SettingsSection): ComponentType {
  const component = loaded.get(id) ?? lazy(async () => ({ default: await loadWithTexts(load) }));
  loaded.set(id, component);
  return component;
}

export function Settings() {
  const { section } = route.useParams();
  const navigate = useNavigate();
  const sections = listSections(useMe());
  const groups = [...Map.groupBy(sections, ({ group }) => group)];
  const current_section = sections.find(({ id }) => id === section);
  const Body = current_section && loadSection(current_section);
  return (
    <Page title={current_section?.label ?? text.title} subtitle={current_section?.about}>
      <div className="settings">
        <nav aria-label={text.title} className="settings-nav">
          {groups.map(([group, open]) => (
            <div key={group} className="settings-group">
              <p className="settings-group-name">{translateWord(group)}</p>
              {open.map(({ id, label }) => (
                <Link key={id} to="/settings/$section" params={{ section: id }} className="settings-link">
                  {label}
                </Link>
              ))}
            </div>
          ))}
        </nav>
        <Select
          className="settings-choice"
          aria-label={text.title}
          allowDeselect={false}
          data={groups.map(([group, open]) => ({
            group: translateWord(group),
            items: open.map(({ id, label }) => ({ value: id, label })),
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
            <Empty icon={IconSettingsOff} title={text.unknown} />
          )}
        </div>
      </div>
    </Page>
  );
}
