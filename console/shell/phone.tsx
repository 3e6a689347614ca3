/** Navigation of a phone: the pages of the open area on top, four tabs and everything else at the bottom. */
import { Drawer, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link, useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { IconDots, IconSearch } from "#icons";
import { findEntry, type ShownArea } from "./areas.ts";
import type { Entry } from "./manifests.ts";
import { selectTabs } from "./tabs.ts";
import { text } from "./text.ts";

const EXACT = { exact: true, includeSearch: false } as const;

/** In a row that is wider than the phone. */
const showTab = (tab: HTMLElement | null) => tab?.scrollIntoView({ inline: "center", block: "nearest" });

/** Pages of the open area, in a row that scrolls; nothing when there is only one. */
export function AreaTabs({ areas }: { areas: readonly ShownArea<Entry>[] }) {
  const open = findEntry(areas, useLocation().pathname);
  if (open === undefined || open.area.pages.length < 2) return null;
  return (
    <nav className="area-tabs" aria-label={open.area.label}>
      {open.area.pages.map((page) => (
        <Link
          key={page.to}
          {...(page === open.entry ? { ref: showTab } : {})}
          to={page.to}
          className={`area-tab${page === open.entry ? " current" : ""}`}
          activeOptions={EXACT}
        >
          {page.label}
        </Link>
      ))}
    </nav>
  );
}

export function BottomTabs({ areas }: { areas: readonly ShownArea<Entry>[] }) {
  const [opened, more] = useDisclosure(false);
  const open = findEntry(areas, useLocation().pathname)?.entry;
  const pages = areas.flatMap((area) => area.pages);
  const tabs = selectTabs(areas);
  const is_rest = open !== undefined && !tabs.includes(open);
  return (
    <nav className="tabs-bottom" aria-label={text.phone.main}>
      {tabs.map((page) => (
        <Link
          key={page.to}
          to={page.to}
          className={`tab${page === open ? " current" : ""}`}
          activeOptions={EXACT}
        >
          <page.icon size={22} stroke={1.6} />
          {page.label}
        </Link>
      ))}
      {pages.length > tabs.length ? (
        <button
          type="button"
          className={`tab${is_rest ? " current" : ""}`}
          aria-haspopup="dialog"
          onClick={more.open}
        >
          <IconDots size={22} stroke={1.6} />
          {text.phone.more}
        </button>
      ) : null}
      <Drawer opened={opened} onClose={more.close} position="bottom" size="85%" title={text.phone.all}>
        <AllPages areas={areas} close={more.close} />
      </Drawer>
    </nav>
  );
}

function AllPages({ areas, close }: { areas: readonly ShownArea<Entry>[]; close: () => void }) {
  const [typed, setTyped] = useState("");
  const query = typed.trim().toLowerCase();
  const fits = (words: string) => words.toLowerCase().includes(query);
  const matching_areas = areas
    .map((area) => ({ area, pages: area.pages.filter(({ label }) => fits(label) || fits(area.label)) }))
    .filter(({ pages }) => pages.length > 0);
  return (
    <div className="stack" style={{ gap: 16 }}>
      <TextInput
        size="md"
        type="search"
        aria-label={text.phone.find}
        placeholder={text.phone.find}
        leftSection={<IconSearch size={18} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {matching_areas.length === 0 ? <p className="dim">{text.phone.none({ asked: typed.trim() })}</p> : null}
      {matching_areas.map(({ area, pages }) => (
        <section key={area.id} aria-label={area.label}>
          <h3 className="more-area">{area.label}</h3>
          <ul className="more-pages">
            {pages.map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <Link to={to} className="more-page" onClick={close} activeOptions={EXACT}>
                  <Icon size={20} stroke={1.6} />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
