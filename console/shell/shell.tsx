/** The frame of every page behind sign-in: rail, keys, search, help. */
import { ActionIcon, Menu, useMantineColorScheme } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import {
  IconDots,
  IconLock,
  IconLogout,
  IconMapSearch,
  IconMoon,
  IconSearch,
  IconSteeringWheel,
  IconSun,
  IconSunMoon,
  IconTimelineEvent,
  IconUserCircle,
} from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link, Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { type Me, signOut, useMe } from "../api/session.ts";
import { Empty } from "../parts/states.tsx";
import { ROLE } from "../parts/words.ts";
import { Help } from "./help.tsx";
import { useKeys } from "./keys.ts";
import { isBarred, placesOf } from "./places.ts";
import { Search } from "./search.tsx";

export function Shell() {
  const me = useMe();
  const places = placesOf(me);
  const { pathname } = useLocation();
  const [search_open, search] = useDisclosure(false);
  const [help_open, help] = useDisclosure(false);
  useKeys({
    search: me.permissions.includes("orders:read") ? search.open : () => {},
    help: help.toggle,
    places,
  });
  const searches = me.permissions.includes("orders:read");
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
        {searches ? (
          <button type="button" className="rail-link rail-search" onClick={search.open}>
            <IconSearch size={16} stroke={1.8} />
            Search
            <kbd>/</kbd>
          </button>
        ) : null}
        {places.map(({ to, label, icon: Icon }) => (
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
        <Link to="/track" className="rail-link">
          <IconMapSearch size={18} stroke={1.7} />
          Public tracking
        </Link>
        <Link to="/otep" className="rail-link">
          <IconTimelineEvent size={18} stroke={1.7} />
          Event playground
        </Link>
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
        {searches ? (
          <ActionIcon variant="transparent" size="lg" aria-label="Search" onClick={search.open}>
            <IconSearch size={20} />
          </ActionIcon>
        ) : null}
        <AccountMenu me={me} help={help.open} outside>
          <ActionIcon variant="transparent" size="lg" aria-label="Account">
            <IconUserCircle size={22} />
          </ActionIcon>
        </AccountMenu>
      </header>
      <main className="main" id="main" tabIndex={-1}>
        {isBarred(me, pathname) ? (
          <>
            <h1 className="sr">Packhorse</h1>
            <Empty icon={IconLock} title="Not for this account">
              This page is for those who run the business.
            </Empty>
          </>
        ) : places.length > 0 ? (
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
        {places.slice(0, 4).map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} className="tab" activeOptions={{ exact: to === "/", includeSearch: false }}>
            <Icon size={22} stroke={1.6} />
            {label}
          </Link>
        ))}
        {places.length > 4 ? (
          <Menu position="top-end">
            <Menu.Target>
              <button type="button" className="tab">
                <IconDots size={22} stroke={1.6} />
                More
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              {places.slice(4).map(({ to, label, icon: Icon }) => (
                <Menu.Item key={to} component={Link} to={to} leftSection={<Icon size={18} stroke={1.6} />}>
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </nav>
      <Search opened={search_open} close={search.close} />
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
  /** With the pages for everybody, which the rail has where there is room for it. */
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
  const leave = async () => {
    await signOut();
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
        {outside ? (
          <>
            <Menu.Item component={Link} to="/track" leftSection={<IconMapSearch size={16} />}>
              Public tracking
            </Menu.Item>
            <Menu.Item component={Link} to="/otep" leftSection={<IconTimelineEvent size={16} />}>
              Event playground
            </Menu.Item>
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
