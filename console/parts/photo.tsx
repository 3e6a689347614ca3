/** A picture among the files of the service, which opens in full. They require authentication: it is fetched, not linked. */
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { client } from "../api/client.ts";

export function Photo({ file_id, alt }: { file_id: number; alt: string }) {
  const { data: blob, error } = useQuery({
    queryKey: ["files", file_id],
    queryFn: ({ signal }) => client.file({ file_id }, { signal, accept: "image/*" }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (blob === undefined) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  if (error) return <span className="dim small">{error.message}</span>;
  if (url === undefined) return <Skeleton width={44} height={44} />;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      <img src={url} alt={alt} />
    </a>
  );
}
