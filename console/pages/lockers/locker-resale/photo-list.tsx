/** Photos of both sides, with the time and by whom: for those who may see the handover, by the addresses that it has. */
import { useRef } from "react";
import type { Times } from "../../../parts/times.ts";
import type { ResaleHandover } from "./queries.ts";
import "./photo-list.css";

type HandoverPhoto = ResaleHandover["photos"][number];

/** An address works for an hour, and is another one in each answer: the picture is not loaded again for it. */
const KEPT_MS = 50 * 60_000;

export function PhotoList({
  photos,
  names,
  times,
  describeMoment,
}: {
  photos: readonly HandoverPhoto[];
  names: Readonly<Record<HandoverPhoto["side"], string>>;
  times: Times;
  /** What the handover was like then, where that says something. */
  describeMoment?: (moment: HandoverPhoto["moment"]) => string;
}) {
  const url_by_file = useRef(new Map<number, { url: string; at: number }>());
  const keepUrl = ({ file_id, url }: HandoverPhoto) => {
    const earlier_url = url_by_file.current.get(file_id);
    if (earlier_url !== undefined && Date.now() - earlier_url.at < KEPT_MS) return earlier_url.url;
    // Of this service, under whatever name the page was opened.
    const { pathname, search } = new URL(url);
    url_by_file.current.set(file_id, { url: pathname + search, at: Date.now() });
    return pathname + search;
  };
  return (
    <ul className="handover-photos">
      {photos.map((photo) => {
        const { file_id, side, taken_at } = photo;
        const url = keepUrl(photo);
        const moment = times.moment(taken_at);
        return (
          <li key={file_id}>
            <a href={url} target="_blank" rel="noreferrer">
              <img src={url} alt={`${names[side]}, ${moment}`} loading="lazy" />
            </a>
            <span className="small strong">{names[side]}</span>
            {describeMoment ? <span className="small dim">{describeMoment(photo.moment)}</span> : null}
            <time className="small dim num" dateTime={taken_at}>
              {moment}
            </time>
          </li>
        );
      })}
    </ul>
  );
}
