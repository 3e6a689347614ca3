/** The code with which a device is provisioned: shown once, with what to do with it, until the device is there. */
import { Alert, Button, Modal } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { IconShieldCheck } from "#icons";
import { client } from "../../../api/client.ts";
import { rich } from "../../../language/rich.ts";
import { Copy } from "../../../parts/copy.tsx";
import { useTimes } from "../../../parts/times.ts";
import { LOCKERS, type Locker } from "./queries.ts";
import { text } from "./text.ts";

export function ClaimDialog({ locker, close }: { locker: Locker; close: () => void }) {
  const times = useTimes();
  const queries = useQueryClient();
  const claim = useMutation({
    mutationFn: () => client.lockerClaimCreate({ locker_id: locker.id }),
    onSettled: () => void queries.invalidateQueries({ queryKey: [LOCKERS] }),
  });
  const { claim_code, expires_at } = claim.data ?? {};
  const is_there = locker.status !== "PROVISIONING";
  return (
    <Modal
      opened
      onClose={close}
      title={text.claim.title({ name: locker.name })}
      // A code that is gone by a click beside it has to be created again.
      closeOnClickOutside={claim_code === undefined}
    >
      <div className="stack">
        {claim_code === undefined || expires_at === undefined ? (
          <>
            <p>{locker.is_provisioned ? text.claim.again_about : text.claim.about}</p>
            {claim.error ? (
              <Alert color="red" variant="outline" role="alert" title={text.claim.not_created}>
                {claim.error.message}
              </Alert>
            ) : null}
            <div className="row" style={{ justifyContent: "flex-end" }}>
              <Button variant="default" onClick={close}>
                {text.back}
              </Button>
              <Button data-autofocus loading={claim.isPending} onClick={() => claim.mutate()}>
                {text.claim.create}
              </Button>
            </div>
          </>
        ) : (
          <>
            <Alert color="yellow" variant="outline" title={text.claim.once}>
              {text.claim.once_about({ moment: times.moment(expires_at) })}
            </Alert>
            <div className="look-ahead row nowrap">
              <code className="mono grow claim-code">{claim_code}</code>
              <Copy value={claim_code} label={text.claim.code} />
            </div>
            <div className="stack tight">
              <h3>{text.claim.next}</h3>
              <ol className="steps">
                <li>{text.claim.step_start}</li>
                <li>
                  {rich(text.claim.step_enter, { serial: <span className="mono">{locker.serial}</span> })}
                </li>
                <li>{text.claim.step_wait}</li>
              </ol>
            </div>
            <p role="status" className="row tight">
              {is_there && !locker.is_provisioned ? null : is_there ? (
                <>
                  <IconShieldCheck size={16} aria-hidden /> {text.claim.is_there}
                </>
              ) : (
                <span className="dim">{text.claim.waiting}</span>
              )}
            </p>
            <div className="row" style={{ justifyContent: "flex-end" }}>
              <Button onClick={close}>{text.claim.done}</Button>
            </div>
          </>
        )}
      </div>
    </Modal>
  );
}
