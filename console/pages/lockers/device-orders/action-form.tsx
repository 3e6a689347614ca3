/** The dialog of each action on a parcel in a locker: a dry run says what would follow, before it is confirmed. */
import { FileInput, Select, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { IconCamera } from "#icons";
import type {
  DeviceOrderExceptionInput,
  DeviceOrderResolveInput,
} from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { useMemberText } from "../../../parts/member-text.ts";
import { uploadImage } from "../../../parts/photo.tsx";
import { notifySuccess } from "../../../parts/toast.ts";
import type { IssuedCode } from "./device-order.tsx";
import { DEVICE_ORDERS_KEY, type DeviceOrderDetail } from "./queries.ts";
import { text } from "./text.ts";

type Exception = DeviceOrderDetail["exceptions"][number];

export type Action =
  | { do: "reissue" | "extend" | "return" | "report" | "cancel" }
  | { do: "resolve"; exception: Exception };

interface FormProps {
  one: DeviceOrderDetail;
  close: () => void;
  setIssued: (issued: IssuedCode) => void;
}

export function ActionForm({ action, ...props }: FormProps & { action: Action }) {
  switch (action.do) {
    case "reissue":
      return <Reissue {...props} />;
    case "extend":
      return <Extend {...props} />;
    case "return":
      return <Return {...props} />;
    case "report":
      return <Report {...props} />;
    case "resolve":
      return <Resolve {...props} exception={action.exception} />;
    case "cancel":
      return <Cancel {...props} />;
  }
}

function useFinish(close: () => void) {
  const queries = useQueryClient();
  return (message: string) => {
    void queries.invalidateQueries({ queryKey: DEVICE_ORDERS_KEY });
    notifySuccess(message);
    close();
  };
}

function Reissue({ one, close, setIssued }: FormProps) {
  const finish = useFinish(close);
  const { title, about, done: done_text } = text.actions.reissue;
  const input = { device_order_id: one.id };
  return (
    <ActionDialog
      opened
      close={close}
      name={`device order ${one.id} reissue`}
      title={title}
      confirm={title}
      input={input}
      run={(options) => client.deviceOrderCodeReissue(input, options)}
      done={(issued) => {
        setIssued(issued);
        finish(done_text);
      }}
    >
      <p>{about}</p>
    </ActionDialog>
  );
}

const DAYS = ["1", "2", "3", "7"] as const;
const DAY_MS = 86_400_000;

function Extend({ one, close }: FormProps) {
  const finish = useFinish(close);
  const [days, setDays] = useState<string>("1");
  const { title, about, done: done_text } = text.actions.extend;
  const [opened_at] = useState(() => Date.now());
  const ends_at = Date.parse((one.step === "expected" ? one.deposit_until : one.collect_until) ?? "");
  const from = Math.max(opened_at, Number.isNaN(ends_at) ? 0 : ends_at);
  const input = {
    device_order_id: one.id,
    until: new Date(from + Number(days) * DAY_MS).toISOString(),
  };
  return (
    <ActionDialog
      opened
      close={close}
      name={`device order ${one.id} extend`}
      title={title}
      confirm={title}
      input={input}
      run={(options) => client.deviceOrderExtend(input, options)}
      done={() => finish(done_text)}
    >
      <p>{about}</p>
      <Select
        label={text.actions.by}
        data={DAYS.map((value) => ({ value, label: text.actions.days({ n: Number(value) }) }))}
        value={days}
        onChange={(value) => setDays(value ?? "1")}
        allowDeselect={false}
      />
    </ActionDialog>
  );
}

const RETURN_RULES = getRules("deviceOrderReturn");

function Return({ one, close }: FormProps) {
  const finish = useFinish(close);
  const reason = useMemberText(RETURN_RULES, "reason");
  const { title, about, done: done_text } = text.actions.return;
  const input = reason.text === "" ? null : { device_order_id: one.id, reason: reason.text };
  return (
    <ActionDialog
      opened
      close={close}
      name={`device order ${one.id} return`}
      title={title}
      confirm={title}
      danger
      input={input}
      run={(options) => client.deviceOrderReturn({ device_order_id: one.id, reason: reason.text }, options)}
      done={() => finish(done_text)}
    >
      <p>{about}</p>
      <TextInput label={text.actions.reason} {...reason.props} />
    </ActionDialog>
  );
}

function Cancel({ one, close }: FormProps) {
  const finish = useFinish(close);
  const { title, about, done: done_text } = text.actions.cancel;
  const input = { device_order_id: one.id };
  return (
    <ActionDialog
      opened
      close={close}
      name={`device order ${one.id} cancel`}
      title={title}
      confirm={title}
      danger
      input={input}
      run={(options) => client.deviceOrderCancel(input, options)}
      done={() => finish(done_text)}
    >
      <p>{about}</p>
    </ActionDialog>
  );
}

/** An image that is uploaded once it was chosen. */
function usePhoto() {
  const [file_id, setFileId] = useState<number | null>(null);
  const field = (
    <FileInput
      label={text.actions.photo}
      leftSection={<IconCamera size={16} />}
      accept="image/*"
      clearable
      onChange={async (file) => setFileId(file === null ? null : await uploadImage(file))}
    />
  );
  return { field, member: file_id === null ? {} : { photo_file_id: file_id } };
}

const REPORT_RULES = getRules("deviceOrderException");
type Kind = DeviceOrderExceptionInput["kind"];

function Report({ one, close }: FormProps) {
  const finish = useFinish(close);
  const [kind, setKind] = useState<Kind | null>(null);
  const note = useMemberText(REPORT_RULES, "note");
  const photo = usePhoto();
  const { title, done: done_text } = text.actions.report;
  const { unclear: _unclear, ...kinds } = text.exceptions.kinds;
  const input =
    kind === null
      ? null
      : {
          device_order_id: one.id,
          kind,
          ...(note.text === "" ? {} : { note: note.text }),
          ...photo.member,
        };
  return (
    <ActionDialog
      opened
      close={close}
      name={`device order ${one.id} report`}
      title={title}
      confirm={title}
      input={input}
      run={(options) => client.deviceOrderException(input as DeviceOrderExceptionInput, options)}
      done={() => finish(done_text)}
    >
      <Select
        label={text.exceptions.kind}
        data={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
        value={kind}
        onChange={(value) => setKind(value as Kind | null)}
      />
      <TextInput label={text.actions.note} {...note.props} />
      {photo.field}
    </ActionDialog>
  );
}

const RESOLVE_RULES = getRules("deviceOrderResolve");
const SIZES = ["XS", "S", "M", "L", "XL"] as const;
type Size = (typeof SIZES)[number];
type Resolution = DeviceOrderResolveInput["resolution"];

function Resolve({ one, close, setIssued, exception }: FormProps & { exception: Exception }) {
  const finish = useFinish(close);
  const [resolution, setResolution] = useState<Resolution | null>(exception.can_resolve[0] ?? null);
  const [size, setSize] = useState<Size | null>(null);
  const note = useMemberText(RESOLVE_RULES, "note");
  const photo = usePhoto();
  const { title, done: done_text } = text.actions.resolve;
  const needs_size = resolution === "moved";
  const input =
    resolution === null || (needs_size && size === null)
      ? null
      : {
          device_order_id: one.id,
          exception_id: exception.id,
          resolution,
          ...(note.text === "" ? {} : { note: note.text }),
          ...(needs_size && size !== null ? { size } : {}),
          ...photo.member,
        };
  return (
    <ActionDialog
      opened
      close={close}
      name={`device order ${one.id} resolve`}
      title={title}
      confirm={title}
      input={input}
      run={(options) => client.deviceOrderResolve(input as DeviceOrderResolveInput, options)}
      done={({ deposit_code, device_order }) => {
        if (deposit_code !== null)
          setIssued({
            use: "deposit",
            code: deposit_code,
            compartment_code: device_order.compartment_code,
            sent_by: [],
          });
        finish(done_text);
      }}
    >
      <p className="strong">{text.exceptions.kinds[exception.kind]}</p>
      <Select
        label={text.exceptions.resolution}
        data={exception.can_resolve.map((value) => ({ value, label: text.resolutions[value] }))}
        value={resolution}
        onChange={(value) => setResolution(value as Resolution | null)}
        allowDeselect={false}
      />
      {needs_size ? (
        <Select
          label={text.actions.size}
          data={[...SIZES]}
          value={size}
          onChange={(value) => setSize(value as Size | null)}
        />
      ) : null}
      <TextInput label={text.actions.note} {...note.props} />
      {photo.field}
    </ActionDialog>
  );
}
