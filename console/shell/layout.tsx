/** The layout of the page that is open: the console's, or the frame of an app, which is loaded when it is needed. */
import { useLocation } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { loadWithTexts } from "../language/texts.ts";
import { Waiting } from "../parts/states.tsx";
import { listAppsAt } from "./manifests.ts";
import { Shell } from "./shell.tsx";

const FieldLayout = lazy(() =>
  loadWithTexts(() =>
    import("../field/field-layout.tsx").then((module) => ({ default: module.FieldLayout })),
  ),
);

export function Layout() {
  const { pathname } = useLocation();
  if (listAppsAt(pathname).length === 0) return <Shell />;
  return (
    <Suspense fallback={<Waiting />}>
      <FieldLayout />
    </Suspense>
  );
}
