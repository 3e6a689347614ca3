/** Layout of every page behind sign-in: rail, keyboard shortcuts, search, help. */
import { ActionIcon, Menu, useMantineColorScheme } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import {
  IconDots,
  IconLock,
  IconLogout,
  IconMoon,
  IconSearch,
  IconSteeringWheel,
  IconSun,
  IconSunMoon,
  IconUserCircle,
} from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link, Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { client as api } from "../api/client.ts";
import { type Me, meQuery, signOut, useMe } from "../api/session.ts";
import { ROLE } from "../parts/labels.ts";
import { LanguageItems } from "../parts/language-menu.tsx";
import { Empty } from "../parts/states.tsx";
import { failed } from "../parts/toast.ts";
import { Help } from "./help.tsx";
import { useKeyboardShortcuts } from "./keys.ts";
import { LiveMark } from "./live-mark.tsx";
import { isPageForbidden, listPages, PUBLIC_NAVIGATION } from "./manifests.ts";
import { Palette } from "./palette.tsx";
import { text } from "./text.ts";

export function Shell() {
  const me = useMe();
  const pages = listPages(me);
  const { pathname } = useLocation();
  const [palette_open, palette] = useDisclosure(false);
  const [help_open, help] = useDisclosure(false);
  useKeyboardShortcuts({
    search: palette.open,
    help: help.toggle,
    pages: [...pages, ...PUBLIC_NAVIGATION],
  });
  const name = me.business?.name ?? "Platform";

  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <nav className="rail" aria-label="Pages">
        <Link to="/" className="brand" activeProps={{ className: "" }}>
          <img src="/icon.svg" alt="" />
          <span className="cut">
            Packhorse
            <small className="cut">{name}</small>
          </span>
        </Link>
        <button type="button" className="rail-link rail-search" onClick={palette.open}>
          <IconSearch size={16} stroke={1.8} />
          Search
          <kbd>/</kbd>
        </button>
        {pages.map(({ to, label, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            className="rail-link"
            activeOptions={{ exact: to === "/", includeSearch: false }}
          >
            <Icon size={18} stroke={1.7} />
            {label}
          </Link>
        ))}
        <span className="rail-gap" />
        <LiveMark />
        {PUBLIC_NAVIGATION.map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} className="rail-link">
            <Icon size={18} stroke={1.7} />
            {label}
          </Link>
        ))}
        <AccountMenu me={me} help={help.open}>
          <button type="button" className="rail-link">
            <IconUserCircle size={18} stroke={1.7} />
            <span className="cut">{me.user.name}</span>
          </button>
        </AccountMenu>
      </nav>
      <header className="bar-top">
        <Link to="/" className="brand">
          <img src="/icon.svg" alt="" />
          <span className="cut">{name}</span>
        </Link>
        <LiveMark />
        <ActionIcon variant="transparent" size="lg" aria-label="Search" onClick={palette.open}>
          <IconSearch size={20} />
        </ActionIcon>
        <AccountMenu me={me} help={help.open} outside>
          <ActionIcon variant="transparent" size="lg" aria-label="Account">
            <IconUserCircle size={22} />
          </ActionIcon>
        </AccountMenu>
      </header>
      <main className="main" id="main" tabIndex={-1}>
        {isPageForbidden(me, pathname) ? (
          <>
            <h1 className="sr">Packhorse</h1>
            <Empty icon={IconLock} title="Not for this account">
              This page is for those who run the business.
            </Empty>
          </>
        ) : pages.length > 0 ? (
          <Outlet />
        ) : (
          <>
            <h1 className="sr">Packhorse</h1>
            <Empty icon={IconSteeringWheel} title="This account works with the driver app">
              The console is for those who plan and dispatch. Sign in with another account to use it.
            </Empty>
          </>
        )}
      </main>
      <nav className="tabs-bottom" aria-label="Main pages">
        {pages.slice(0, 4).map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} className="tab" activeOptions={{ exact: to === "/", includeSearch: false }}>
            <Icon size={22} stroke={1.6} />
            {label}
          </Link>
        ))}
        {pages.length > 4 ? (
          <Menu position="top-end">
            <Menu.Target>
              <button type="button" className="tab">
                <IconDots size={22} stroke={1.6} />
                More
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              {pages.slice(4).map(({ to, label, icon: Icon }) => (
                <Menu.Item key={to} component={Link} to={to} leftSection={<Icon size={18} stroke={1.6} />}>
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </nav>
      <Palette opened={palette_open} close={palette.close} />
      <Help opened={help_open} close={help.close} />
    </div>
  );
}

function AccountMenu({
  me,
  help,
  outside = false,
  children,
}: {
  me: Me;
  help: () => void;
  /** Includes the public pages, which the rail lists when there is room. */
  outside?: boolean;
  children: React.ReactNode;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const schemes = [
    { value: "auto", label: "As the system", icon: IconSunMoon },
    { value: "light", label: "Light", icon: IconSun },
    { value: "dark", label: "Dark", icon: IconMoon },
  ] as const;
  const saveLanguage = async (language: string) => {
    try {
      await api.userMeUpdate({ locale: language });
      await client.invalidateQueries({ queryKey: meQuery.queryKey });
    } catch (error) {
      failed(error, text.language_not_saved);
    }
  };
  const leave = async () => {
    try {
      await signOut();
    } catch (error) {
      failed(error, "You are still signed in");
      return;
    }
    client.clear();
    await navigate({ to: "/sign-in" });
  };
  return (
    <Menu position="top-start" width={230}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {me.user.email}
          <br />
          {ROLE[me.user.role]}
        </Menu.Label>
        <Menu.Divider />
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
        >
          {schemes.map(({ value, label, icon: Icon }) => (
            <Menu.RadioItem key={value} value={value} rightSection={<Icon size={16} />}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <LanguageItems save={saveLanguage} />
        <Menu.Divider />
        {outside ? (
          <>
            {PUBLIC_NAVIGATION.map(({ to, label, icon: Icon }) => (
              <Menu.Item key={to} component={Link} to={to} leftSection={<Icon size={16} />}>
                {label}
              </Menu.Item>
            ))}
            <Menu.Divider />
          </>
        ) : null}
        <Menu.Item onClick={help} rightSection={<kbd>?</kbd>}>
          Keys
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void leave()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
