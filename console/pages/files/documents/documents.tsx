/** Documents that the business has issued, of all records or of one: what whoever checks them is told, and how that changes. */
import { Button, Drawer } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { IconDownload, IconFileCertificate } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { Tag } from "../../../parts/badge.tsx";
import { Copy } from "../../../parts/copy.tsx";
import { download } from "../../../parts/download.ts";
import { ListPage } from "../../../parts/list/list.tsx";
import { Fact, Facts } from "../../../parts/page.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { QrCode } from "../../../parts/qr-code.tsx";
import { Empty } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { notifyFailure, notifySuccess } from "../../../parts/toast.ts";
import { type Document, documentsQuery, readFile } from "./queries.ts";
import type { DocumentsSearch } from "./search.ts";
import { text } from "./text.ts";

const TONES = { valid: "good", superseded: "grey", revoked: "bad" } as const;

const nameKind = (kind: string): string =>
  Object.hasOwn(text.kinds, kind) ? text.kinds[kind as keyof typeof text.kinds] : kind;

export function Documents() {
  const search = useSearch({ strict: false }) as DocumentsSearch;
  const { subject, subject_id, page = 1 } = search;
  const navigate = useNavigate();
  const times = useTimes();
  const [open_id, setOpen] = useState<number | null>(null);
  const query = useQuery(
    documentsQuery({
      page,
      ...(subject === undefined ? {} : { subject_type: subject }),
      ...(subject_id === undefined ? {} : { subject_id }),
    }),
  );
  const document = query.data?.documents.find(({ id }) => id === open_id);
  return (
    <ListPage
      subtitle={text.about}
      label={text.title}
      query={query}
      rows={({ documents }) => documents}
      empty={
        <Empty icon={IconFileCertificate} title={text.none}>
          {text.none_about}
        </Empty>
      }
      getKey={({ id }) => id}
      getName={({ kind, number }) => `${nameKind(kind)} ${number}`}
      onOpen={({ id }) => setOpen(id)}
      columns={[
        {
          key: "document",
          head: text.document,
          cell: ({ kind, number }) => (
            <>
              <span className="strong">{nameKind(kind)}</span> <span className="mono dim">{number}</span>
            </>
          ),
        },
        {
          key: "code",
          head: text.code,
          window_width_min: 900,
          cell: ({ code }) => <span className="mono">{code ?? "–"}</span>,
        },
        { key: "issued", head: text.issued_at, cell: ({ issued_at }) => times.moment(issued_at) },
        {
          key: "version",
          head: text.version,
          align: "end",
          window_width_min: 641,
          cell: ({ version }) => <span className="num">{version}</span>,
        },
        { key: "state", head: text.state, cell: (one) => <State document={one} /> },
      ]}
      card={(one) => (
        <>
          <span className="row apart nowrap">
            <span className="strong cut">{nameKind(one.kind)}</span>
            <State document={one} />
          </span>
          <span className="dim small">
            <span className="mono">{one.number}</span> · {times.moment(one.issued_at)}
          </span>
        </>
      )}
      foot={(listed) => (
        <Pager
          {...listed}
          noun={text.noun}
          onPage={(next) => void navigate({ to: "/documents", search: { ...search, page: next } })}
        />
      )}
    >
      <Drawer
        opened={document !== undefined}
        onClose={() => setOpen(null)}
        position="right"
        title={document === undefined ? "" : nameKind(document.kind)}
      >
        {document === undefined ? null : <Details document={document} />}
      </Drawer>
    </ListPage>
  );
}

const State = ({ document: { status } }: { document: Document }) => (
  <Tag tone={TONES[status]}>{text.statuses[status]}</Tag>
);

function Details({ document }: { document: Document }) {
  const { id: document_id, number, code, status, version, issued_at, revoked_at, pages } = document;
  const times = useTimes();
  const may_write = useMe().permissions.includes("documents:write");
  const [action, setAction] = useState<"revoke" | "reissue" | null>(null);
  const close = () => setAction(null);
  const save = useMutation({
    mutationFn: () => readFile(document_id),
    onSuccess: ({ name, content }) => download(content, name),
    onError: (error) => notifyFailure(error),
  });
  const address = code === null ? null : `${window.location.origin}/verify/${code}`;
  return (
    <div className="stack">
      <Facts>
        <Fact name={text.number}>
          <span className="mono">{number}</span>
        </Fact>
        <Fact name={text.state}>
          <State document={document} />
        </Fact>
        <Fact name={text.issued_at}>{times.moment(issued_at)}</Fact>
        {revoked_at === null ? null : <Fact name={text.revoked_at}>{times.moment(revoked_at)}</Fact>}
        <Fact name={text.version}>{version}</Fact>
        {pages === 0 ? null : <Fact name={text.pages}>{pages}</Fact>}
      </Facts>
      {address === null ? (
        <p className="dim">{text.no_code}</p>
      ) : (
        <div className="row nowrap">
          <QrCode value={address} label={text.qr} />
          <p className="row tight nowrap">
            <a className="mono" href={address} target="_blank" rel="noreferrer">
              {code}
            </a>
            <Copy value={address} label={text.address} />
          </p>
        </div>
      )}
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {text.download}
      </Button>
      {may_write ? (
        <>
          <Button variant="default" onClick={() => setAction("reissue")}>
            {text.reissue.submit}
          </Button>
          {status === "revoked" || code === null ? null : (
            <Button variant="default" color="red" onClick={() => setAction("revoke")}>
              {text.revoke.submit}
            </Button>
          )}
        </>
      ) : null}
      <ActionDialog
        opened={action === "revoke"}
        close={close}
        name={`revoke document ${document_id} ${version}`}
        title={text.revoke.title({ number })}
        confirm={text.revoke.submit}
        danger
        input={{ document_id, version }}
        run={(options) => client.documentRevoke({ document_id, version }, options)}
        done={() => {
          notifySuccess(text.revoke.done);
          close();
        }}
      >
        <p>{text.revoke.about}</p>
      </ActionDialog>
      <ActionDialog
        opened={action === "reissue"}
        close={close}
        name={`reissue document ${document_id} ${version}`}
        title={text.reissue.title({ number })}
        confirm={text.reissue.submit}
        input={{ document_id }}
        run={(options) => client.documentReissue({ document_id }, options)}
        done={() => {
          notifySuccess(text.reissue.done);
          close();
        }}
      >
        <p>{text.reissue.about}</p>
      </ActionDialog>
    </div>
  );
}
