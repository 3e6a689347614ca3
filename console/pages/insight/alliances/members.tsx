/** Who is in an alliance, and what the owner and its admins decide about them. */
import { Button, Menu, Select, Textarea, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { IconDots } from "#icons";
import { client } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Loaded, Waiting } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import { MEMBER_TONES } from "./describe.ts";
import { type Alliance, KEYS, type Member, membersQuery } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("allianceInvite");
const SUSPEND_RULES = getRules("allianceSuspend");

export function Members({ alliance, may_write }: { alliance: Alliance; may_write: boolean }) {
  const query = useQuery(membersQuery(alliance.id));
  const manages =
    may_write && alliance.status === "active" && alliance.state === "active" && alliance.role !== "member";
  return (
    <Sheet
      title={text.members}
      pad={false}
      actions={
        manages ? (
          <CreateButton label={text.invite} size="xs">
            {(close) => <InviteForm alliance={alliance} close={close} />}
          </CreateButton>
        ) : null
      }
    >
      <Loaded query={query} fallback={<Waiting rows={3} />}>
        {({ members }) => (
          <ul className="list" aria-label={text.members}>
            {members.map((member) => (
              <MemberRow key={member.client_code} alliance={alliance} member={member} manages={manages} />
            ))}
          </ul>
        )}
      </Loaded>
    </Sheet>
  );
}

function MemberRow({ alliance, member, manages }: { alliance: Alliance; member: Member; manages: boolean }) {
  const { moment } = useTimes();
  const { state, role, signed_version, signed_at } = member;
  const is_signed = signed_version === alliance.terms_version && signed_at !== null;
  const may_decide = manages && role !== "owner" && (role === "member" || alliance.role === "owner");
  return (
    <li className="switch-row">
      <span className="stack tight" style={{ minWidth: 0 }}>
        <span className="row tight">
          <span className="strong">{member.name}</span>
          <span className="mono dim small">{member.client_code}</span>
          {role === "member" ? null : <Tag tone="blue">{text.roles[role]}</Tag>}
          {member.is_self ? <Tag tone="grey">{text.you}</Tag> : null}
        </span>
        <span className="row tight small dim">
          <StatusBadge badge={{ label: text.states[state], tone: MEMBER_TONES[state] }} />
          {state === "active" || state === "suspended" ? (
            <span>
              {is_signed
                ? text.signed_version({ n: signed_version, at: moment(signed_at) })
                : text.not_signed}
            </span>
          ) : null}
          {member.suspension_reason ? <span>{member.suspension_reason}</span> : null}
        </span>
      </span>
      {may_decide && !member.is_self ? <Decide alliance={alliance} member={member} /> : null}
    </li>
  );
}

function Decide({ alliance, member }: { alliance: Alliance; member: Member }) {
  const [suspending, setSuspending] = useState(false);
  const input = { alliance_id: alliance.id, client_code: member.client_code };
  const resume = useSave(() => client.allianceResume(input), { keys: KEYS, success_message: text.resumed });
  const invite = useSave(() => client.allianceInvite(input), {
    keys: KEYS,
    success_message: text.invited({ name: member.name }),
  });
  if (member.state === "invited") return null;
  const one = {
    active: { label: text.suspend, act: () => setSuspending(true) },
    suspended: { label: text.resume, act: () => resume.mutate(undefined) },
    left: { label: text.invite_again, act: () => invite.mutate(undefined) },
    declined: { label: text.invite_again, act: () => invite.mutate(undefined) },
  }[member.state];
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            px={8}
            loading={resume.isPending || invite.isPending}
            aria-label={text.actions_of({ name: member.name })}
          >
            <IconDots size={16} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={one.act}>{one.label}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SuspendDialog input={input} member={member} opened={suspending} close={() => setSuspending(false)} />
    </>
  );
}

function SuspendDialog({
  input,
  member,
  opened,
  close,
}: {
  input: { alliance_id: number; client_code: string };
  member: Member;
  opened: boolean;
  close: () => void;
}) {
  const queries = useQueryClient();
  const [reason, setReason] = useState("");
  const full_input = { ...input, reason: reason.trim() };
  return (
    <ActionDialog<object>
      opened={opened}
      close={close}
      name={`alliance suspend ${input.alliance_id} ${input.client_code}`}
      title={text.suspend_title({ name: member.name })}
      confirm={text.suspend}
      danger
      input={full_input}
      run={(options) => client.allianceSuspend(full_input, options)}
      done={() => {
        for (const queryKey of KEYS) void queries.invalidateQueries({ queryKey });
        notifySuccess(text.suspended);
        close();
      }}
    >
      <p>{text.suspend_about}</p>
      <Textarea
        data-autofocus
        label={text.suspend_reason}
        autosize
        minRows={2}
        {...toMemberProps(SUSPEND_RULES, "reason")}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}

function InviteForm({ alliance, close }: { alliance: Alliance; close: () => void }) {
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.invite_title}
      confirm={text.invite_submit}
      refused={text.not_invited}
      initial={{ client_code: "", role: "member" as "member" | "admin" }}
      run={({ client_code, role }) =>
        client.allianceInvite({ alliance_id: alliance.id, client_code: client_code.trim(), role })
      }
      keys={KEYS}
      success_message={({ member }) => text.invited({ name: member.name })}
    >
      {({ field }) => (
        <>
          <TextInput
            data-autofocus
            label={text.code}
            description={text.code_about}
            classNames={{ input: "mono" }}
            {...field("client_code")}
          />
          {alliance.role === "owner" ? (
            <Select
              label={text.role}
              description={text.role_about}
              allowDeselect={false}
              data={(["member", "admin"] as const).map((value) => ({ value, label: text.roles[value] }))}
              {...field("role")}
            />
          ) : null}
        </>
      )}
    </FormDrawer>
  );
}
