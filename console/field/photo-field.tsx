/** Photos taken with the camera of the device, or chosen. */
import { ActionIcon } from "@mantine/core";
import { useEffect, useState } from "react";
import { IconTrash } from "#icons";
import { notifyFailure } from "../parts/toast.ts";
import { PhotoButton } from "./photo-button.tsx";
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
  const [busy, setBusy] = useState(false);
  const add = async (file: File) => {
    setBusy(true);
    try {
      onChange([...photos, await shrinkPhoto(file)]);
    } catch (error) {
      notifyFailure(error);
    } finally {
      setBusy(false);
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
      {photos.length >= max ? null : (
        <PhotoButton
          size="md"
          variant="default"
          label={label}
          loading={busy}
          take={(file) => void add(file)}
        />
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
