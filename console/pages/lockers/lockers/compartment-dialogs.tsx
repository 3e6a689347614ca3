/** What may be done at one compartment, each with a preview of what it does. */
import { Alert, Button, FileInput, Modal, Radio, SegmentedControl, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { IconCamera } from "#icons";
import type { LockerOpenInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { Copy } from "../../../parts/copy.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { findLabel } from "../../../parts/labels.ts";
import { useMemberText } from "../../../parts/member-text.ts";
import { uploadImage } from "../../../parts/photo.tsx";
import { useTimes } from "../../../parts/times.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import { COMPARTMENT_STATUS } from "./labels.ts";
import { type Compartment, LOCKERS, type Locker, type Reservation, reservationQuery } from "./queries.ts";
import { text } from "./text.ts";

interface DialogProps {
  locker: Locker;
  compartment: Compartment;
  close: () => void;
}

function useFinish(close: () => void) {
  const queries = useQueryClient();
  return (message: string | null) => {
    close();
    if (message !== null) notifySuccess(message);
    void queries.invalidateQueries({ queryKey: [LOCKERS] });
  };
}

/** What the compartment becomes, from the answer of the dry run. */
const describeOutcome = ({ compartment: { status, reason } }: { compartment: Compartment }): ReactNode => (
  <p>
    {text.becomes({ status: findLabel(COMPARTMENT_STATUS, status).label })}
    {status === "VERIFY" && reason !== null ? ` ${text.reasons[reason]}` : ""}
  </p>
);

/** What the person before the door may do there, by the status of the compartment. */
const USES = {
  FREE: null,
  RESERVED: "deposit",
  LOADING: "deposit",
  OCCUPIED: "collect",
  OVERDUE: "collect",
  UNLOADING: "collect",
  VERIFY: null,
  OUT_OF_SERVICE: null,
} as const;

export function OpenDialog({ locker, compartment, close }: DialogProps) {
  const finish = useFinish(close);
  const reason = useMemberText(getRules("lockerOpen"), "reason");
  const possible_use = locker.status === "MAINTENANCE" ? null : USES[compartment.status];
  const [use, setUse] = useState<"look" | "deposit" | "collect">("look");
  const input: LockerOpenInput | null =
    reason.text === ""
      ? null
      : {
          locker_id: locker.id,
          compartment_id: compartment.id,
          reason: reason.text,
          ...(use === "look" ? {} : { use }),
        };
  return (
    <ActionDialog
      opened
      close={close}
      name="locker-open"
      title={text.open.title({ code: compartment.code, name: locker.name })}
      confirm={text.open.submit}
      input={input}
      run={(options) => {
        if (input === null) throw new Error("A door is opened for a reason.");
        return client.lockerOpen(input, options);
      }}
      outcome={() => <p>{text.open.outcome}</p>}
      // The panel tells what becomes of it.
      done={() => finish(null)}
    >
      <TextInput
        data-autofocus
        label={text.open.reason}
        description={text.open.reason_about}
        {...reason.props}
      />
      {possible_use === null ? null : (
        <Radio.Group
          label={text.open.use}
          value={use}
          onChange={(value) => setUse(value as "look" | "deposit" | "collect")}
        >
          <Stack gap={8} mt={6}>
            <Radio
              value="look"
              label={text.open.uses.look}
              description={text.open.look_about[possible_use]}
            />
            <Radio value={possible_use} label={text.open.uses[possible_use]} />
          </Stack>
        </Radio.Group>
      )}
    </ActionDialog>
  );
}

const CONTENTS = ["EMPTY", "FULL"] as const;

export function CheckDialog({ locker, compartment, close }: DialogProps) {
  const finish = useFinish(close);
  const note = useMemberText(getRules("lockerCompartmentCheck"), "note");
  const [contents, setContents] = useState<(typeof CONTENTS)[number] | "DAMAGED" | null>(null);
  const ids = { locker_id: locker.id, compartment_id: compartment.id };
  const [photo, setPhoto] = useState<File | null>(null);
  const upload = useQuery({
    queryKey: ["upload", photo?.name, photo?.lastModified, photo?.size],
    queryFn: () => uploadImage(photo as File),
    enabled: photo !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const photo_file_id = photo === null ? undefined : upload.data;
  const is_ready = contents !== null && note.text !== "" && (photo === null || photo_file_id !== undefined);
  const input = is_ready ? { ...ids, seen: contents, note: note.text, photo_file_id } : null;
  const version = compartment.version;
  return (
    <ActionDialog
      opened
      close={close}
      name={`locker-check ${version}`}
      title={text.check.title({ code: compartment.code })}
      confirm={text.check.submit}
      input={input}
      run={(options) => {
        const call = { ...options, if_match: version };
        return contents === "DAMAGED" || contents === null
          ? client.lockerCompartmentTakeOut({ ...ids, note: note.text }, call)
          : client.lockerCompartmentCheck(
              {
                ...ids,
                contents,
                note: note.text,
                ...(photo_file_id === undefined ? {} : { photo_file_id }),
              },
              call,
            );
      }}
      outcome={describeOutcome}
      done={() => finish(text.check.done({ code: compartment.code }))}
    >
      <Radio.Group
        label={text.check.seen}
        value={contents ?? ""}
        onChange={(value) => setContents(value as (typeof CONTENTS)[number] | "DAMAGED")}
      >
        <Stack gap={8} mt={6}>
          <Radio data-autofocus value="EMPTY" label={text.seen.EMPTY} />
          <Radio value="FULL" label={text.seen.FULL} />
          <Radio value="DAMAGED" label={text.seen.DAMAGED} description={text.check.damaged_about} />
        </Stack>
      </Radio.Group>
      <TextInput label={text.note} description={text.check.note_about} {...note.props} />
      {contents === "DAMAGED" ? null : (
        <FileInput
          label={text.check_photo}
          leftSection={<IconCamera size={18} />}
          accept="image/jpeg,image/png,image/webp"
          capture="environment"
          clearable
          value={photo}
          onChange={setPhoto}
          error={upload.error?.message}
        />
      )}
    </ActionDialog>
  );
}

export function TakeOutDialog({ locker, compartment, close }: DialogProps) {
  const finish = useFinish(close);
  const note = useMemberText(getRules("lockerCompartmentTakeOut"), "note");
  const input =
    note.text === "" ? null : { locker_id: locker.id, compartment_id: compartment.id, note: note.text };
  return (
    <ActionDialog
      opened
      close={close}
      name={`locker-out ${compartment.version}`}
      title={text.take_out.title({ code: compartment.code })}
      confirm={text.take_out.button}
      input={input}
      run={(options) => {
        if (input === null) throw new Error("A compartment is taken out for a reason.");
        return client.lockerCompartmentTakeOut(input, { ...options, if_match: compartment.version });
      }}
      outcome={describeOutcome}
      done={() => finish(text.take_out.done({ code: compartment.code }))}
    >
      <p>{text.take_out.about}</p>
      <TextInput data-autofocus label={text.note} {...note.props} />
    </ActionDialog>
  );
}

export function ReturnDialog({ locker, compartment, close }: DialogProps) {
  const finish = useFinish(close);
  const [contents, setContents] = useState<(typeof CONTENTS)[number] | null>(null);
  const input = contents === null ? null : { locker_id: locker.id, compartment_id: compartment.id, contents };
  return (
    <ActionDialog
      opened
      close={close}
      name={`locker-return ${compartment.version}`}
      title={text.return_to_service.title({ code: compartment.code })}
      confirm={text.return_to_service.button}
      input={input}
      run={(options) => {
        if (input === null) throw new Error("Somebody looked into a compartment that is returned.");
        return client.lockerCompartmentReturn(input, { ...options, if_match: compartment.version });
      }}
      outcome={describeOutcome}
      done={() => finish(text.return_to_service.done({ code: compartment.code }))}
    >
      <Radio.Group
        label={text.check.seen}
        value={contents ?? ""}
        onChange={(value) => setContents(value as (typeof CONTENTS)[number])}
      >
        <Stack gap={8} mt={6}>
          {CONTENTS.map((value, index) => (
            <Radio
              key={value}
              {...(index === 0 ? { "data-autofocus": true } : {})}
              value={value}
              label={text.seen[value]}
            />
          ))}
        </Stack>
      </Radio.Group>
    </ActionDialog>
  );
}

/** Its reservation, which the panel shows behind the dialog. */
const useReservation = ({ reservation_id }: Compartment): Reservation | undefined =>
  useQuery({ ...reservationQuery(reservation_id ?? 0), enabled: reservation_id !== null }).data;

export function ReleaseDialog({ compartment, close }: DialogProps) {
  const finish = useFinish(close);
  const reservation = useReservation(compartment);
  const reservation_id = reservation?.id ?? 0;
  return (
    <ActionDialog
      opened
      close={close}
      name={`locker-release ${reservation?.version}`}
      title={text.release.title({ code: compartment.code })}
      confirm={text.release.button}
      danger
      input={reservation === undefined ? null : { reservation_id }}
      run={(options) =>
        client.lockerReservationRelease(
          { reservation_id },
          reservation === undefined ? options : { ...options, if_match: reservation.version },
        )
      }
      done={() => finish(text.release.done({ code: compartment.code }))}
    >
      <p>{text.release.about}</p>
    </ActionDialog>
  );
}

/** `2026-11-28T14:05` in the time zone of the business. */
const splitMoment = (value: string): [string, string] => [value.slice(0, 10), value.slice(11, 16)];

export function ExtendDialog({ compartment, close }: DialogProps) {
  const finish = useFinish(close);
  const times = useTimes();
  const reservation = useReservation(compartment);
  const is_held = reservation?.status === "HELD";
  const ends_at = is_held ? reservation.expires_at : (reservation?.collect_until ?? null);
  const from = Math.max(Date.now(), ends_at === null ? 0 : Date.parse(ends_at));
  const suggest = (hours: number) => {
    const at = new Date(from + hours * 3_600_000).toISOString();
    return `${times.toDay(at)}T${times.time(at)}`;
  };
  const [written, setWritten] = useState<string | null>(null);
  const until = written ?? suggest(is_held ? 1 : 24);
  const complete = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(until);
  const reservation_id = reservation?.id ?? 0;
  const input =
    complete && reservation !== undefined ? { reservation_id, until: times.at(...splitMoment(until)) } : null;
  return (
    <ActionDialog
      opened
      close={close}
      name={`locker-extend ${reservation?.version}`}
      title={
        is_held
          ? text.extend.title_hold({ code: compartment.code })
          : text.extend.title({ code: compartment.code })
      }
      confirm={text.extend.button}
      input={input}
      run={(options) => {
        if (input === null || reservation === undefined) throw new Error("An end is chosen first.");
        return client.lockerReservationExtend(input, { ...options, if_match: reservation.version });
      }}
      done={() => finish(text.extend.done({ code: compartment.code }))}
    >
      {ends_at === null ? null : (
        <p className="dim">
          {(is_held ? text.extend.held : text.extend.collect)({ moment: times.moment(ends_at) })}
        </p>
      )}
      <TextInput
        data-autofocus
        type="datetime-local"
        label={text.extend.until}
        value={until}
        onChange={({ currentTarget }) => setWritten(currentTarget.value)}
      />
    </ActionDialog>
  );
}

export function CodeDialog({ compartment, close }: DialogProps) {
  const times = useTimes();
  const queries = useQueryClient();
  const reservation = useReservation(compartment);
  const [chosen_use, setUse] = useState<"deposit" | "collect" | null>(null);
  const is_in_use = reservation?.status === "IN_USE";
  const use = chosen_use ?? (is_in_use ? "collect" : "deposit");
  const issue = useMutation({
    mutationFn: ({ reissue }: { reissue: boolean }) =>
      client.lockerCodeIssue({ reservation_id: reservation?.id ?? 0, use, reissue }),
    onSettled: () => void queries.invalidateQueries({ queryKey: [LOCKERS] }),
  });
  const { data: issued } = issue;
  return (
    <Modal opened onClose={close} title={text.code.title({ code: compartment.code })}>
      <div className="stack">
        {is_in_use ? null : (
          <SegmentedControl
            aria-label={text.code.use}
            value={use}
            onChange={(value) => {
              setUse(value as "deposit" | "collect");
              issue.reset();
            }}
            data={[
              { value: "deposit", label: text.code.uses.deposit },
              { value: "collect", label: text.code.uses.collect },
            ]}
          />
        )}
        <p>{text.code.about[use]}</p>
        {issue.error ? (
          <Alert color="red" variant="outline" role="alert" title={text.code.not_issued}>
            {issue.error.message}
          </Alert>
        ) : null}
        {issued === undefined ? null : (
          <>
            <div className="look-ahead row nowrap">
              <code className="mono grow claim-code">{issued.code?.replace(/(\d{4})(?=\d)/, "$1 ")}</code>
              <Copy value={issued.code ?? ""} label={text.code.code} />
            </div>
            <p className="dim">
              {issued.valid_until === null
                ? text.code.no_end
                : text.code.valid_until({ moment: times.moment(issued.valid_until) })}
            </p>
          </>
        )}
        <div className="row" style={{ justifyContent: "flex-end" }}>
          <Button variant="default" onClick={close}>
            {issued === undefined ? text.back : text.code.done}
          </Button>
          {issued === undefined ? (
            <Button
              data-autofocus
              loading={issue.isPending}
              disabled={reservation === undefined}
              onClick={() => issue.mutate({ reissue: false })}
            >
              {text.code.show}
            </Button>
          ) : (
            <Button
              variant="default"
              loading={issue.isPending}
              title={text.code.reissue_about}
              onClick={() => issue.mutate({ reissue: true })}
            >
              {text.code.reissue}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  );
}
