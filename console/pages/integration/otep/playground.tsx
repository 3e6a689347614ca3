/**
 * Playground of the tracking event protocol, for anybody who sends events or reads timelines, signed in or not.
 */

import { SegmentedControl } from "@mantine/core";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Waiting } from "../../../parts/states.tsx";
import { usePageTitle } from "../../../parts/use-page-title.ts";
import { PublicFrame } from "../../tracking/tracking/public-frame.tsx";
import "./playground.css";

const DocumentPlayground = lazy(() => import("./document-playground.tsx"));
const NumberPlayground = lazy(() => import("./number-playground.tsx"));

const route = getRouteApi("/otep");

export function Playground() {
  usePageTitle();
  const search = route.useSearch();
  const navigate = useNavigate();
  const mode = search.mode ?? (search.number === undefined ? "document" : "number");
  return (
    <PublicFrame carrier="Event playground" wide>
      <header className="play-head">
        <div>
          <h1>Tracking events, tried out</h1>
          <p className="dim">
            The validator, the timeline and the fourteen output formats of the Open Tracking Event Protocol.
            Nothing you paste is stored.
          </p>
        </div>
        <SegmentedControl
          aria-label="What to try"
          value={mode}
          onChange={(next) =>
            void navigate({ to: "/otep", search: { ...search, mode: next as "document" | "number" } })
          }
          data={[
            { value: "document", label: "A document" },
            { value: "number", label: "A tracking number" },
          ]}
        />
      </header>
      <Suspense fallback={<Waiting rows={12} />}>
        {mode === "document" ? <DocumentPlayground /> : <NumberPlayground key={search.number} />}
      </Suspense>
    </PublicFrame>
  );
}
