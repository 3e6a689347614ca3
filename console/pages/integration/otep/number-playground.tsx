/** The public timeline of a tracking number in each format, as any reader of the protocol receives it. */
import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { IconPackageOff, IconSearch } from "#icons";
import { ApiError } from "../../../api/client.ts";
import { Copy } from "../../../parts/copy.tsx";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { Empty, Loaded } from "../../../parts/states.tsx";
import { TraceView } from "../../../parts/trace/trace.tsx";
import { DocumentTimeline } from "./document-timeline.tsx";
import { FormatChoice, FormatText } from "./formats.tsx";
import { documentQuery, timelineAddress, timelineQuery } from "./queries.ts";
import { text } from "./text.ts";

const route = getRouteApi("/otep");

export default function NumberPlayground() {
  const { number = "", format = "otep" } = route.useSearch();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(number);
  const clean = typed.replaceAll(/\s/g, "");
  const timeline = useQuery({ ...timelineQuery(number, "anonymous"), enabled: number !== "" });
  const unknown =
    timeline.error instanceof ApiError && (timeline.error.status === 404 || timeline.error.status === 422);
  return (
    <div className="stack" style={{ gap: 14 }}>
      <form
        className="sheet play-tools"
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({ to: "/otep", search: { mode: "number", number: clean, format }, replace: true });
        }}
      >
        <TextInput
          className="grow"
          label={text.number.label}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          spellCheck={false}
          autoComplete="off"
          {...toMemberProps(getRules("otepTracking"), "tracking_number", { required: false })}
          classNames={{ input: "mono" }}
        />
        <Button type="submit" leftSection={<IconSearch size={15} />} disabled={clean.length < 4}>
          {text.number.show}
        </Button>
      </form>
      {number === "" ? (
        <section className="sheet">
          <Empty icon={IconSearch} title={text.number.any}>
            {text.number.any_about}
          </Empty>
        </section>
      ) : unknown ? (
        <section className="sheet">
          <Empty icon={IconPackageOff} title={text.number.unknown}>
            {timeline.error?.message}
          </Empty>
        </section>
      ) : (
        <div className="play">
          <section className="sheet play-left" aria-label={text.document}>
            <div className="play-tools">
              <FormatChoice
                value={format}
                choose={(next) =>
                  void navigate({
                    to: "/otep",
                    search: { mode: "number", number, format: next },
                    replace: true,
                  })
                }
              />
            </div>
            <Curl number={number} format={format} />
            <AsServed number={number} format={format} event_count={timeline.data?.event_count} />
          </section>
          <section className="sheet play-right" aria-label={text.view}>
            <div className="sheet-body">
              {format === "otlp" ? <Traced number={number} /> : null}
              <Loaded query={timeline}>
                {(loaded_timeline) => <DocumentTimeline timeline={loaded_timeline} />}
              </Loaded>
            </div>
          </section>
        </div>
      )}
    </div>
  );
}

function Curl({ number, format }: { number: string; format: string }) {
  const command = `curl '${location.origin}${timelineAddress(number, format)}'`;
  return (
    <div className="play-curl">
      <code className="mono grow">{command}</code>
      <Copy value={command} label={text.number.command} />
    </div>
  );
}

/** A view of the document that fits its format. */
function Traced({ number }: { number: string }) {
  const query = useQuery(documentQuery(number, "otlp"));
  return (
    <div className="play-trace">
      <Loaded query={query}>{({ document }) => <TraceView document={document} />}</Loaded>
    </div>
  );
}

function AsServed({
  number,
  format,
  event_count,
}: {
  number: string;
  format: string;
  event_count: number | undefined;
}) {
  const query = useQuery(documentQuery(number, format));
  return (
    <div className="play-served">
      <Loaded query={query}>
        {({ document, loss, media_type }) => (
          <FormatText
            format={format}
            document={document}
            loss={loss}
            media_type={media_type}
            event_count={event_count}
          />
        )}
      </Loaded>
    </div>
  );
}
