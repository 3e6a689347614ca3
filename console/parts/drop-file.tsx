/** Where a file is dropped or chosen, alone on its sheet. */
import { Alert } from "@mantine/core";
import type { ReactNode } from "react";
import { IconFileUpload } from "#icons";
import { Sheet } from "./page.tsx";

export function DropFile({
  label,
  about,
  accept,
  open,
  problem,
  children,
}: {
  label: string;
  about: string;
  /** Endings of names: ".csv,.txt". */
  accept: string;
  open: (file: File) => Promise<void>;
  /** Why the last file cannot be read. */
  problem: string | null;
  children?: ReactNode;
}) {
  const openFirst = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) void open(file);
  };
  return (
    <Sheet>
      <div className="stack">
        <label
          className="drop"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            openFirst(event.dataTransfer.files);
          }}
        >
          <IconFileUpload size={28} stroke={1.4} />
          <span className="strong">{label}</span>
          <span className="dim small">{about}</span>
          <input
            type="file"
            accept={accept}
            onChange={(event) => {
              openFirst(event.currentTarget.files);
              event.currentTarget.value = "";
            }}
          />
        </label>
        {problem === null ? null : (
          <Alert color="red" variant="outline" role="alert">
            {problem}
          </Alert>
        )}
        {children}
      </div>
    </Sheet>
  );
}
