/** Parcels are scanned aboard, picked up or brought back: with a scanner that types, or with the camera. */
import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { CameraButton } from "../../../field/camera-scanner.tsx";
import { beep } from "../../../parts/beep.ts";
import type { Tone } from "../../../parts/labels.ts";
import { Page } from "../../../parts/page.tsx";
import { ScanInput } from "../../../parts/scan-input.tsx";
import { Loaded, Waiting } from "../../../parts/states.tsx";
import { type Day, findParcels, isAboard } from "./overlay.ts";
import { useDay } from "./queries.ts";
import { text } from "./text.ts";
import { nameStop, useCommands } from "./use-commands.ts";
import "../../warehouse/receiving/receiving.css";
import "./driver-app.css";

const ACTIONS = ["load", "pickup", "return"] as const;
type Action = (typeof ACTIONS)[number];

export function ScanPage() {
  const day = useDay();
  return (
    <Page>
      <Loaded query={day} fallback={<Waiting rows={6} height={40} />}>
        {(loaded) => <Scanner day={loaded} />}
      </Loaded>
    </Page>
  );
}

interface Shown {
  tone: Tone;
  title: string;
  about: string;
}

function Scanner({ day }: { day: Day }) {
  const { scan } = useCommands();
  const [action, setAction] = useState<Action>("load");
  const [last, setLast] = useState<Shown | null>(null);
  const shown = last ?? { tone: "grey", title: text.scan.ready, about: text.scan.ready_about[action] };
  const take = async (code: string) => {
    const [found] = findParcels(day, code);
    if (!(await scan(code, action))) return;
    beep(found !== undefined);
    if (found === undefined)
      setLast({ tone: "warn", title: `${code}: ${text.scan.strange}`, about: text.scan.strange_about });
    else {
      const { stop, task, parcel } = found;
      const name = task.place?.name ?? task.ref ?? task.tracking_number;
      const is_again = action === "load" && isAboard(parcel);
      setLast({
        tone: "good",
        title: text.scan.ok(stop.seq, name),
        about: is_again ? `${code} · ${text.scan.again}` : code,
      });
    }
  };
  return (
    <>
      <SegmentedControl
        fullWidth
        size="md"
        aria-label={text.scan.action}
        value={action}
        onChange={(value) => {
          setAction(value as Action);
          setLast(null);
        }}
        data={ACTIONS.map((value) => ({ value, label: text.scan.actions[value] }))}
      />
      <ScanInput
        label={text.scan.label}
        placeholder={text.scan.label}
        onScan={(code) => void take(code)}
        onEscape={() => setLast(null)}
      />
      <CameraButton onScan={(code) => void take(code)} />
      <div className={`scan-result tone-${shown.tone}`} role="status" aria-live="assertive">
        <h2>{shown.title}</h2>
        <div>{shown.about}</div>
      </div>
      <NotLoaded day={day} />
    </>
  );
}

/** Parcels to deliver that are not aboard, in the order of the stops. */
function NotLoaded({ day }: { day: Day }) {
  const missing = day.routes.flatMap(({ stops }) =>
    stops.flatMap((stop) =>
      stop.tasks
        .filter(({ action, status }) => action === "dropoff" && status === "PENDING")
        .flatMap(({ parcels }) => parcels.filter((parcel) => !isAboard(parcel)))
        .map((parcel) => ({ stop, parcel })),
    ),
  );
  if (missing.length === 0)
    return day.routes.length === 0 ? null : <p className="dim">{text.scan.complete}</p>;
  return (
    <section className="sheet" aria-label={text.scan.missing}>
      <div className="sheet-head">
        <h2>{text.scan.missing}</h2>
        <span className="dim num">{missing.length}</span>
      </div>
      <ul className="scan-left" aria-label={text.scan.missing}>
        {missing.map(({ stop, parcel }) => (
          <li key={parcel.id}>
            <span className="mono strong cut">{parcel.label_code || parcel.tracking_number}</span>
            <span className="dim cut">{nameStop(stop)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
