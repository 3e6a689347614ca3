/** Files of the service. They require authentication, so they are fetched instead of linked. */
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { client } from "../api/client.ts";
import { toBase64 } from "./to-base64.ts";

/** An address within this page; undefined while the file is read. */
export function useFile(file_id: number) {
  const { data: blob, error } = useQuery({
    queryKey: ["files", file_id],
    queryFn: ({ signal }) => client.file({ file_id }, { signal, accept: "image/*,application/pdf" }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (blob === undefined) return;
    const created = URL.createObjectURL(blob);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [blob]);
  return { url, error };
}

/** A picture, which opens in full. */
export function Photo({ file_id, alt }: { file_id: number; alt: string }) {
  const { url, error } = useFile(file_id);
  if (error) return <span className="dim small">{error.message}</span>;
  if (url === undefined) return <Skeleton width={44} height={44} />;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      <img src={url} alt={alt} />
    </a>
  );
}

export async function uploadImage(file: File): Promise<number> {
  const { file_id } = await client.fileUpload({
    content_base64: await toBase64(file),
    content_type: file.type as "image/png",
    name: file.name.slice(0, 100),
  });
  return file_id;
}
