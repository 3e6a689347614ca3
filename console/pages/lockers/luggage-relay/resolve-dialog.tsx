/** Decides how a relay goes on after something went wrong. */
import { Radio, Select, Stack, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { findLabel } from "../../../parts/labels.ts";
import { useMemberText } from "../../../parts/member-text.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import { type LuggageRelayOutput, RELAYS_KEY } from "./queries.ts";
import { RELAY_STATUS } from "./relay-status.ts";
import { text } from "./text.ts";

const RULES = getRules("luggageRelayResolve");
type How = "go_on" | "hub" | "take_over";

export function ResolveDialog({
  answer: { relay, hubs },
  close,
  takeOver,
}: {
  answer: LuggageRelayOutput;
  close: () => void;
  takeOver: () => void;
}) {
  const { id: relay_id, version, bags, holder, is_held_by_caller } = relay;
  const queries = useQueryClient();
  const [how, setHow] = useState<How>("go_on");
  const [tags, setTags] = useState<Record<number, string>>({});
  const [hub, setHub] = useState(relay.warehouse_id ?? hubs[0]?.warehouse_id);
  const hub_bin = useMemberText(RULES, "hub_bin", { initial: relay.hub_bin ?? "" });
  const ways: How[] = holder === null || is_held_by_caller ? ["go_on", "hub"] : ["go_on", "hub", "take_over"];
  const new_tags = bags.flatMap(({ id: bag_id }) => {
    const tag = tags[bag_id]?.trim() ?? "";
    return tag === "" ? [] : [{ bag_id, tag }];
  });
  const input =
    how === "hub"
      ? {
          relay_id,
          new_tags,
          is_at_hub: true,
          ...(hub === undefined ? {} : { warehouse_id: hub }),
          ...(hub_bin.text === "" ? {} : { hub_bin: hub_bin.text }),
        }
      : { relay_id, new_tags };
  return (
    <ActionDialog
      opened
      close={close}
      name={`relay resolve ${version}`}
      title={text.resolve.title}
      confirm={text.resolve.submit}
      input={input}
      run={(options) => client.luggageRelayResolve(input, { ...options, if_match: version })}
      outcome={({ relay: { status } }) =>
        how === "take_over" ? null : <p>{text.now({ status: findLabel(RELAY_STATUS, status).label })}</p>
      }
      done={() => {
        notifySuccess(text.resolve.done);
        void queries.invalidateQueries({ queryKey: RELAYS_KEY });
        close();
      }}
    >
      <Radio.Group
        label={text.resolve.how}
        value={how}
        onChange={(value) => (value === "take_over" ? takeOver() : setHow(value as How))}
      >
        <Stack gap={10} mt={6}>
          {ways.map((way) => (
            <Radio
              key={way}
              size="md"
              value={way}
              label={text.resolve[way]}
              description={text.resolve[`${way}_about`]}
            />
          ))}
        </Stack>
      </Radio.Group>
      {how === "hub" ? (
        <>
          <Select
            label={text.hub}
            allowDeselect={false}
            data={hubs.map(({ warehouse_id, name }) => ({ value: String(warehouse_id), label: name }))}
            value={hub === undefined ? null : String(hub)}
            onChange={(value) => setHub(Number(value))}
            {...toMemberProps(RULES, "warehouse_id")}
          />
          <TextInput label={text.hub_bin} {...hub_bin.props} />
        </>
      ) : null}
      {relay.exception?.kind === "missing_tag"
        ? bags.map(({ id, tag }) => (
            <TextInput
              key={id}
              label={text.resolve.new_tag({ tag })}
              value={tags[id] ?? ""}
              onChange={(event) => setTags({ ...tags, [id]: event.currentTarget.value })}
              {...toMemberProps(RULES, "new_tags.0.tag", { required: false })}
            />
          ))
        : null}
    </ActionDialog>
  );
}
