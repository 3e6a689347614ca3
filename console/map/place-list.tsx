/** What the map would show, as a list: for browsers without WebGL 2. */
import { Button, TextInput } from "@mantine/core";
import { type MouseEvent, useState } from "react";
import { parsePosition } from "./positions.ts";
import type { MapPin, MapProps } from "./shapes.ts";
import { text } from "./text.ts";

/** More are listed when asked for: a day has thousands of stops. */
const ROWS_AT_FIRST = 100;

interface Row {
  key: string;
  title: string;
  lat: number;
  lng: number;
  colour: string | undefined;
  /** A few characters inside the mark. */
  text: string;
  chosen: boolean;
  choose: ((event: MouseEvent) => void) | undefined;
}

export default function PlaceList(props: MapProps) {
  const { label, onGround } = props;
  const [all, setAll] = useState(false);
  const rows = listRows(props);
  const visible_rows = all ? rows : rows.slice(0, ROWS_AT_FIRST);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
    <section className="map-view map-places" aria-label={label} tabIndex={0}>
      <p className="dim small">{text.not_drawn}</p>
      {onGround ? <PositionField choose={onGround} /> : null}
      {visible_rows.length > 0 ? (
        <ul className="list">
          {visible_rows.map((row) => (
            <li key={row.key}>
              <Place row={row} />
            </li>
          ))}
        </ul>
      ) : null}
      {rows.length > visible_rows.length ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
          {text.show_all({ n: rows.length })}
        </Button>
      ) : null}
    </section>
  );
}

/** Pins, then stops; those of the chosen route when there is one. */
function listRows({
  pins = [],
  stops = [],
  route = null,
  stop = null,
  chosen = [],
  onPin,
  onStop,
}: MapProps): Row[] {
  const ofRoute = stops.filter((one) => route === null || one.route === route);
  return [
    ...pins.map((pin) => ({
      ...pin,
      key: `pin ${pin.id}`,
      text: pin.text ?? "",
      colour: pin.colour,
      chosen: false,
      choose: isChoosable(pin) && onPin ? () => onPin(pin.id) : undefined,
    })),
    ...ofRoute.map((one) => ({
      ...one,
      key: `stop ${one.id}`,
      text: one.number === undefined ? "" : String(one.number),
      chosen: one.id === stop || chosen.includes(one.id),
      choose: onStop ? (event: MouseEvent) => onStop(one.id, event) : undefined,
    })),
  ];
}

const isChoosable = ({ kind }: MapPin) => kind !== "depot";

function Place({ row: { title, lat, lng, colour, text: mark, chosen, choose } }: { row: Row }) {
  const content = (
    <>
      <span
        className="map-pin stop"
        style={{ "--pin": colour } as React.CSSProperties}
        data-text={mark}
        aria-hidden="true"
      />
      <span className="grow">{title}</span>
      <span className="dim small num nowrap">
        {lat.toFixed(5)}, {lng.toFixed(5)}
      </span>
    </>
  );
  return choose === undefined ? (
    <span className="list-row">{content}</span>
  ) : (
    <button type="button" className="list-row" aria-current={chosen ? "true" : undefined} onClick={choose}>
      {content}
    </button>
  );
}

/** Instead of a click on the map. */
function PositionField({ choose }: { choose: (at: { lat: number; lng: number }) => void }) {
  const [typed, setTyped] = useState("");
  const [unread, setUnread] = useState(false);
  const use = () => {
    const at = parsePosition(typed);
    setUnread(at === undefined);
    if (at === undefined) return;
    setTyped("");
    choose(at);
  };
  return (
    <div className="row map-position">
      <TextInput
        className="grow"
        size="xs"
        label={text.position}
        placeholder="-15.79390, -47.88280"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // The form around it is not sent.
          event.preventDefault();
          use();
        }}
        error={unread ? text.position_form : undefined}
      />
      <Button variant="default" size="xs" onClick={use}>
        {text.use_position}
      </Button>
    </div>
  );
}
