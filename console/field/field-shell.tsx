/** The frame of an app on a phone: what is not sent, the pages at the bottom, the account. */
import { ActionIcon, Button, Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { IconDots, IconLock, IconUserCircle } from "#icons";
import { useMe } from "../api/session.ts";
import { useNewVersion } from "../offline/worker.ts";
import { Empty } from "../parts/states.tsx";
import { findEntry } from "../shell/areas.ts";
import { type Entry, isPageForbidden, listAppsAt, listAreas } from "../shell/manifests.ts";
import { AccountSheet } from "./account-sheet.tsx";
import { useFieldApp } from "./app.ts";
import { QueueButton } from "./queue-button.tsx";
import { text } from "./text.ts";
import "./field.css";

const TABS = 4;

export function FieldShell() {
  const me = useMe();
  const { pathname } = useLocation();
  const app = useFieldApp(pathname);
  const areas = listAreas(me);
  const pages = areas.flatMap((area) => area.pages);
  const app_pages = pages.filter(({ to }) => listAppsAt(to).includes(app));
  const [account_open, account] = useDisclosure(false);
  const takeVersion = useNewVersion();
  return (
    <div className="field">
      <a className="skip" href="#main">
        {text.skip}
      </a>
      <header className="field-bar">
        <span className="field-brand cut">
          <img src="/icon.svg" alt="" />
          <span className="cut">{me.business?.name ?? me.user.name}</span>
        </span>
        <QueueButton />
        <ActionIcon variant="transparent" size={44} aria-label={text.account} onClick={account.open}>
          <IconUserCircle size={26} />
        </ActionIcon>
      </header>
      {takeVersion === undefined ? null : (
        <div className="field-version" role="status">
          <span className="grow">
            <span className="strong">{text.version.title}</span> {text.version.about}
          </span>
          <Button size="md" variant="white" onClick={takeVersion}>
            {text.version.take}
          </Button>
        </div>
      )}
      <main className="field-main" id="main" tabIndex={-1}>
        {isPageForbidden(me, pathname) ? (
          <Empty icon={IconLock} title={text.forbidden}>
            {text.forbidden_about}
          </Empty>
        ) : (
          <Outlet />
        )}
      </main>
      <FieldTabs app_entries={app_pages} pages={pages} current={findEntry(areas, pathname)?.entry} />
      <AccountSheet opened={account_open} close={account.close} />
    </div>
  );
}

interface FieldTabsProps {
  app_entries: readonly Entry[];
  pages: readonly Entry[];
  current: Entry | undefined;
}

/** The first pages of the app, and everything else behind the last tab. */
function FieldTabs({ app_entries, pages, current }: FieldTabsProps) {
  const [opened, more] = useDisclosure(false);
  const tabs = app_entries.slice(
    0,
    app_entries.length === pages.length && app_entries.length <= TABS + 1 ? TABS + 1 : TABS,
  );
  const rest = [...app_entries, ...pages.filter((page) => !app_entries.includes(page))].filter(
    (page) => !tabs.includes(page),
  );
  if (pages.length < 2) return null;
  return (
    <nav className="field-tabs" aria-label={text.pages}>
      {tabs.map((page) => (
        <Link
          key={page.to}
          to={page.to}
          className={`field-tab${page === current ? " current" : ""}`}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          <page.icon size={24} stroke={1.6} />
          <span>{page.tab ?? page.label}</span>
        </Link>
      ))}
      {rest.length === 0 ? null : (
        <button
          type="button"
          className={`field-tab${current !== undefined && rest.includes(current) ? " current" : ""}`}
          aria-haspopup="dialog"
          onClick={more.open}
        >
          <IconDots size={24} stroke={1.6} />
          <span>{text.more}</span>
        </button>
      )}
      <Drawer
        opened={opened}
        onClose={more.close}
        position="bottom"
        size="auto"
        title={text.more}
        classNames={{ content: "field-dialog" }}
        closeButtonProps={{ "aria-label": text.close, size: 44 }}
      >
        <ul className="more-pages">
          {rest.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link to={to} className="more-page" onClick={more.close}>
                <Icon size={22} stroke={1.6} />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </Drawer>
    </nav>
  );
}
