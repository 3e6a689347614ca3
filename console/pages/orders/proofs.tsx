/** Pictures, signatures and scans of the hand-over. */
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { proofsQuery, type OrderProof } from "../../api/proofs.ts";
import { fetchFile } from "../../api/transport.ts";
import { Sheet } from "../../parts/page.tsx";
import { useTimes } from "../../parts/times.ts";
import { plain } from "../../parts/words.ts";

export function ProofPictures({ order_id }: { order_id: number }) {
  const { data: proofs = [] } = useQuery({ ...proofsQuery(order_id), retry: false });
  if (proofs.length === 0) return null;
  return (
    <Sheet title="Proof of delivery">
      <ul className="stack">
        {proofs.map((proof) => (
          <li key={proof.proof_id} className="stack tight">
            {proof.file_id ? <Picture file_id={proof.file_id} kind={proof.kind} /> : null}
            <ProofWords proof={proof} />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function ProofWords({ proof }: { proof: OrderProof }) {
  const times = useTimes();
  return (
    <span className="small">
      <span className="strong">{plain(proof.kind)}</span>
      {proof.signed_by ? ` by ${proof.signed_by}` : ""}
      <span className="dim"> · {times.moment(proof.captured_at)}</span>
    </span>
  );
}

/** Pictures need the token, so that they are fetched and not linked. */
export function Picture({ file_id, kind }: { file_id: number; kind: string }) {
  const query = useQuery({
    queryKey: ["files", file_id],
    queryFn: ({ signal }) => fetchFile(`/api/v1/files/${file_id}`, "image/*,application/pdf", signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const url = query.data?.url;
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  if (query.error) return <p className="dim small">The picture did not load: {query.error.message}</p>;
  if (url === undefined) return <Skeleton height={160} radius={10} />;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      <img src={url} alt={`${plain(kind)} of the hand-over`} style={{ width: "100%", borderRadius: 10 }} />
    </a>
  );
}
