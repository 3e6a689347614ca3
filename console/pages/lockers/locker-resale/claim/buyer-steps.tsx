/** What a buyer sees of a handover, and does at the locker: designed for a phone. */
import { Alert, Button, FileInput, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { PhotoButton } from "../../../../field/photo-button.tsx";
import { getRules } from "../../../../parts/form-rules.ts";
import { useMemberText } from "../../../../parts/member-text.ts";
import { createTimes, type Times } from "../../../../parts/times.ts";
import { PhotoList } from "../photo-list.tsx";
import type { ResaleHandover } from "../queries.ts";
import { useIsOver } from "../use-is-over.ts";
import type { BuyerCalls } from "./buyer-calls.ts";
import { readPosition } from "./position.ts";
import { text } from "./text.ts";
import "./claim.css";

const TONES: Partial<Record<ResaleHandover["status"], string>> = {
  CODE_ISSUED: "accent",
  INSPECTED: "accent",
  COLLECTED: "good",
  RETURN_TO_SELLER: "warn",
  DISPUTED: "bad",
};

/** What the buyer sees and does. */
export function BuyerSteps({ handover, calls }: { handover: ResaleHandover; calls: BuyerCalls }) {
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
      <Doors handover={handover} calls={calls} />
      <Photos handover={handover} calls={calls} times={times} />
      {handover.can_dispute ? <Report calls={calls} /> : null}
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

function useClaimAction<Input, Answer>(run: (input: Input) => Promise<Answer>, done?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: done,
    onSettled: () => queries.invalidateQueries({ queryKey: ["resale"] }),
  });
}

function Doors({ handover, calls }: { handover: ResaleHandover; calls: BuyerCalls }) {
  const [code, setCode] = useState<string>();
  const [rejecting, setRejecting] = useState(false);
  const open = useClaimAction(async (way: "inspect" | "collect") => {
    const position = await readPosition();
    return calls[way](position);
  });
  const say = useClaimAction((step: "confirm" | "abort") => calls.answer(step), open.reset);
  const show = useMutation({
    mutationFn: () => calls.issueCode(),
    onSuccess: (answer) => setCode(answer.code),
  });
  const { can_collect, can_inspect, can_reject, inspection_min, inspection_until, door, is_locker_online } =
    handover;
  const is_open = door === "OPEN";
  const has_opened = is_open || handover.awaits_answer;
  const is_late = useIsOver(open.data?.opens_until ?? null) && !has_opened;
  useEffect(() => {
    if (has_opened) open.reset();
  }, [has_opened, open.reset]);
  if (!can_collect) return null;
  const failure = open.error ?? say.error ?? show.error;
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
      ) : is_late ? (
        <Alert color="orange" role="alert" title={text.late}>
          {text.late_about}
        </Alert>
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
      {(open.isSuccess && !is_late) || handover.awaits_answer ? (
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
      {can_reject && rejecting ? <Reject calls={calls} close={() => setRejecting(false)} /> : null}
    </section>
  );
}

const IMAGE_TYPES = "image/jpeg,image/png,image/webp";

function Reject({ calls, close }: { calls: BuyerCalls; close: () => void }) {
  const reason = useMemberText(getRules("resaleClaimReject"), "reason");
  const [photo, setPhoto] = useState<File | null>(null);
  const reject = useClaimAction(async () =>
    calls.reject({
      reason: reason.text,
      ...(photo === null ? {} : { photo_file_id: await calls.addPhoto(photo) }),
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

function Photos({
  handover: { photos },
  calls,
  times,
}: {
  handover: ResaleHandover;
  calls: BuyerCalls;
  times: Times;
}) {
  const add = useClaimAction(calls.addPhoto);
  return (
    <section className="track-card stack">
      <h2>{text.photos}</h2>
      {add.error ? <Alert color="red">{add.error.message}</Alert> : null}
      {photos.length === 0 ? null : <PhotoList photos={photos} names={text.photo_by} times={times} />}
      <div>
        <PhotoButton variant="default" label={text.add_photo} take={add.mutate} loading={add.isPending} />
      </div>
    </section>
  );
}

function Report({ calls }: { calls: BuyerCalls }) {
  const [opened, setOpened] = useState(false);
  const reason = useMemberText(getRules("resaleClaimDispute"), "reason");
  const send = useClaimAction(() => calls.dispute({ reason: reason.text }));
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
