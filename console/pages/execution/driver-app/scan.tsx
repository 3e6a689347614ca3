/** Parcels are scanned aboard, picked up or brought back: with a scanner that types, or with the camera. */
import { Button, SegmentedControl } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { CameraButton } from "../../../field/camera-scanner.tsx";
import { useQueue } from "../../../offline/use-queue.ts";
import { beep } from "../../../parts/beep.ts";
import type { Tone } from "../../../parts/labels.ts";
import { Page } from "../../../parts/page.tsx";
import { ScanInput } from "../../../parts/scan-input.tsx";
import { Loaded, Waiting } from "../../../parts/states.tsx";
import { type Day, type FoundParcel, findKnownByService, findParcels, isAboard } from "./overlay.ts";
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

interface ScanResult {
  tone: Tone;
  title: string;
  about: string;
  /** A code that this device does not know, until the service says what it is. */
  unknown_code?: string;
  /** Of several orders with the code. */
  choices?: readonly { label: string; pick: () => void }[];
}

interface ScanAnswer {
  outcome?: string;
  order_id?: number | null;
  order_status?: string | null;
  candidates?: readonly {
    order_id: number;
    order_number: string;
    recipient: string | null;
    city: string | null;
  }[];
}

const nameTask = ({ stop, task }: Pick<FoundParcel, "stop" | "task">): string =>
  text.scan.ok({ stop: stop.seq, name: task.place?.name ?? task.ref ?? task.tracking_number });

function Scanner({ day }: { day: Day }) {
  const latest = useRef(day);
  latest.current = day;
  const { scan } = useCommands();
  const [action, setAction] = useState<Action>("load");
  const [last, setLast] = useState<ScanResult | null>(null);
  const result: ScanResult = last ?? {
    tone: "grey",
    title: text.scan.ready,
    about: text.scan.ready_about[action],
  };
  const queue = useQueue();
  // What only the service knows: whose the code is, that several orders have it, or that its order must not go on.
  useEffect(
    () =>
      queue.onSettled(({ item, outcome }) => {
        if (item.channel !== "driver" || item.type !== "scan" || !outcome.result) return;
        const { outcome: what, order_id, candidates = [] } = outcome.answer as ScanAnswer;
        const { code, action: scan_action } = item.body as { code: string; action: string };
        if (what === "set_aside") {
          beep(false);
          setLast({ tone: "bad", title: text.scan.set_aside, about: code });
        } else if (what === "accepted") {
          const known_parcel = findKnownByService(latest.current, { code, order_id });
          if (known_parcel === undefined) return;
          beep(true);
          setLast((now) =>
            now?.unknown_code === code ? { tone: "good", title: nameTask(known_parcel), about: code } : now,
          );
        } else if (what === "ambiguous") {
          beep(false);
          setLast({
            tone: "warn",
            title: text.scan.which,
            about: code,
            choices: candidates.map(({ order_id, order_number, recipient, city }) => ({
              label: [order_number, recipient, city].filter(Boolean).join(" · "),
              pick: () => {
                setLast(null);
                void scan(code, scan_action, order_id);
              },
            })),
          });
        }
      }),
    [queue, scan],
  );
  const take = async (code: string) => {
    const [parcel] = findParcels(day, code);
    if (!(await scan(code, action))) return;
    beep(parcel !== undefined);
    if (parcel === undefined)
      setLast({
        tone: "warn",
        title: `${code}: ${text.scan.strange}`,
        about: text.scan.strange_about,
        unknown_code: code,
      });
    else {
      const is_again = action === "load" && isAboard(parcel.parcel);
      setLast({
        tone: "good",
        title: nameTask(parcel),
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
      <div className={`scan-result tone-${result.tone}`} role="status" aria-live="assertive">
        <h2>{result.title}</h2>
        <div>{result.about}</div>
        {result.choices?.map(({ label, pick }) => (
          <Button key={label} size="md" fullWidth mt="sm" onClick={pick}>
            {label}
          </Button>
        ))}
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
