import { IconAlertTriangle, IconPackageExport, IconPackageImport, IconWifiOff } from "#icons";
import type { ScreenState } from "../../packages/locker-protocol/screen.ts";
import { text } from "./text.ts";

interface StartPageProps {
  state: ScreenState;
  open_doors: readonly string[];
  choose: (use: "deposit" | "collect") => void;
}

export function StartPage({ state, open_doors, choose }: StartPageProps) {
  return (
    <main className="kiosk-page">
      <h1 className="kiosk-welcome">{text.start.welcome}</h1>
      <div className="kiosk-choices">
        <button type="button" className="kiosk-choice" onClick={() => choose("collect")}>
          <IconPackageExport aria-hidden />
          <span>
            <span className="kiosk-choice-name">{text.start.collect}</span>
            <span>{text.start.collect_about}</span>
          </span>
        </button>
        <button type="button" className="kiosk-choice" onClick={() => choose("deposit")}>
          <IconPackageImport aria-hidden />
          <span>
            <span className="kiosk-choice-name">{text.start.deposit}</span>
            <span>{text.start.deposit_about}</span>
          </span>
        </button>
      </div>
      <div className="kiosk-notes">
        {open_doors.map((door) => (
          <p key={door} className="kiosk-note warn">
            <IconAlertTriangle aria-hidden />
            {text.start.open_door({ door })}
          </p>
        ))}
        {state.connected ? null : (
          <p className="kiosk-note">
            <IconWifiOff aria-hidden />
            {text.offline.about}
          </p>
        )}
      </div>
    </main>
  );
}
