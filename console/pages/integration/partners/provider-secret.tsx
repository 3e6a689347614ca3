/** The secret of a provider: rotating it, and showing a new one once. */
import { Alert, Button, Checkbox, Modal, Textarea } from "@mantine/core";
import { useState } from "react";
import type { OtepProvider as Provider } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { Copy } from "../../../parts/copy.tsx";
import { signedRequest } from "./signed-request.ts";
import { text } from "./text.ts";

export interface CreatedSecret {
  provider: Pick<Provider, "name" | "key_id">;
  secret: string;
}

export function RotateDialog({
  provider,
  close,
  done,
}: {
  provider: Pick<Provider, "id" | "name"> | null;
  close: () => void;
  done: (answer: CreatedSecret) => void;
}) {
  const [retire_former, setRetire] = useState(false);
  const input = provider === null ? null : { provider_id: provider.id, retire_former };
  return (
    <ActionDialog
      name="provider-rotate"
      opened={provider !== null}
      close={close}
      title={text.rotate_title({ name: provider?.name ?? "" })}
      confirm={text.rotate_submit}
      danger={retire_former}
      input={input}
      run={(options) => client.otepProviderRotate(input ?? { provider_id: 0 }, options)}
      outcome={() => <p>{retire_former ? text.rotate_retired : text.rotate_kept}</p>}
      done={done}
    >
      <Checkbox
        label={text.retire}
        description={text.retire_about}
        checked={retire_former}
        onChange={(event) => setRetire(event.currentTarget.checked)}
      />
    </ActionDialog>
  );
}

export function SecretOnce({ created, close }: { created: CreatedSecret | null; close: () => void }) {
  const example = created === null ? "" : signedRequest(location.origin, created.provider.key_id);
  return (
    <Modal
      opened={created !== null}
      onClose={close}
      title={text.secret_of({ name: created?.provider.name ?? "" })}
      size="xl"
    >
      <div className="stack">
        <Alert color="yellow" variant="outline" title={text.once}>
          {text.once_about}
        </Alert>
        <dl className="stack" style={{ gap: 8 }}>
          <SecretValue name={text.shown_key} value={created?.provider.key_id ?? ""} />
          <SecretValue name={text.shown_secret} value={created?.secret ?? ""} />
        </dl>
        <Textarea
          label={text.request}
          description={text.request_about}
          readOnly
          autosize
          maxRows={18}
          value={example}
          classNames={{ input: "mono" }}
          spellCheck={false}
        />
        <div className="row" style={{ justifyContent: "flex-end" }}>
          <Copy value={example} label={text.copy_request} />
          <Button onClick={close}>{text.copied}</Button>
        </div>
      </div>
    </Modal>
  );
}

function SecretValue({ name, value }: { name: string; value: string }) {
  return (
    <div className="look-ahead">
      <dt className="dim small">{name}</dt>
      <dd className="row nowrap">
        <code className="mono grow">{value}</code>
        <Copy value={value} label={name.toLowerCase()} />
      </dd>
    </div>
  );
}
