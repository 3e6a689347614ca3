/** The navigation rail: the areas, and the pages of the area that is open. */

import { Link, useLocation } from "@tanstack/react-router";
import { IconBell, IconExternalLink, IconSearch, IconStarFilled, IconUserCircle } from "#icons";
import type { Me } from "../api/session.ts";
import { useVisited } from "../parts/pins.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { findEntry, type ShownArea } from "./areas.ts";
import { type Counts, describeCounts, useCounts } from "./counts.ts";
import { LiveMark } from "./live-mark.tsx";
import { type Entry, isPublic } from "./manifests.ts";
import { Notifications } from "./notifications.tsx";
import { text } from "./text.ts";

const EXACT = { exact: true, includeSearch: false } as const;

export function Rail({
  me,
  areas,
  search,
  help,
}: {
  me: Me;
  areas: readonly ShownArea<Entry>[];
  search: () => void;
  help: () => void;
}) {
  const { pathname } = useLocation();
  const open = findEntry(areas, pathname);
  const counts = useCounts(areas);
  const main = areas.filter(({ id }) => id !== "settings");
  const settings = areas.filter(({ id }) => id === "settings");
  return (
    <nav className="rail" aria-label={text.pages}>
      <Link to="/" className="brand" activeProps={{ className: "" }}>
        <img src="/icon.svg" alt="" />
        <span className="cut">
          Packhorse
          <small className="cut">{me.business?.name ?? text.platform}</small>
        </span>
      </Link>
      <button type="button" className="rail-link rail-search" onClick={search}>
        <IconSearch size={16} stroke={1.8} />
        {text.search}
        <kbd>/</kbd>
      </button>
      <Notifications areas={areas}>
        {({ n, toggle, is_open }) => (
          <button type="button" className="rail-link" aria-expanded={is_open} onClick={toggle}>
            <IconBell size={18} stroke={1.7} />
            {text.notices.title}
            {n > 0 ? <span className="sr">{text.notices.new({ n })}</span> : null}
            <CountBadge count={n > 0 ? { short: n >= 20 ? "20+" : String(n) } : undefined} />
          </button>
        )}
      </Notifications>
      <Areas areas={main} open={open} counts={counts} />
      <Pins />
      <span className="rail-gap" />
      <LiveMark />
      <Areas areas={settings} open={open} counts={counts} />
      <AccountMenu me={me} help={help}>
        <button type="button" className="rail-link">
          <IconUserCircle size={18} stroke={1.7} />
          <span className="cut">{me.user.name}</span>
        </button>
      </AccountMenu>
    </nav>
  );
}

/** In words it is the title of the link. */
function CountBadge({ count }: { count: { short: string } | undefined }) {
  return count === undefined ? null : (
    <span className="rail-count num" aria-hidden>
      {count.short}
    </span>
  );
}

/** The pages that the account has pinned. */
function Pins() {
  const [{ pinned }] = useVisited();
  const { pathname } = useLocation();
  if (pinned.length === 0) return null;
  return (
    <section aria-label={text.pinned}>
      <h2 className="rail-head">{text.pinned}</h2>
      <ul className="rail-areas">
        {pinned.map((pin) => (
          <li key={pin.pathname}>
            <Link
              to={pin.pathname}
              className={`rail-link rail-page${pin.pathname === pathname ? " current" : ""}`}
              activeOptions={EXACT}
            >
              <IconStarFilled size={13} />
              <span className="cut">{pin.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Areas({
  areas,
  open,
  counts,
}: {
  areas: readonly ShownArea<Entry>[];
  open: ReturnType<typeof findEntry<Entry>>;
  counts: Counts;
}) {
  return (
    <ul className="rail-areas">
      {areas.map((area) => (
        <AreaItem
          key={area.id}
          area={area}
          open={open?.area === area ? open.entry : undefined}
          counts={counts}
        />
      ))}
    </ul>
  );
}

/** A link to the first page of the area; below it, when it is open, the others. */
function AreaItem({
  area,
  open,
  counts,
}: {
  area: ShownArea<Entry>;
  open: Entry | undefined;
  counts: Counts;
}) {
  const { label, icon: Icon, to, pages } = area;
  // A first page that is called like its area is not listed twice.
  const listed = pages.filter((page) => !(page.to === to && page.label === label));
  const unfolded = open !== undefined && pages.length > 1;
  const is_current = open !== undefined && (pages.length === 1 || !listed.includes(open));
  // An open area shows the counts at its pages.
  const count = describeCounts(counts, unfolded ? pages.filter((page) => !listed.includes(page)) : pages);
  return (
    <li>
      <Link
        to={to}
        title={count?.words}
        className={`rail-link${is_current ? " current" : unfolded ? " unfolded" : ""}`}
        activeOptions={EXACT}
      >
        <Icon size={18} stroke={1.7} />
        {label}
        <CountBadge count={count} />
      </Link>
      {unfolded ? (
        <ul className="rail-pages">
          {listed.map((page) => {
            const waiting = describeCounts(counts, [page]);
            return (
              <li key={page.to}>
                <Link
                  to={page.to}
                  title={waiting?.words}
                  className={`rail-link rail-page${page === open ? " current" : ""}`}
                  activeOptions={EXACT}
                >
                  {page.label}
                  {isPublic(page.to) ? <IconExternalLink size={14} stroke={1.7} /> : null}
                  <CountBadge count={waiting} />
                </Link>
              </li>
            );
          })}
        </ul>
      ) : null}
    </li>
  );
}
