/** Photos taken with the camera of the device, or chosen. */
import { ActionIcon, Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { IconCamera, IconTrash } from "#icons";
import { notifyFailure } from "../parts/toast.ts";
import { type Attachment, shrinkPhoto } from "./photos.ts";
import "./field.css";

interface PhotoFieldProps {
  label: string;
  remove_label: string;
  photos: readonly Attachment[];
  onChange: (photos: readonly Attachment[]) => void;
  max?: number;
}

export function PhotoField({ label, remove_label, photos, onChange, max = 5 }: PhotoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const add = async (files: FileList | null) => {
    const [file] = files ?? [];
    if (file === undefined) return;
    setBusy(true);
    try {
      onChange([...photos, await shrinkPhoto(file)]);
    } catch (error) {
      notifyFailure(error);
    } finally {
      setBusy(false);
      if (input.current !== null) input.current.value = "";
    }
  };
  return (
    <div className="stack" style={{ gap: 8 }}>
      <ul className="field-photos">
        {photos.map((photo) => (
          <li key={photo.key}>
            <Picture blob={photo.blob} />
            <ActionIcon
              size={44}
              variant="default"
              aria-label={remove_label}
              onClick={() => onChange(photos.filter(({ key }) => key !== photo.key))}
            >
              <IconTrash size={20} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={label}
        className="sr"
        tabIndex={-1}
        onChange={(event) => void add(event.currentTarget.files)}
      />
      {photos.length >= max ? null : (
        <Button
          size="md"
          variant="default"
          loading={busy}
          leftSection={<IconCamera size={20} />}
          onClick={() => input.current?.click()}
        >
          {label}
        </Button>
      )}
    </div>
  );
}

function Picture({ blob }: { blob: Blob }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const object_url = URL.createObjectURL(blob);
    setUrl(object_url);
    return () => URL.revokeObjectURL(object_url);
  }, [blob]);
  return <img src={url} alt="" />;
}
