import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconMoon, IconSun } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
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
          <span>{carrier ?? "Parcel tracking"}</span>
        </Link>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={dark ? "Light colours" : "Dark colours"}
          onClick={() => setColorScheme(dark ? "light" : "dark")}
        >
          {dark ? <IconSun size={18} /> : <IconMoon size={18} />}
        </ActionIcon>
      </header>
      <main className="track-main">{children}</main>
      <footer className="track-foot dim small">
        Tracked with Packhorse
        {wide ? null : (
          <>
            {" · "}
            <Link to="/otep">For developers: event playground</Link>
          </>
        )}
      </footer>
    </div>
  );
}
