/** The menu of the signed-in account: colours, keys, sign-out. */
import { Menu, useMantineColorScheme } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { IconLogout, IconMoon, IconSun, IconSunMoon } from "#icons";
import { client } from "../api/client.ts";
import { type Me, meQuery } from "../api/session.ts";
import { nameRole } from "../parts/codes/codes.ts";
import { LanguageItems } from "../parts/language-menu.tsx";
import { notifyFailure } from "../parts/toast.ts";
import { listOtherPublic } from "./manifests.ts";
import { useSignOut } from "./sign-out.ts";
import { text } from "./text.ts";

export function AccountMenu({ me, help, children }: { me: Me; help: () => void; children: React.ReactNode }) {
  const leave = useSignOut();
  const queries = useQueryClient();
  const saveLanguage = async (language: string) => {
    try {
      await client.userMeUpdate({ locale: language });
      await queries.invalidateQueries({ queryKey: meQuery.queryKey });
    } catch (error) {
      notifyFailure(error, text.language_not_saved);
    }
  };
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const others = listOtherPublic(me);
  const schemes = [
    { value: "auto", label: text.menu.schemes.auto, icon: IconSunMoon },
    { value: "light", label: text.menu.schemes.light, icon: IconSun },
    { value: "dark", label: text.menu.schemes.dark, icon: IconMoon },
  ] as const;
  return (
    <Menu position="top-start" width={230}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {me.user.email}
          <br />
          {nameRole(me.user.role)}
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
        {others.map(({ to, label, icon: Icon }) => (
          <Menu.Item key={to} component={Link} to={to} leftSection={<Icon size={16} />}>
            {label}
          </Menu.Item>
        ))}
        {others.length > 0 ? <Menu.Divider /> : null}
        <Menu.Item onClick={help} rightSection={<kbd>?</kbd>}>
          {text.menu.keys}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={leave}>
          {text.sign_out}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
