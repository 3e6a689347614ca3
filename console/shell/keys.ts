/** Keyboard shortcuts of every page. They are disabled while somebody types or a dialog is open. */
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { readPageCommands } from "../parts/commands.ts";
import { takesText } from "./takes-text.ts";

const PREFIX_MS = 1200;

const DIALOG = '[role="dialog"], [role="menu"]';

export function useKeyboardShortcuts({
  search,
  help,
  pages,
}: {
  search: () => void;
  help: () => void;
  pages: readonly { to: string; key?: string }[];
}): void {
  const navigate = useNavigate();
  useEffect(() => {
    let asked_at = Number.NEGATIVE_INFINITY;
    const findAction = (key: string): (() => void) | undefined => {
      if (performance.now() - asked_at < PREFIX_MS) {
        asked_at = Number.NEGATIVE_INFINITY;
        const page = pages.find((one) => one.key === key);
        if (page !== undefined) return () => void navigate({ to: page.to });
      }
      if (key === "g") return () => (asked_at = performance.now());
      if (key === "/") return search;
      if (key === "?") return help;
      return readPageCommands()
        .flatMap(({ commands }) => commands)
        .find((command) => command.key === key)?.run;
    };
    const onKey = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        search();
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof HTMLElement && takesText(event.target)) return;
      if (document.querySelector(DIALOG) !== null) return;
      const act = findAction(event.key);
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [search, help, pages, navigate]);
}
