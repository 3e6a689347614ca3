/** Keyboard shortcuts of every page. They are disabled while somebody types or a dialog is open. */
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";

const PREFIX_MS = 1200;

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

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
    let asked_at = 0;
    const onKey = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key === "k") {
        event.preventDefault();
        search();
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isBusy(event.target)) return;
      if (performance.now() - asked_at < PREFIX_MS) {
        asked_at = 0;
        const page = pages.find(({ key }) => key === event.key);
        if (page !== undefined) {
          event.preventDefault();
          void navigate({ to: page.to });
          return;
        }
      }
      if (event.key === "g") asked_at = performance.now();
      else if (event.key === "/") {
        event.preventDefault();
        search();
      } else if (event.key === "?") {
        event.preventDefault();
        help();
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [search, help, pages, navigate]);
}
