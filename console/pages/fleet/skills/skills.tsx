import { ActionIcon, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconCertificate, IconTrash } from "#icons";
import type { SkillCreateInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { List } from "../../../parts/list/list.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty } from "../../../parts/states.tsx";
import { day } from "../../../parts/times.ts";
import { text } from "./text.ts";

const RULES = getRules("skillCreate");

export function Skills() {
  const { permissions, user } = useMe();
  const may_write = permissions.includes("drivers:write") && user.role === "client_admin";
  const query = useQuery({
    queryKey: ["skills"],
    meta: { live: ["skill"] },
    queryFn: ({ signal }) => client.skills({ per_page: 200 }, { signal }),
  });
  const drop = useSave((id: number) => client.skillDelete({ skill_id: id }), {
    keys: [["skills"]],
    success_message: text.deleted,
  });
  return (
    <List
      label={text.title}
      title={text.title}
      actions={
        may_write ? (
          <CreateButton label={text.create} size="xs">
            {(close) => <NewSkill close={close} />}
          </CreateButton>
        ) : null
      }
      query={query}
      rows={({ skills }) => skills}
      empty={
        <Empty icon={IconCertificate} title={text.none}>
          {text.none_about}
        </Empty>
      }
      item={(skill) => (
        <li key={skill.id} className="switch-row">
          <div>
            <span className="strong">{skill.name}</span> <span className="mono dim">{skill.code}</span>{" "}
            <Tag tone="grey">{text.kinds[skill.kind]}</Tag>
            {skill.expires_date ? (
              <div className="dim small">{text.until({ day: day(skill.expires_date) })}</div>
            ) : null}
          </div>
          {may_write ? (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={text.delete({ name: skill.name })}
              loading={drop.isPending && drop.variables === skill.id}
              onClick={() => drop.mutate(skill.id)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          ) : null}
        </li>
      )}
    />
  );
}

function NewSkill({ close }: { close: () => void }) {
  const initial: SkillCreateInput = { name: "", code: "", kind: "driver" };
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.create}
      confirm={text.create_submit}
      initial={initial}
      run={({ name, code, kind }) => client.skillCreate({ name: name.trim(), code: code.trim(), kind })}
      keys={[["skills"]]}
      success_message={text.created}
    >
      {({ field }) => (
        <>
          <TextInput data-autofocus label={text.name} {...field("name")} />
          <TextInput label={text.code} description={text.code_about} {...field("code")} />
          <Select
            label={text.who}
            data={[
              { value: "driver", label: text.kinds_of.driver },
              { value: "vehicle", label: text.kinds_of.vehicle },
            ]}
            allowDeselect={false}
            {...field("kind")}
          />
        </>
      )}
    </FormDrawer>
  );
}
