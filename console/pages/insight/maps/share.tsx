/** Who reads a map: its address, which pages may embed it, and tokens for people and pages without an account. */
import { Alert, Button, NumberInput, Select, TagsInput, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { Copy } from "../../../parts/copy.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { OtherErrors, useSaveForm } from "../../../parts/form.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { Sheet } from "../../../parts/page.tsx";
import { QrCode } from "../../../parts/qr-code.tsx";
import { useSave } from "../../../parts/save.ts";
import { useTimes } from "../../../parts/times.ts";
import { listAccesses } from "./access.ts";
import { type CustomMap, MAPS, tokensQuery } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("mapUpdate");
const TOKEN_RULES = getRules("mapTokenCreate");

const escapeHtml = (value: string): string =>
  value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const buildEmbedCode = ({ embed_url, title }: Pick<CustomMap, "embed_url" | "title">): string =>
  `<iframe src="${escapeHtml(embed_url)}" title="${escapeHtml(title)}" width="100%" height="480" style="border:0" loading="lazy"></iframe>`;

export function Share({ map }: { map: CustomMap }) {
  return (
    <>
      <Address map={map} />
      <Access key={map.version} map={map} />
      {map.access === "token" ? <Tokens map={map} /> : null}
    </>
  );
}

function Address({ map }: { map: CustomMap }) {
  const code = buildEmbedCode(map);
  return (
    <Sheet title={text.share.address}>
      <div className="stack">
        {map.published_number === null ? <p className="note tone-warn">{text.share.not_published}</p> : null}
        <div className="row nowrap">
          <QrCode value={map.page_url} label={text.share.qr} size_px={104} />
          <span className="row tight">
            <a className="small" href={map.page_url} target="_blank" rel="noreferrer">
              {map.page_url}
            </a>
            <Copy value={map.page_url} label={text.share.address} />
          </span>
        </div>
        <div>
          <p className="row apart">
            <span className="small strong">{text.share.embed}</span>
            <Copy value={code} label={text.share.embed} />
          </p>
          <pre className="map-code">{code}</pre>
          <p className="dim small">
            {map.embed.allowed_origins.length === 0 ? text.share.no_origins : text.share.embed_about}
          </p>
        </div>
      </div>
    </Sheet>
  );
}

function Access({ map }: { map: CustomMap }) {
  const may_write = useMe().permissions.includes("maps:write");
  const form = useSaveForm({
    rules: RULES,
    initial: { access: map.access, origins: [...map.embed.allowed_origins] },
    disabled: !may_write,
    run: ({ access, origins }) =>
      client.mapUpdate(
        { map_id: map.id, access, embed: { allowed_origins: origins } },
        { if_match: map.version },
      ),
    keys: [[MAPS]],
    success_message: () => text.share.saved,
    toPath: (path) => (path.startsWith("embed.allowed_origins") ? "origins" : path),
  });
  return (
    <Sheet title={text.access}>
      <form className="stack" {...form.props}>
        <OtherErrors errors={form.others} />
        <Select
          label={text.access}
          description={text.share.at_once}
          allowDeselect={false}
          data={listAccesses()}
          {...form.field("access")}
        />
        <TagsInput
          label={text.share.origins}
          description={text.share.origins_about}
          placeholder="https://shop.example"
          {...form.own("origins", { member: "embed.allowed_origins" })}
        />
        {may_write ? (
          <Button
            type="submit"
            style={{ alignSelf: "flex-end" }}
            loading={form.is_saving}
            disabled={!form.isDirty()}
          >
            {text.save}
          </Button>
        ) : null}
      </form>
    </Sheet>
  );
}

function Tokens({ map }: { map: CustomMap }) {
  const may_write = useMe().permissions.includes("maps:write");
  const times = useTimes();
  const tokens = useQuery(tokensQuery(map.id)).data?.tokens ?? [];
  const [page_url, setPageUrl] = useState<string | null>(null);
  const revoke = useSave((token_id: number) => client.mapTokenRevoke({ map_id: map.id, token_id }), {
    keys: [[MAPS, "tokens"]],
    success_message: text.share.revoked,
  });
  return (
    <Sheet
      title={text.share.tokens}
      pad={false}
      actions={
        may_write ? (
          <CreateButton size="xs" label={text.share.create_token}>
            {(close) => <TokenForm map={map} close={close} onCreate={setPageUrl} />}
          </CreateButton>
        ) : null
      }
    >
      {page_url === null ? null : (
        <Alert color="green" title={text.share.token_once}>
          <span className="row tight">
            <span className="small">{page_url}</span>
            <Copy value={page_url} label={text.share.address} />
          </span>
        </Alert>
      )}
      {tokens.length === 0 ? (
        <p className="dim map-editor-note">{text.share.no_tokens}</p>
      ) : (
        <ul className="list">
          {tokens.map(({ id, note, state, expires_at }) => (
            <li key={id} className="switch-row">
              <span className="stack two-lines">
                <span className="strong">{note || text.share.token_number({ id: String(id) })}</span>
                <span className="dim small">{text.share.until({ until: times.moment(expires_at) })}</span>
              </span>
              {state === "open" ? (
                may_write ? (
                  <Button
                    variant="default"
                    color="red"
                    size="xs"
                    loading={revoke.isPending && revoke.variables === id}
                    onClick={() => revoke.mutate(id)}
                  >
                    {text.share.revoke}
                  </Button>
                ) : null
              ) : (
                <Tag tone="grey">{text.share.states[state]}</Tag>
              )}
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}

function TokenForm({
  map,
  close,
  onCreate,
}: {
  map: CustomMap;
  close: () => void;
  onCreate: (page_url: string) => void;
}) {
  const queries = useQueryClient();
  return (
    <FormDrawer
      rules={TOKEN_RULES}
      close={close}
      title={text.share.create_token}
      confirm={text.create_submit}
      initial={{ days: 90 as number | string, note: "" }}
      run={({ days, note }) =>
        client.mapTokenCreate({
          map_id: map.id,
          days: Number(days),
          ...(note.trim() === "" ? {} : { note: note.trim() }),
        })
      }
      keys={[[MAPS, "tokens"]]}
      success_message={() => text.share.token_created}
      done={(answer) => {
        onCreate(answer.page_url);
        close();
        return queries.invalidateQueries({ queryKey: [MAPS, "tokens"] });
      }}
    >
      {({ field }) => (
        <>
          <TextInput data-autofocus label={text.share.token_for} {...field("note")} />
          <NumberInput label={text.share.token_days} {...field("days")} />
        </>
      )}
    </FormDrawer>
  );
}
