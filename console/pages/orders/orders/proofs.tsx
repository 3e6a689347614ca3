/** Photos, signatures and scans captured at delivery or pickup. */
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Sheet } from "../../../parts/page.tsx";
import { useFile } from "../../../parts/photo.tsx";
import { nameProof } from "../../../parts/proofs.ts";
import { useTimes } from "../../../parts/times.ts";
import { proofsQuery } from "./queries.ts";
import { text } from "./text.ts";

export function ProofPictures({ order_id }: { order_id: number }) {
  const times = useTimes();
  const { data: proofs = [] } = useQuery({ ...proofsQuery(order_id), retry: false });
  if (proofs.length === 0) return null;
  return (
    <Sheet title={text.proofs.title}>
      <ul className="stack">
        {proofs.map((proof) => (
          <li key={proof.proof_id} className="stack tight">
            {proof.file_id ? <Picture file_id={proof.file_id} kind={proof.kind} /> : null}
            <span className="small">
              <span className="strong">
                {proof.signed_by
                  ? text.proofs.by({ kind: nameProof(proof.kind), person: proof.signed_by })
                  : nameProof(proof.kind)}
              </span>
              <span className="dim"> · {times.moment(proof.captured_at)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function Picture({ file_id, kind }: { file_id: number; kind: string }) {
  const { url, error } = useFile(file_id);
  if (error) return <p className="dim small">{text.proofs.not_loaded({ why: error.message })}</p>;
  if (url === undefined) return <Skeleton height={160} radius={10} />;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      <img
        src={url}
        alt={text.proofs.picture({ kind: nameProof(kind) })}
        style={{ width: "100%", borderRadius: 10 }}
      />
    </a>
  );
}
