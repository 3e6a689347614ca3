/** Layout of every page behind sign-in: navigation, keyboard shortcuts, search, help. */
import { ActionIcon } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { useEffect, useSyncExternalStore } from "react";
import { IconBell, IconLock, IconSearch, IconUserCircle } from "#icons";
import { useMe } from "../api/session.ts";
import { pageTitle } from "../parts/page-title.ts";
import { useVisited } from "../parts/pins.tsx";
import { Empty } from "../parts/states.tsx";
import { recordVisit } from "../parts/visited.ts";
import { AccountMenu } from "./account-menu.tsx";
import { Help } from "./help.tsx";
import { useKeyboardShortcuts } from "./keys.ts";
import { LiveMark } from "./live-mark.tsx";
import { isPageForbidden, listAreas } from "./manifests.ts";
import { Notifications } from "./notifications.tsx";
import { Palette } from "./palette.tsx";
import { AreaTabs, BottomTabs } from "./phone.tsx";
import { Rail } from "./rail.tsx";
import { text } from "./text.ts";

/** Records the pages that the account opens, each when its title is known. */
function useRecordedVisits(): void {
  const titled_page = useSyncExternalStore(pageTitle.subscribe, pageTitle.get);
  const [, change] = useVisited();
  useEffect(() => {
    if (titled_page !== null) change((visited) => recordVisit(visited, titled_page));
  }, [titled_page, change]);
}

export function Shell() {
  const me = useMe();
  const areas = listAreas(me);
  const { pathname } = useLocation();
  const [palette_open, palette] = useDisclosure(false);
  const [help_open, help] = useDisclosure(false);
  useKeyboardShortcuts({
    search: palette.open,
    help: help.toggle,
    pages: areas.flatMap(({ pages }) => pages),
  });

  useRecordedVisits();
  return (
    <div className="shell">
      <a className="skip" href="#main">
        {text.skip}
      </a>
      <Rail me={me} areas={areas} search={palette.open} help={help.open} />
      <header className="bar-top">
        <Link to="/" className="brand">
          <img src="/icon.svg" alt="" />
          <span className="cut">{me.business?.name ?? text.platform}</span>
        </Link>
        <LiveMark />
        <Notifications areas={areas}>
          {({ n, label, toggle, is_open }) => (
            <ActionIcon
              variant="transparent"
              size="lg"
              aria-label={label}
              aria-expanded={is_open}
              className="notices-bell"
              data-n={n > 0 ? Math.min(n, 20) : undefined}
              onClick={toggle}
            >
              <IconBell size={20} />
            </ActionIcon>
          )}
        </Notifications>
        <ActionIcon variant="transparent" size="lg" aria-label={text.search} onClick={palette.open}>
          <IconSearch size={20} />
        </ActionIcon>
        <AccountMenu me={me} help={help.open}>
          <ActionIcon variant="transparent" size="lg" aria-label={text.account}>
            <IconUserCircle size={22} />
          </ActionIcon>
        </AccountMenu>
      </header>
      <AreaTabs areas={areas} />
      <main className="main" id="main" tabIndex={-1}>
        {isPageForbidden(me, pathname) || areas.length === 0 ? (
          <>
            <h1 key={pathname} className="sr">
              Packhorse
            </h1>
            <Empty icon={IconLock} title={text.forbidden}>
              {text.forbidden_about}
            </Empty>
          </>
        ) : (
          <Outlet />
        )}
      </main>
      <BottomTabs areas={areas} />
      <Palette opened={palette_open} close={palette.close} />
      <Help opened={help_open} close={help.close} />
    </div>
  );
}
