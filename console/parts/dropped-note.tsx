/** Says above a page what its address named that the page does not know. */
import { CloseButton } from "@mantine/core";
import { type ComponentType, useEffect, useSyncExternalStore } from "react";
import { text } from "../language/text.ts";
import { droppedParams, forgetDropped } from "./dropped-params.ts";

let open_page: string | null = null;

function DroppedNote({ page }: { page: string }) {
  const dropped = useSyncExternalStore(droppedParams.subscribe, () => droppedParams.at(page));
  useEffect(() => {
    open_page = page;
    return () => {
      open_page = null;
      // Development mounts a page twice, so it is known a moment later whether it was left.
      queueMicrotask(() => {
        if (open_page !== page) forgetDropped(page);
      });
    };
  }, [page]);
  if (dropped.length === 0) return null;
  return (
    <div className="note dropped-note tone-warn" role="status">
      <span>
        {text.dropped.about}{" "}
        {dropped.map(({ name, value }, index) => (
          <span key={name}>
            {index === 0 ? "" : ", "}
            <code>
              {name}={value}
            </code>
          </span>
        ))}
      </span>
      <CloseButton size="sm" aria-label={text.dropped.close} onClick={() => forgetDropped(page)} />
    </div>
  );
}

/** The component of the page, below the note. */
export function withDroppedNote(Body: ComponentType, page: string): ComponentType {
  return () => (
    <>
      <DroppedNote page={page} />
      <Body />
    </>
  );
}
