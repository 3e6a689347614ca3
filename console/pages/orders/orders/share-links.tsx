/** Links that show the tracking of an order to people without an account: who has one, making one, revoking one. */
import { Button, Checkbox, Modal, Select, TextInput } from "@mantine/core";
import { IconLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { Copy } from "../../../parts/copy.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { count } from "../../../parts/format.ts";
import { Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Loaded, Waiting } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";

type Link = Awaited<ReturnType<typeof client.trackingShareLinks>>["links"][number];

const STATES = {
  open: { label: "Open", tone: "good" },
  expired: { label: "Expired", tone: "grey" },
  revoked: { label: "Revoked", tone: "grey" },
} as const;
const SHOWN: Record<Link["shows"][number], string> = { proofs: "proofs", position: "live position" };
const DAYS = [1, 3, 14, 30, 90];

export function ShareLinks({ number }: { number: string }) {
  const may_write = useMe().permissions.includes("orders:write");
  const [made, setMade] = useState<string | null>(null);
  const query = useQuery({
    queryKey: ["share-links", number],
    queryFn: ({ signal }) => client.trackingShareLinks({ number }, { signal }),
    retry: false,
  });
  return (
    <Sheet
      title="Shared links"
      pad={false}
      actions={
        may_write ? (
          <CreateButton label="Share" size="xs">
            {(close) => <NewLink number={number} close={close} made={setMade} />}
          </CreateButton>
        ) : null
      }
    >
      <Loaded query={query} waiting={<Waiting rows={2} />}>
        {({ links }) =>
          links.length === 0 ? (
            <p className="dim sheet-body">
              Nobody has one. A link shows status and timeline without an account, until it expires.
            </p>
          ) : (
            <ul className="list" aria-label="Shared links">
              {links.map((link) => (
                <LinkRow key={link.id} link={link} number={number} may_write={may_write} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Modal opened={made !== null} onClose={() => setMade(null)} title="The link is ready">
        <div className="stack">
          <p>
            Copy it now: it is shown this once. Whoever has it sees the tracking of this order, so send it
            only to people who may.
          </p>
          <div className="row nowrap">
            <TextInput
              className="grow"
              aria-label="The link"
              readOnly
              value={made ?? ""}
              onFocus={(event) => event.currentTarget.select()}
              leftSection={<IconLink size={16} />}
            />
            <Copy value={made ?? ""} label="link" />
          </div>
          <div className="row" style={{ justifyContent: "flex-end" }}>
            <Button onClick={() => setMade(null)}>Done</Button>
          </div>
        </div>
      </Modal>
    </Sheet>
  );
}

function LinkRow({ link, number, may_write }: { link: Link; number: string; may_write: boolean }) {
  const times = useTimes();
  const [asked, setAsked] = useState(false);
  const revoke = useSave(() => client.trackingShareRevoke({ number, link_id: link.id }), {
    keys: [["share-links", number]],
    past: "The link was revoked.",
    done: () => setAsked(false),
  });
  const { label, tone } = STATES[link.state];
  const name = link.note ?? "Link";
  return (
    <li className="row apart nowrap" style={{ padding: "10px 14px" }}>
      <div className="grow">
        <div className="row tight">
          <span className="strong">{name}</span> <Tag tone={tone}>{label}</Tag>
        </div>
        <div className="dim small">
          {[
            link.state === "revoked"
              ? `revoked ${times.moment(link.revoked_at)}`
              : `until ${times.moment(link.expires_at)}`,
            `shows ${["status", ...link.shows.map((shown) => SHOWN[shown])].join(", ")}`,
            link.uses === 0 ? "not opened" : `opened ${count(link.uses, "time")}`,
          ].join(" · ")}
        </div>
      </div>
      {may_write && link.state === "open" ? (
        asked ? (
          <span className="row tight nowrap">
            <Button size="xs" variant="default" onClick={() => setAsked(false)}>
              Keep
            </Button>
            <Button
              size="xs"
              color="red.8"
              loading={revoke.isPending}
              onClick={() => revoke.mutate(undefined)}
              aria-label={`Revoke ${name} now`}
            >
              Revoke
            </Button>
          </span>
        ) : (
          <Button size="xs" variant="default" onClick={() => setAsked(true)} aria-label={`Revoke ${name}`}>
            Revoke
          </Button>
        )
      ) : null}
    </li>
  );
}

function NewLink({
  number,
  close,
  made,
}: {
  number: string;
  close: () => void;
  made: (url: string) => void;
}) {
  return (
    <FormDrawer
      close={close}
      title="Share the tracking of this order"
      confirm="Make the link"
      refused="No link was made"
      initial={{ note: "", expires_in_h: "336", proofs: true, position: false }}
      run={({ note, expires_in_h, proofs, position }) =>
        client.trackingShareCreate({
          number,
          shows: [...(proofs ? (["proofs"] as const) : []), ...(position ? (["position"] as const) : [])],
          expires_in_h: Number(expires_in_h),
          ...(note.trim() ? { note: note.trim() } : {}),
        })
      }
      keys={[["share-links", number]]}
      past="The link was made."
      done={({ url }) => {
        close();
        made(url);
      }}
    >
      {({ field }) => (
        <>
          <TextInput
            data-autofocus
            label="For whom"
            description="Only you see it, to know which link to revoke."
            maxLength={200}
            {...field("note")}
          />
          <Select
            label="Valid for"
            data={DAYS.map((days) => ({ value: String(days * 24), label: count(days, "day") }))}
            allowDeselect={false}
            {...field("expires_in_h")}
          />
          <Checkbox
            label="Show proofs, with pictures once it is delivered"
            {...field("proofs", { type: "checkbox" })}
          />
          <Checkbox
            label="Show where the driver is, while at most five stops are left"
            {...field("position", { type: "checkbox" })}
          />
        </>
      )}
    </FormDrawer>
  );
}
