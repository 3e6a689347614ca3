/** One alliance: its terms, what each side gives, the members, and who read what of ours. */
import { Button, Menu } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { IconDots } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { StatusBadge } from "../../../parts/badge.tsx";
import { BackLink } from "../../../parts/links.tsx";
import { Page, Sheet } from "../../../parts/page.tsx";
import { notifySuccess } from "../../../parts/toast.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { AccessLog } from "./access-log.tsx";
import { AllianceForm } from "./alliances.tsx";
import { Answer } from "./answer.tsx";
import { describeOwnState, nameOwner } from "./describe.ts";
import { Members } from "./members.tsx";
import { type Alliance, allianceQuery, KEYS } from "./queries.ts";
import { Sharing } from "./sharing.tsx";
import { text } from "./text.ts";
import "./alliances.css";

export function AlliancePage() {
  const { alliance_id } = useParams({ strict: false }) as { alliance_id: string };
  const query = useQuery(allianceQuery(Number(alliance_id)));
  if (query.data === undefined) return <UnloadedPage query={query} above={<Above />} />;
  return <LoadedAlliance alliance={query.data.alliance} />;
}

export const Above = () => <BackLink to="/alliances">{text.back}</BackLink>;

function LoadedAlliance({ alliance }: { alliance: Alliance }) {
  const may_write = useMe().permissions.includes("alliance:write");
  const is_in = alliance.state === "active" || alliance.state === "suspended";
  return (
    <Page
      title={alliance.name}
      above={<Above />}
      subtitle={
        <span className="row">
          <StatusBadge badge={describeOwnState(alliance)} />
          <span>{nameOwner(alliance)}</span>
          <span>{text.members_count({ n: alliance.members })}</span>
        </span>
      }
      actions={may_write && alliance.status === "active" && is_in ? <Actions alliance={alliance} /> : null}
    >
      <div className="stack" style={{ gap: 16 }}>
        <Answer alliance={alliance} may_write={may_write} />
        {is_in ? <Sharing alliance={alliance} may_write={may_write} /> : null}
        {is_in || alliance.state === "invited" ? <Members alliance={alliance} may_write={may_write} /> : null}
        {is_in ? <Terms alliance={alliance} /> : null}
        {alliance.state === "invited" ? null : <AccessLog alliance_id={alliance.id} />}
      </div>
    </Page>
  );
}

function Actions({ alliance }: { alliance: Alliance }) {
  const queries = useQueryClient();
  const [action, setAction] = useState<"edit" | "close" | "leave" | null>(null);
  const close = () => setAction(null);
  const ended = (message: string) => () => {
    for (const queryKey of KEYS) void queries.invalidateQueries({ queryKey });
    notifySuccess(message);
    close();
  };
  const is_owner = alliance.role === "owner";
  const alliance_id = alliance.id;
  return (
    <>
      {is_owner ? (
        <>
          <Button variant="default" onClick={() => setAction("edit")}>
            {text.edit}
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" px={8} aria-label={text.actions_of({ name: alliance.name })}>
                <IconDots size={16} />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item color="red" onClick={() => setAction("close")}>
                {text.close}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      ) : (
        <Button variant="default" onClick={() => setAction("leave")}>
          {text.leave}
        </Button>
      )}
      {action === "edit" ? <AllianceForm alliance={alliance} close={close} /> : null}
      <ActionDialog<object>
        opened={action === "close"}
        close={close}
        name={`alliance close ${alliance_id}`}
        title={text.close}
        confirm={text.close}
        danger
        input={{ alliance_id }}
        run={(options) => client.allianceUpdate({ alliance_id, status: "closed" }, options)}
        done={ended(text.close_done)}
      >
        <p>{text.close_about}</p>
      </ActionDialog>
      <ActionDialog<object>
        opened={action === "leave"}
        close={close}
        name={`alliance leave ${alliance_id}`}
        title={text.leave_title}
        confirm={text.leave}
        danger
        input={{ alliance_id }}
        run={(options) => client.allianceLeave({ alliance_id }, options)}
        done={ended(text.leave_done)}
      >
        <p>{text.leave_about}</p>
      </ActionDialog>
    </>
  );
}

function Terms({ alliance }: { alliance: Alliance }) {
  const [opened, setOpened] = useState(false);
  // Where they are to be signed they are shown above already.
  if (alliance.must_sign) return null;
  return (
    <Sheet
      title={`${text.terms} · ${text.terms_version({ n: alliance.terms_version })}`}
      pad={opened}
      actions={
        <Button variant="default" size="xs" aria-expanded={opened} onClick={() => setOpened((was) => !was)}>
          {opened ? text.hide_terms : text.show_terms}
        </Button>
      }
    >
      {opened ? <div className="alliance-terms">{alliance.terms}</div> : null}
    </Sheet>
  );
}
