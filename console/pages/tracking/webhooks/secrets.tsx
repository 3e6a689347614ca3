/** The signing secrets: which sign, a new one, and the new one shown once. */
import { Alert, Button, Modal, Select } from "@mantine/core";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { Copy } from "../../../parts/copy.tsx";
import { Sheet } from "../../../parts/page.tsx";
import { useTimes } from "../../../parts/times.ts";
import type { Settings } from "./queries.ts";
import { text } from "./text.ts";

export function Secrets({
  secrets,
  may_write,
  created,
}: {
  secrets: Settings["secrets"];
  may_write: boolean;
  created: (secret: string) => void;
}) {
  const times = useTimes();
  const [asking, setAsking] = useState(false);
  const [hours, setHours] = useState("24");
  const input = { overlap_h: Number(hours) };
  return (
    <Sheet
      title={text.secrets}
      actions={
        may_write && secrets.length > 0 ? (
          <Button size="xs" variant="default" onClick={() => setAsking(true)}>
            {text.rotate}
          </Button>
        ) : null
      }
    >
      <div className="stack tight">
        <span className="dim small">{secrets.length === 0 ? text.no_secret : text.secrets_about}</span>
        {secrets.map(({ id, created_at, expires_at }) => (
          <span key={id} className="row tight">
            <span className="strong">{text.secret({ id: String(id) })}</span>
            <span className="dim small">{text.created_at({ when: times.moment(created_at) })}</span>
            {expires_at === null ? null : (
              <span className="small">{text.signs_until({ when: times.moment(expires_at) })}</span>
            )}
          </span>
        ))}
      </div>
      <ActionDialog
        name="webhook-rotate"
        opened={asking}
        close={() => setAsking(false)}
        title={text.rotate_title}
        confirm={text.rotate}
        danger={hours === "0"}
        input={input}
        run={(options) => client.webhookSecretRotate(input, options)}
        outcome={({ former_expires_at }) => (
          <p>{text.signs_until({ when: times.moment(former_expires_at) })}</p>
        )}
        done={({ secret }) => {
          setAsking(false);
          created(secret);
        }}
      >
        <p className="dim small">{text.rotate_about}</p>
        <Select
          label={text.overlap}
          allowDeselect={false}
          value={hours}
          onChange={(value) => setHours(value ?? "24")}
          data={Object.entries(text.overlaps).map(([value, label]) => ({ value, label }))}
        />
      </ActionDialog>
    </Sheet>
  );
}

export function SecretOnce({ secret, close }: { secret: string | null; close: () => void }) {
  return (
    <Modal opened={secret !== null} onClose={close} title={text.secret_title} size="lg">
      <div className="stack">
        <Alert color="yellow" variant="outline" title={text.once}>
          {text.once_about}
        </Alert>
        <span className="row nowrap">
          <code className="mono grow" style={{ overflowWrap: "anywhere" }}>
            {secret}
          </code>
          <Copy value={secret ?? ""} label={text.secret_title.toLowerCase()} />
        </span>
        <div className="row" style={{ justifyContent: "flex-end" }}>
          <Button onClick={close}>{text.copied}</Button>
        </div>
      </div>
    </Modal>
  );
}
