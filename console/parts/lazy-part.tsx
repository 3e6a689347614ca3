/** A dialog or drawer that is loaded when it is first opened: a page does not wait for it. */
import { type ComponentType, lazy, Suspense } from "react";
import { loadWithTexts } from "../language/texts.ts";

export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await loadWithTexts(load) })) as unknown as ComponentType<Props>;
  return (props) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}
