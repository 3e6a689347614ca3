/** One label: its picture with a box for each value, and the values beside it, to accept or correct from the keyboard. */
import { Alert, Button, Group, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { IconPackage, IconPhotoOff } from "#icons";
import { client } from "../../../api/client.ts";
import { isStaff, useMe } from "../../../api/session.ts";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { OtherErrors, UnsavedChanges, useSaveForm } from "../../../parts/form.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { findLabel } from "../../../parts/labels.ts";
import { BackLink } from "../../../parts/links.tsx";
import { Page, Sheet } from "../../../parts/page.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty, Waiting } from "../../../parts/states.tsx";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { warehousesQuery } from "../../warehouse/warehouses/queries.ts";
import "./ocr.css";
import { type LabelField, type LabelScan, pictureQuery, SCANS_KEY, scanQuery } from "./queries.ts";
import { SCAN_STATUS } from "./status.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/scanned-labels/$scan_id");

type FieldName = LabelField["name"];
const FIELDS: readonly FieldName[] = [
  "tracking_number",
  "carrier",
  "service",
  "reference",
  "weight_g",
  "recipient_name",
  "recipient_street",
  "recipient_postal_code",
  "recipient_city",
  "recipient_region",
  "recipient_country",
  "sender_name",
  "sender_street",
  "sender_postal_code",
  "sender_city",
];

export function ScanPage() {
  const scan_id = Number(here.useParams().scan_id);
  const query = useQuery(scanQuery(scan_id));
  const [active, setActive] = useState<FieldName | null>(null);
  const above = <BackLink to="/scanned-labels">{text.title}</BackLink>;
  if (query.data === undefined) return <UnloadedPage query={query} above={above} />;
  const { scan } = query.data;
  return (
    <Page
      title={scan.tracking_number ?? text.page_of({ name: scan.upload_name, page: scan.page })}
      above={above}
      subtitle={
        <span className="row tight">
          <StatusBadge badge={findLabel(SCAN_STATUS, scan.status)} />
          <span className="cut">{text.page_of({ name: scan.upload_name, page: scan.page })}</span>
        </span>
      }
      actions={<Actions scan={scan} />}
    >
      <div className="split">
        <Picture scan={scan} active={active} choose={(name) => focusField(name)} />
        <div className="stack" style={{ gap: 16 }}>
          <Doubts scan={scan} />
          {scan.fields.length > 0 || scan.box !== null ? (
            <Values key={scan.version} scan={scan} activate={setActive} />
          ) : null}
          <Matches scan={scan} />
        </div>
      </div>
    </Page>
  );
}

const toInputId = (name: FieldName) => `label-${name}`;
const focusField = (name: FieldName) => document.getElementById(toInputId(name))?.focus();

/** Boxes are links to their values: what is chosen on the picture is where the keyboard goes on. */
function Picture({
  scan,
  active,
  choose,
}: {
  scan: LabelScan;
  active: FieldName | null;
  choose: (name: FieldName) => void;
}) {
  const query = useQuery({ ...pictureQuery(scan.id), enabled: scan.has_image });
  const url = useObjectUrl(query.data);
  const { page_width, page_height } = scan;
  if (!scan.has_image || page_width === null || page_height === null)
    return (
      <Sheet label={text.picture}>
        <Empty icon={IconPhotoOff} title={scan.status === "queued" ? text.not_read_yet : text.picture_gone} />
      </Sheet>
    );
  const toPercent = (value: number, of: number) => `${(100 * value) / of}%`;
  return (
    <Sheet label={text.picture} pad={false}>
      {url === undefined ? (
        <Waiting rows={6} />
      ) : (
        <div className="label-picture" style={{ aspectRatio: `${page_width} / ${page_height}` }}>
          <img src={url} alt={text.picture_of({ page: scan.page })} />
          {scan.fields.toReversed().map(({ name, value, box, is_certain }) => (
            <button
              key={name}
              type="button"
              className="label-box"
              data-active={name === active || undefined}
              data-doubtful={!is_certain || undefined}
              aria-label={text.box_of({ field: text.fields[name], value: value ?? "–" })}
              style={{
                left: toPercent(box.x, page_width),
                top: toPercent(box.y, page_height),
                width: toPercent(box.width, page_width),
                height: toPercent(box.height, page_height),
              }}
              tabIndex={-1}
              onClick={() => choose(name)}
            />
          ))}
        </div>
      )}
    </Sheet>
  );
}

function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (blob === undefined) return;
    const created = URL.createObjectURL(blob);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [blob]);
  return url;
}

function Doubts({ scan }: { scan: LabelScan }) {
  const invalid = scan.tracking_candidates.filter(({ check }) => check === "invalid");
  if (scan.failure !== null)
    return (
      <Alert color="red" variant="outline" role="alert" title={text.statuses.failed}>
        {text.failures[scan.failure]}
      </Alert>
    );
  if (scan.status !== "needs_review") return null;
  return (
    <Alert color="yellow" variant="outline" title={text.review.title}>
      <div className="stack tight">
        <span>{text.review.about}</span>
        {scan.conflicts.length > 0 ? (
          <span>
            {text.review.conflict}{" "}
            <span className="mono">{scan.tracking_candidates.map(({ value }) => value).join(", ")}</span>
          </span>
        ) : null}
        {invalid.length > 0 ? (
          <span>
            {text.review.wrong_check}{" "}
            <span className="mono">{invalid.map(({ value }) => value).join(", ")}</span>
          </span>
        ) : null}
      </div>
    </Alert>
  );
}

function Values({ scan, activate }: { scan: LabelScan; activate: (name: FieldName | null) => void }) {
  const may_write = useMe().permissions.includes("ocr:write");
  const by_name = useMemo(() => new Map(scan.fields.map((field) => [field.name, field])), [scan]);
  const initial = Object.fromEntries(FIELDS.map((name) => [name, by_name.get(name)?.value ?? ""])) as Record<
    FieldName,
    string
  >;
  const is_open = scan.created === null && ["parsed", "needs_review", "confirmed"].includes(scan.status);
  const form = useSaveForm({
    initial: { fields: initial },
    rules: getRules("ocrLabelConfirm"),
    disabled: !may_write || !is_open,
    keys: [SCANS_KEY],
    success_message: text.confirmed,
    run: ({ fields }) =>
      client.ocrLabelConfirm({
        scan_id: scan.id,
        fields: Object.fromEntries(
          FIELDS.filter((name) => fields[name] !== initial[name]).map((name) => [name, fields[name] || null]),
        ),
      }),
  });
  return (
    <Sheet title={text.values}>
      <form className="stack" {...form.props} aria-label={text.values}>
        <OtherErrors errors={form.others} />
        <UnsavedChanges form={form} />
        {FIELDS.map((name) => {
          const field = by_name.get(name);
          return (
            <TextInput
              key={name}
              id={toInputId(name)}
              label={
                <span className="row tight">
                  <span>{text.fields[name]}</span>
                  {field === undefined ? null : <Certainty field={field} />}
                </span>
              }
              {...form.field(`fields.${name}` as never)}
              onFocus={() => activate(name)}
              onBlur={() => activate(null)}
              size="sm"
            />
          );
        })}
        {may_write && is_open ? (
          <Group justify="space-between">
            <span className="dim small">{text.keyboard}</span>
            <Button type="submit" loading={form.is_saving}>
              {text.confirm}
            </Button>
          </Group>
        ) : null}
      </form>
    </Sheet>
  );
}

function Certainty({ field: { confidence, source, is_certain } }: { field: LabelField }) {
  return (
    <Tag tone={source === "person" ? "blue" : is_certain ? "good" : "warn"}>
      {text.certainty({ source: text.sources[source], percent: Math.round(confidence * 100) })}
    </Tag>
  );
}

function Matches({ scan: { matched, created, status } }: { scan: LabelScan }) {
  if (status === "queued" || status === "failed") return null;
  const rows = [
    ...(created === null ? [] : [{ ...created, label: text.created[created.type], status: "" }]),
    ...matched,
  ];
  return (
    <Sheet title={text.matched}>
      {rows.length === 0 ? (
        <span className="dim">{text.no_matches}</span>
      ) : (
        <ul className="list" aria-label={text.matched}>
          {rows.map(({ type, id, label, status: of_record }) => (
            <li key={`${type} ${id} ${label}`} className="row apart">
              <RecordLink type={type === "inbound" ? "receipt" : type} id={id}>
                {label}
              </RecordLink>
              <span className="dim small">
                {[text.record_types[type], of_record].filter(Boolean).join(" · ")}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}

function Actions({ scan }: { scan: LabelScan }) {
  const me = useMe();
  const { permissions } = me;
  const [receiving, setReceiving] = useState(false);
  const create = useSave(() => client.ocrLabelCreateOrder({ scan_id: scan.id, kind: "order" }), {
    keys: [SCANS_KEY],
    success_message: text.created.order,
  });
  const is_ready = (scan.status === "parsed" || scan.status === "confirmed") && scan.created === null;
  if (!is_ready || !permissions.includes("ocr:write")) return null;
  return (
    <>
      {isStaff(me) && permissions.includes("wms:write") && scan.tracking_number !== null ? (
        <Button variant="default" onClick={() => setReceiving(true)}>
          {text.create_inbound}
        </Button>
      ) : null}
      {permissions.includes("orders:write") ? (
        <Button
          leftSection={<IconPackage size={16} />}
          loading={create.isPending}
          onClick={() => create.mutate()}
        >
          {text.create_order}
        </Button>
      ) : null}
      {receiving ? <CreateInbound scan={scan} close={() => setReceiving(false)} /> : null}
    </>
  );
}

function CreateInbound({ scan, close }: { scan: LabelScan; close: () => void }) {
  const warehouses = (useQuery(warehousesQuery).data?.warehouses ?? []).filter(
    ({ status }) => status === "open",
  );
  return (
    <FormDrawer
      close={close}
      title={text.create_inbound}
      confirm={text.create_inbound}
      initial={{ warehouse_id: null as string | null }}
      rules={getRules("ocrLabelCreateOrder")}
      keys={[SCANS_KEY]}
      success_message={text.created.inbound}
      run={({ warehouse_id }) =>
        client.ocrLabelCreateOrder({ scan_id: scan.id, kind: "inbound", warehouse_id: Number(warehouse_id) })
      }
    >
      {(form) => (
        <Select
          label={text.warehouse}
          data={warehouses.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.field("warehouse_id", { required: true })}
        />
      )}
    </FormDrawer>
  );
}
