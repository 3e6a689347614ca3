/** The page of a buyer without an account, by the link that the seller sent: designed for a phone at the locker. */
import { Alert, Button, FileInput, Skeleton, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { type ReactElement, useMemo, useState } from "react";
import { IconLinkOff } from "#icons";
import { ApiError, createLinkClient } from "../../../../api/client.ts";
import { getRules } from "../../../../parts/form-rules.ts";
import { useMemberText } from "../../../../parts/member-text.ts";
import { Failure } from "../../../../parts/states.tsx";
import { createTimes } from "../../../../parts/times.ts";
import { toBase64 } from "../../../../parts/to-base64.ts";
import { usePageTitle } from "../../../../parts/use-page-title.ts";
import { PublicFrame } from "../../../tracking/tracking/public-frame.tsx";
import type { ResaleHandover } from "../queries.ts";
import { readPosition } from "./position.ts";
import { text } from "./text.ts";
import "./claim.css";

type LinkClient = ReturnType<typeof createLinkClient>;

/** The token stands behind `#`, which browsers do not send. */
export function Claim(): ReactElement {
  const { hash }: { hash: string } = useLocation();
  const token = /^link=(.+)$/.exec(hash)?.[1];
  usePageTitle(text.title);
  return (
    <PublicFrame>
      {token === undefined ? (
        <Ended title={text.title} about={text.no_token} />
      ) : (
        <Linked key={token} token={token} />
      )}
    </PublicFrame>
  );
}

function Ended({ title, about }: { title: string; about: string }) {
  return (
    <div className="track-card track-none" role="alert">
      <span className="empty-icon">
        <IconLinkOff size={30} stroke={1.4} />
      </span>
      <h1>{title}</h1>
      <p className="dim">{about}</p>
    </div>
  );
}

const KEY = ["resale", "claim"];

function Linked({ token }: { token: string }) {
  const client = useMemo(() => createLinkClient(token), [token]);
  const query = useQuery({
    queryKey: [...KEY, token],
    queryFn: async ({ signal }) => (await client.resaleClaim({}, { signal })).handover,
    refetchInterval: 5000,
  });
  const { data, error } = query;
  if (error instanceof ApiError && (error.status === 401 || error.status === 410))
    return <Ended title={text.ended} about={text.ended_about} />;
  if (data !== undefined) return <Item handover={data} client={client} />;
  if (error) return <Failure error={error} retry={() => void query.refetch()} />;
  return (
    <div className="track-card stack">
      <Skeleton height={38} width="60%" />
      <Skeleton height={60} mt={16} />
    </div>
  );
}

const TONES: Partial<Record<ResaleHandover["status"], string>> = {
  CODE_ISSUED: "accent",
  INSPECTED: "accent",
  COLLECTED: "good",
  RETURN_TO_SELLER: "warn",
  DISPUTED: "bad",
};

function Item({ handover, client }: { handover: ResaleHandover; client: LinkClient }) {
  const times = useMemo(() => createTimes(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  const { status, item, cause } = handover;
  const is_rejected = status === "RETURN_TO_SELLER" && cause === "rejected";
  return (
    <>
      <section className={`track-card track-hero tone-${TONES[status] ?? "grey"}`} aria-live="polite">
        <span className="dim">
          {item.title} · {text.from({ seller: handover.seller_name })}
        </span>
        <h1>{is_rejected ? text.rejected : text.statuses[status]}</h1>
        <p className="track-text">{text.abouts[status]}</p>
        {handover.collect_until ? (
          <p>{text.until({ moment: times.moment(handover.collect_until) })}</p>
        ) : null}
        {handover.inspection_until && handover.can_reject ? (
          <p className="strong">{text.inspect_until({ moment: times.moment(handover.inspection_until) })}</p>
        ) : null}
        {handover.dispute_text ? <p>{text.disputed_about({ reason: handover.dispute_text })}</p> : null}
      </section>
      {handover.waits_for_staff ? <Alert color="orange">{text.waits}</Alert> : null}
      {handover.problem === "not_closed" && handover.door === "OPEN" ? (
        <Alert color="red">{text.not_closed}</Alert>
      ) : null}
      <Where handover={handover} />
      <Doors handover={handover} client={client} />
      <Photos handover={handover} client={client} />
      {handover.can_dispute ? <Report client={client} /> : null}
    </>
  );
}

function Where({ handover: { locker_name, place, compartment_code } }: { handover: ResaleHandover }) {
  if (locker_name === null) return null;
  return (
    <section className="track-card">
      <h2>{text.where}</h2>
      <p className="strong">{locker_name}</p>
      {place ? <p className="dim">{[place.line1, place.city].filter(Boolean).join(", ")}</p> : null}
      {compartment_code ? <p>{text.compartment({ code: compartment_code })}</p> : null}
    </section>
  );
}

function useClaimAction<Input>(run: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: run, onSettled: () => queries.invalidateQueries({ queryKey: KEY }) });
}

function Doors({ handover, client }: { handover: ResaleHandover; client: LinkClient }) {
  const [code, setCode] = useState<string>();
  const [rejecting, setRejecting] = useState(false);
  const open = useClaimAction(async (way: "inspect" | "collect") => {
    const position = await readPosition();
    return way === "inspect"
      ? client.resaleClaimInspect({ position })
      : client.resaleClaimCollect({ position });
  });
  const say = useClaimAction((step: "confirm" | "abort") => client.resaleClaimCollect({ step }));
  const show = useMutation({
    mutationFn: () => client.resaleClaimCode({}),
    onSuccess: (answer) => setCode(answer.code),
  });
  const { can_collect, can_inspect, can_reject, inspection_min, inspection_until, door, is_locker_online } =
    handover;
  if (!can_collect) return null;
  const failure = open.error ?? say.error ?? show.error;
  const is_open = door === "OPEN";
  return (
    <section className="track-card stack claim-doors">
      {inspection_until === null ? (
        <p className="dim">
          {inspection_min === 0 ? text.no_inspection : text.inspection({ minutes: String(inspection_min) })}
        </p>
      ) : null}
      {is_locker_online ? null : <Alert color="orange">{text.offline}</Alert>}
      {failure ? <Alert color="red">{failure.message}</Alert> : null}
      {is_open ? (
        <Alert color="blue">{text.door_open}</Alert>
      ) : open.isSuccess ? (
        <Alert color="blue">{text.opening({ code: handover.compartment_code ?? "" })}</Alert>
      ) : null}
      {can_inspect && !is_open ? (
        <Button
          size="lg"
          loading={open.isPending}
          disabled={!is_locker_online}
          onClick={() => open.mutate("inspect")}
        >
          {text.inspect}
        </Button>
      ) : null}
      {is_open ? null : (
        <Button
          size="lg"
          variant={can_inspect ? "default" : "filled"}
          loading={open.isPending}
          disabled={!is_locker_online}
          onClick={() => open.mutate("collect")}
        >
          {text.collect}
        </Button>
      )}
      {open.isSuccess || is_open ? (
        <div className="claim-pair">
          <Button size="md" variant="default" loading={say.isPending} onClick={() => say.mutate("confirm")}>
            {text.taken}
          </Button>
          <Button size="md" variant="default" loading={say.isPending} onClick={() => say.mutate("abort")}>
            {text.left_in}
          </Button>
        </div>
      ) : null}
      {code === undefined ? (
        <Button size="md" variant="subtle" loading={show.isPending} onClick={() => show.mutate()}>
          {text.code}
        </Button>
      ) : (
        <button
          type="button"
          className="claim-code"
          title={text.hide_code}
          onClick={() => setCode(undefined)}
        >
          <span className="dim small">{text.code_is}</span>
          <span className="num">{`${code.slice(0, 4)} ${code.slice(4)}`}</span>
        </button>
      )}
      <p className="dim small">{text.position}</p>
      {can_reject && !rejecting ? (
        <Button size="md" variant="subtle" color="red" onClick={() => setRejecting(true)}>
          {text.reject}
        </Button>
      ) : null}
      {can_reject && rejecting ? <Reject client={client} close={() => setRejecting(false)} /> : null}
    </section>
  );
}

async function addPhoto(client: LinkClient, file: File): Promise<number> {
  const { file_id } = await client.resaleClaimPhotoAdd({
    content_base64: await toBase64(file),
    content_type: file.type as "image/png",
    name: file.name.slice(0, 100),
  });
  return file_id;
}

const IMAGE_TYPES = "image/jpeg,image/png,image/webp";

function Reject({ client, close }: { client: LinkClient; close: () => void }) {
  const reason = useMemberText(getRules("resaleClaimReject"), "reason");
  const [photo, setPhoto] = useState<File | null>(null);
  const reject = useClaimAction(async () =>
    client.resaleClaimReject({
      reason: reason.text,
      ...(photo === null ? {} : { photo_file_id: await addPhoto(client, photo) }),
    }),
  );
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        reject.mutate(undefined);
      }}
    >
      {reject.error ? <Alert color="red">{reject.error.message}</Alert> : null}
      <Textarea label={text.reject_reason} {...reason.props} autosize minRows={2} />
      <FileInput label={text.reject_photo} accept={IMAGE_TYPES} value={photo} onChange={setPhoto} clearable />
      <Button type="submit" size="md" color="red.8" loading={reject.isPending} disabled={reason.text === ""}>
        {text.send_reject}
      </Button>
      <Button variant="subtle" onClick={close}>
        {text.keep}
      </Button>
    </form>
  );
}

function Photos({ handover: { photos }, client }: { handover: ResaleHandover; client: LinkClient }) {
  const add = useClaimAction((file: File) => addPhoto(client, file));
  return (
    <section className="track-card stack">
      <h2>{text.photos}</h2>
      {add.error ? <Alert color="red">{add.error.message}</Alert> : null}
      {photos.length === 0 ? null : (
        <ul className="claim-photos">
          {photos.map(({ file_id, side, url }) => (
            <li key={file_id}>
              <a href={url} target="_blank" rel="noreferrer">
                <img src={url} alt={text.photo_by[side]} loading="lazy" />
              </a>
              <span className="dim small">{text.photo_by[side]}</span>
            </li>
          ))}
        </ul>
      )}
      <FileInput
        placeholder={text.add_photo}
        aria-label={text.add_photo}
        accept={IMAGE_TYPES}
        value={null}
        disabled={add.isPending}
        onChange={(file) => {
          if (file) add.mutate(file);
        }}
      />
    </section>
  );
}

function Report({ client }: { client: LinkClient }) {
  const [opened, setOpened] = useState(false);
  const reason = useMemberText(getRules("resaleClaimDispute"), "reason");
  const send = useClaimAction(() => client.resaleClaimDispute({ reason: reason.text }));
  if (!opened)
    return (
      <Button variant="subtle" color="gray" onClick={() => setOpened(true)}>
        {text.report}
      </Button>
    );
  return (
    <form
      className="track-card stack"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate(undefined);
      }}
    >
      <h2>{text.report}</h2>
      <p className="dim">{text.report_about}</p>
      {send.error ? <Alert color="red">{send.error.message}</Alert> : null}
      <Textarea label={text.report_reason} {...reason.props} autosize minRows={3} />
      <Button type="submit" size="md" loading={send.isPending} disabled={reason.text === ""}>
        {text.send_report}
      </Button>
      <Button variant="subtle" onClick={() => setOpened(false)}>
        {text.keep}
      </Button>
    </form>
  );
}
