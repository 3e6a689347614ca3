/** What recipients get, in the language that is edited and in all others. */
import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ClientNotificationPreviewOutput } from "../../../../packages/client/client.gen.ts";
import { ApiError } from "../../../api/client.ts";
import { nameLanguage } from "../../../language/language.ts";
import { listErrors } from "../../../parts/errors.ts";
import { OtherErrors } from "../../../parts/form.tsx";
import { Failure, Waiting } from "../../../parts/states.tsx";
import { type Channel, type Event, type Language, previewQuery } from "./queries.ts";
import { text } from "./text.ts";

type Preview = ClientNotificationPreviewOutput["previews"][number];

export function Previews({
  event,
  channel,
  draft,
}: {
  event: Event;
  channel: Channel;
  draft: { language: Language; subject: string; body: string };
}) {
  const [all, setAll] = useState(false);
  const query = useQuery(previewQuery({ event, channel, draft }));
  const previews = query.data?.previews ?? [];
  const visible_previews = all ? previews : previews.filter(({ language }) => language === draft.language);
  return (
    <section className="notify-previews" aria-label={text.preview}>
      <div className="row apart nowrap">
        <h3>{text.preview}</h3>
        <Switch
          size="xs"
          label={text.all_languages}
          checked={all}
          onChange={(change) => setAll(change.currentTarget.checked)}
        />
      </div>
      {query.error instanceof ApiError && query.error.status === 422 ? (
        <OtherErrors
          title={text.not_valid}
          errors={listErrors(query.error).map(({ full_message }) => full_message)}
        />
      ) : query.error ? (
        <Failure error={query.error} retry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <Waiting rows={4} />
      ) : (
        visible_previews.map((preview) => (
          <OnePreview key={preview.language} preview={preview} channel={channel} />
        ))
      )}
    </section>
  );
}

export function OnePreview({ preview, channel }: { preview: Preview; channel: Channel }) {
  const { language, subject, text: body, html, sms } = preview;
  return (
    <article className="notify-preview" lang={language}>
      <p className="dim small" lang="">
        {nameLanguage(language)}
      </p>
      {html !== null ? (
        <>
          <p className="strong">{subject}</p>
          {/* Nothing in it runs, and it reaches nothing. */}
          <iframe className="notify-html" sandbox="" srcDoc={html} title={`${text.preview}: ${subject}`} />
        </>
      ) : (
        <div className={channel === "sms" ? "notify-bubble" : "notify-push"}>
          {subject ? <p className="strong">{subject}</p> : null}
          <p>{body}</p>
        </div>
      )}
      {sms ? (
        <p className={sms.segments > 2 ? "small notify-many" : "dim small"}>
          {text.segments({ count: sms.segments })} ·{" "}
          {text.encoding[sms.encoding]({ characters: sms.characters })}
          {sms.beyond_gsm7.length > 0 ? (
            <> · {text.beyond({ characters: sms.beyond_gsm7.slice(0, 8).join(" ") })}</>
          ) : null}
        </p>
      ) : null}
    </article>
  );
}
