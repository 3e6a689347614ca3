/** A photo that is sent as soon as it is taken or chosen. */
import { Button, type ButtonProps } from "@mantine/core";
import { useRef } from "react";
import { IconCamera } from "#icons";

export function PhotoButton({
  label,
  take,
  ...look
}: { label: string; take: (file: File) => void } & Pick<ButtonProps, "variant" | "loading" | "size">) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={label}
        className="sr"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) take(file);
          currentTarget.value = "";
        }}
      />
      <Button {...look} leftSection={<IconCamera size={18} />} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
