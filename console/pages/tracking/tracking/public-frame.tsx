import { ActionIcon, Menu, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { IconLanguage, IconMoon, IconSun } from "#icons";
import { getLanguage, nameLanguage } from "../../../language/language.ts";
import { text as common } from "../../../language/text.ts";
import { LanguageItems } from "../../../parts/language-menu.tsx";
import { text } from "./text.ts";
import "./tracking.css";

export function PublicFrame({
  carrier,
  wide = false,
  children,
}: {
  carrier?: string;
  /** For pages with two columns; the tracking page is designed for a phone. */
  wide?: boolean;
  children: ReactNode;
}) {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme("light") === "dark";
  return (
    <div className={wide ? "track wide" : "track"}>
      <header className="track-head">
        <Link to="/track" className="track-brand">
          <img src="/icon.svg" alt="" />
          <span>{carrier ?? text.frame.home}</span>
        </Link>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`${common.language}: ${nameLanguage(getLanguage())}`}
              ml="auto"
            >
              <IconLanguage size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <LanguageItems />
          </Menu.Dropdown>
        </Menu>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={dark ? text.frame.light : text.frame.dark}
          onClick={() => setColorScheme(dark ? "light" : "dark")}
        >
          {dark ? <IconSun size={18} /> : <IconMoon size={18} />}
        </ActionIcon>
      </header>
      <main className="track-main">{children}</main>
      <footer className="track-foot dim small">
        {text.frame.tracked_with}
        {wide ? null : (
          <>
            {" · "}
            <Link to="/otep">{text.frame.developers}</Link>
          </>
        )}
      </footer>
    </div>
  );
}
