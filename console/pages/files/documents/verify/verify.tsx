/**
 * Where anybody checks a document: by its file, which stays on the device, or by the code on paper, typed or scanned. Designed for
 * a phone; the QR code on a document opens it with the code.
 */
import { Alert, Button, Skeleton, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { type ReactElement, useEffect, useMemo, useRef, useState } from "react";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconFileUpload,
  IconHelpCircle,
  IconHistory,
} from "#icons";
import type { DocumentVerifyOutput } from "../../../../../packages/client/client.gen.ts";
import { publicClient } from "../../../../api/client.ts";
import { CameraButton } from "../../../../field/camera-scanner.tsx";
import { getRules, toMemberProps } from "../../../../parts/form-rules.ts";
import { createTimes } from "../../../../parts/times.ts";
import { usePageTitle } from "../../../../parts/use-page-title.ts";
import { PublicFrame } from "../../../tracking/tracking/public-frame.tsx";
import { FILE_BYTES_MAX, readFileFacts } from "./read-file.ts";
import { text } from "./text.ts";
import "./verify.css";

/** What is checked: a file, or a code. */
type Checked = { file: File } | { code: string };

class FileProblem extends Error {}

async function check(checked: Checked): Promise<DocumentVerifyOutput> {
  if ("code" in checked) return publicClient.documentVerifyCode({ code: checked.code });
  if (checked.file.size > FILE_BYTES_MAX) throw new FileProblem(text.too_large);
  const facts = await readFileFacts(checked.file).catch(() => {
    throw new FileProblem(text.unreadable);
  });
  if (facts === null) throw new FileProblem(text.not_a_pdf);
  return publicClient.documentVerify(facts);
}

export function Verify(): ReactElement {
  const { code: linked_code } = useParams({ strict: false }) as { code?: string };
  usePageTitle(text.title);
  const verification = useMutation({ mutationFn: check });
  const { mutate } = verification;
  useEffect(() => {
    if (linked_code !== undefined) mutate({ code: linked_code });
  }, [linked_code, mutate]);
  const { variables } = verification;
  return (
    <PublicFrame {...(verification.data?.document ? { carrier: verification.data.document.issued_by } : {})}>
      <h1 className="verify-title">{text.title}</h1>
      <div className="stack" aria-live="polite">
        {verification.isPending ? (
          <div className="track-card stack" role="status" aria-label={text.checking}>
            <Skeleton height={34} width="60%" />
            <Skeleton height={48} />
          </div>
        ) : verification.error ? (
          <Alert color="red" variant="outline" role="alert" title={text.not_checked}>
            {verification.error.message}
          </Alert>
        ) : verification.data ? (
          <Verdict
            verification={verification.data}
            about={variables === undefined ? "" : "file" in variables ? variables.file.name : variables.code}
          />
        ) : null}
      </div>
      <ByFile check={(file) => mutate({ file })} />
      <ByCode first_code={linked_code ?? ""} check={(code) => mutate({ code })} />
    </PublicFrame>
  );
}

const TONES = {
  authentic: "good",
  altered: "bad",
  superseded: "warn",
  revoked: "bad",
  unknown: "grey",
} as const;
const ICONS = {
  authentic: IconCircleCheck,
  altered: IconAlertTriangle,
  superseded: IconHistory,
  revoked: IconCircleX,
  unknown: IconHelpCircle,
};

function Verdict({ verification, about }: { verification: DocumentVerifyOutput; about: string }) {
  const { verdict, checked, reason, message, document, inclusion } = verification;
  const times = useMemo(() => createTimes(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  const heading = useRef<HTMLHeadingElement>(null);
  // The answer is above what was used to ask.
  useEffect(() => {
    heading.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const Icon = ICONS[verdict];
  const is_of_code = checked === "code" && verdict === "authentic";
  return (
    <section className={`track-card track-hero tone-${TONES[verdict]}`}>
      <span className="dim verify-about">{about}</span>
      <h1 ref={heading} className="verify-verdict">
        <Icon size={34} stroke={1.8} aria-hidden />
        {is_of_code
          ? text.verdicts.issued
          : reason === "saved_again"
            ? text.verdicts.saved_again
            : text.verdicts[verdict]}
      </h1>
      <p className="verify-message">{message}</p>
      {document === null ? null : (
        <dl className="track-facts">
          <Fact label={text.kind}>{nameKind(document.kind)}</Fact>
          <Fact label={text.issued_by}>{document.issued_by}</Fact>
          <Fact label={text.issued_at}>{times.exact(document.issued_at)}</Fact>
          {document.superseded_at === null ? null : (
            <Fact label={text.superseded_at}>{times.exact(document.superseded_at)}</Fact>
          )}
          {document.revoked_at === null ? null : (
            <Fact label={text.revoked_at}>{times.exact(document.revoked_at)}</Fact>
          )}
          {document.pages === 0 ? null : <Fact label={text.pages}>{String(document.pages)}</Fact>}
          {document.current_version === 1 ? null : (
            <Fact label={text.version}>
              {text.version_of({
                version: String(document.version),
                current: String(document.current_version),
              })}
            </Fact>
          )}
          {document.code === null ? null : <Fact label={text.code}>{document.code}</Fact>}
        </dl>
      )}
      {document === null ? null : (
        <details className="verify-proof">
          <summary>{text.proof}</summary>
          <p className="small dim">
            {inclusion === null
              ? text.proof_pending
              : text.proof_about({
                  index: inclusion.leaf_index + 1,
                  size: inclusion.root.tree_size,
                  date: inclusion.root.date,
                })}
          </p>
          {inclusion === null ? null : <code className="small">{inclusion.root.root_hash}</code>}
        </details>
      )}
    </section>
  );
}

const Fact = ({ label, children }: { label: string; children: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

const nameKind = (kind: string): string =>
  Object.hasOwn(text.kinds, kind) ? text.kinds[kind as keyof typeof text.kinds] : kind;

function ByFile({ check: checkFile }: { check: (file: File) => void }) {
  const checkFirst = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) checkFile(file);
  };
  return (
    <section className="track-card stack">
      <h2>{text.by_file}</h2>
      <label
        className="drop verify-drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          checkFirst(event.dataTransfer.files);
        }}
      >
        <IconFileUpload size={28} stroke={1.4} aria-hidden />
        <span className="strong">{text.choose_file}</span>
        <span className="dim small">{text.stays_here}</span>
        <input
          type="file"
          accept=".pdf,application/pdf"
          onChange={(event) => {
            checkFirst(event.currentTarget.files);
            event.currentTarget.value = "";
          }}
        />
      </label>
    </section>
  );
}

function ByCode({ first_code, check: checkCode }: { first_code: string; check: (code: string) => void }) {
  const [code, setCode] = useState(first_code);
  const rules = getRules("documentVerifyCode");
  return (
    <section className="track-card">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (code.trim() !== "") checkCode(code.trim());
        }}
      >
        <h2>{text.by_code}</h2>
        <TextInput
          size="lg"
          label={text.code}
          description={text.code_about}
          placeholder="K7Q2M-4F8D-9RTW-XB3C"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...toMemberProps(rules, "code", { required: false })}
          classNames={{ input: "mono" }}
        />
        <div className="verify-actions">
          <Button type="submit" size="md" disabled={code.trim() === ""}>
            {text.submit}
          </Button>
          <CameraButton
            onScan={(scanned) => {
              setCode(scanned);
              checkCode(scanned);
            }}
          />
        </div>
      </form>
    </section>
  );
}
