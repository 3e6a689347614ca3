/**
 * Playground of the tracking event protocol, for anybody who sends events or reads timelines, signed in or not.
 */

import { SegmentedControl } from "@mantine/core";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { loadWithTexts } from "../../../language/texts.ts";
import { Waiting } from "../../../parts/states.tsx";
import { usePageTitle } from "../../../parts/use-page-title.ts";
import { PublicFrame } from "../../tracking/tracking/public-frame.tsx";
import { text } from "./text.ts";
import "./playground.css";

const DocumentPlayground = lazy(() => loadWithTexts(() => import("./document-playground.tsx")));
const NumberPlayground = lazy(() => loadWithTexts(() => import("./number-playground.tsx")));

const route = getRouteApi("/otep");

export function Playground() {
  usePageTitle();
  const search = route.useSearch();
  const navigate = useNavigate();
  const mode = search.mode ?? (search.number === undefined ? "document" : "number");
  return (
    <PublicFrame carrier={text.brand} wide>
      <header className="play-head">
        <div>
          <h1>{text.title}</h1>
          <p className="dim">{text.about}</p>
        </div>
        <SegmentedControl
          aria-label={text.modes}
          value={mode}
          onChange={(next) =>
            void navigate({ to: "/otep", search: { ...search, mode: next as "document" | "number" } })
          }
          data={[
            { value: "document", label: text.document_mode },
            { value: "number", label: text.number_mode },
          ]}
        />
      </header>
      <Suspense fallback={<Waiting rows={12} />}>
        {mode === "document" ? <DocumentPlayground /> : <NumberPlayground key={search.number} />}
      </Suspense>
    </PublicFrame>
  );
}
