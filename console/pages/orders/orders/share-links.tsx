/** Links that show the tracking of an order to people without an account: who has one, making one, revoking one. */
import { Button, Checkbox, Modal, MultiSelect, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconLink } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { Copy } from "../../../parts/copy.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { List } from "../../../parts/list/list.tsx";
import { useSave } from "../../../parts/save.ts";
import { useTimes } from "../../../parts/times.ts";
import { describeAllowed, useOfferedChoices } from "../recipient-requests/offered-choices.ts";
import { text } from "./text.ts";

const RULES = getRules("trackingShareCreate");

type Link = Awaited<ReturnType<typeof client.trackingShareLinks>>["links"][number];

const TONES = { open: "good", expired: "grey", revoked: "grey" } as const;
const DAYS = [1, 3, 14, 30, 90];

export function ShareLinks({ number }: { number: string }) {
  const may_write = useMe().permissions.includes("orders:write");
  const [new_url, setNewUrl] = useState<string | null>(null);
  const query = useQuery({
    queryKey: ["share-links", number],
    queryFn: ({ signal }) => client.trackingShareLinks({ number }, { signal }),
    retry: false,
  });
  return (
    <List
      label={text.share.title}
      title={text.share.title}
      actions={
        may_write ? (
          <CreateButton label={text.share.share} size="xs">
            {(close) => <NewLink number={number} close={close} onCreated={setNewUrl} />}
          </CreateButton>
        ) : null
      }
      query={query}
      rows={({ links }) => links}
      empty={<p className="dim sheet-body">{text.share.none}</p>}
      item={(link) => <LinkRow key={link.id} link={link} number={number} may_write={may_write} />}
    >
      <Modal opened={new_url !== null} onClose={() => setNewUrl(null)} title={text.share.ready}>
        <div className="stack">
          <p>{text.share.ready_about}</p>
          <div className="row nowrap">
            <TextInput
              className="grow"
              aria-label={text.share.the_link}
              readOnly
              value={new_url ?? ""}
              onFocus={(event) => event.currentTarget.select()}
              leftSection={<IconLink size={16} />}
            />
            <Copy value={new_url ?? ""} label={text.share.link} />
          </div>
          <div className="row" style={{ justifyContent: "flex-end" }}>
            <Button onClick={() => setNewUrl(null)}>{text.share.done}</Button>
          </div>
        </div>
      </Modal>
    </List>
  );
}

function LinkRow({ link, number, may_write }: { link: Link; number: string; may_write: boolean }) {
  const times = useTimes();
  const [is_asking, setAsking] = useState(false);
  const revoke = useSave(() => client.trackingShareRevoke({ number, link_id: link.id }), {
    keys: [["share-links", number]],
    success_message: text.share.revoked,
    done: () => setAsking(false),
  });
  const name = link.note ?? text.share.unnamed;
  return (
    <li className="row apart nowrap" style={{ padding: "10px 14px" }}>
      <div className="grow">
        <div className="row tight">
          <span className="strong">{name}</span>{" "}
          <Tag tone={TONES[link.state]}>{text.share.states[link.state]}</Tag>
        </div>
        <div className="dim small">
          {[
            link.state === "revoked"
              ? text.share.revoked_at({ moment: times.moment(link.revoked_at) })
              : text.share.until({ moment: times.moment(link.expires_at) }),
            text.share.shows({
              list: [text.share.status, ...link.shows.map((part) => text.share[part])].join(", "),
            }),
            ...(link.allows.length === 0 ? [] : [describeAllowed(link.allows)]),
            link.uses === 0 ? text.share.not_opened : text.share.opened({ n: link.uses }),
          ].join(" · ")}
        </div>
      </div>
      {may_write && link.state === "open" ? (
        is_asking ? (
          <span className="row tight nowrap">
            <Button size="xs" variant="default" onClick={() => setAsking(false)}>
              {text.share.keep}
            </Button>
            <Button
              size="xs"
              color="red.8"
              loading={revoke.isPending}
              onClick={() => revoke.mutate(undefined)}
              aria-label={text.share.revoke_now({ name })}
            >
              {text.share.revoke}
            </Button>
          </span>
        ) : (
          <Button
            size="xs"
            variant="default"
            onClick={() => setAsking(true)}
            aria-label={text.share.revoke_name({ name })}
          >
            {text.share.revoke}
          </Button>
        )
      ) : null}
    </li>
  );
}

function NewLink({
  number,
  close,
  onCreated,
}: {
  number: string;
  close: () => void;
  onCreated: (url: string) => void;
}) {
  const offered = useOfferedChoices();
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.share.create_title}
      confirm={text.share.create}
      refused={text.share.refused}
      initial={{ note: "", expires_in_h: "336", proofs: true, position: false, allows: [] as Link["allows"] }}
      run={({ note, expires_in_h, proofs, position, allows }) =>
        client.trackingShareCreate({
          number,
          shows: [...(proofs ? (["proofs"] as const) : []), ...(position ? (["position"] as const) : [])],
          allows,
          expires_in_h: Number(expires_in_h),
          ...(note.trim() ? { note: note.trim() } : {}),
        })
      }
      keys={[["share-links", number]]}
      success_message={text.share.made}
      done={({ url }) => {
        close();
        onCreated(url);
      }}
    >
      {({ field, own }) => (
        <>
          <TextInput
            data-autofocus
            label={text.share.whom}
            description={text.share.whom_about}
            {...field("note")}
          />
          <Select
            label={text.share.valid_for}
            data={DAYS.map((days) => ({ value: String(days * 24), label: text.share.days({ n: days }) }))}
            allowDeselect={false}
            {...field("expires_in_h")}
          />
          <Checkbox label={text.share.show_proofs} {...own("proofs", { type: "checkbox" })} />
          <Checkbox label={text.share.show_position} {...own("position", { type: "checkbox" })} />
          {offered.length === 0 ? null : (
            <MultiSelect
              label={text.share.allows}
              description={text.share.allows_hint}
              data={offered}
              {...field("allows")}
            />
          )}
        </>
      )}
    </FormDrawer>
  );
}
