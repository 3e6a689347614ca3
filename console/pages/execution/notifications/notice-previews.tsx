/** The words of notices at lockers, as people get them in every language. */
import { Select, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getLanguage } from "../../../language/language.ts";
import { nameCode } from "../../../parts/labels.ts";
import { Sheet } from "../../../parts/page.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { OnePreview } from "./previews.tsx";
import { noticePreviewQuery } from "./queries.ts";
import { text } from "./text.ts";
import "./notifications.css";

const CHANNELS = ["sms", "email"] as const;

export function NoticePreviews() {
  const [kind, setKind] = useState<string>();
  const [channel, setChannel] = useState<(typeof CHANNELS)[number]>("sms");
  const [all, setAll] = useState(false);
  const query = useQuery(noticePreviewQuery({ channel, ...(kind === undefined ? {} : { kind }) }));
  return (
    <Sheet title={text.notices.texts}>
      <Loaded query={query}>
        {(answer) => (
          <div className="stack" style={{ gap: 16 }}>
            <p className="dim small">{text.notices.texts_about}</p>
            <div className="form-grid">
              <Select
                label={text.notices.kind}
                data={answer.kinds.map((value) => ({ value, label: nameCode(text.notices.kinds, value) }))}
                value={kind ?? answer.kind}
                allowDeselect={false}
                searchable
                onChange={(value) => setKind(value ?? answer.kind)}
              />
              <Select
                label={text.channel}
                data={CHANNELS.map((value) => ({ value, label: nameCode(text.channels, value) }))}
                value={channel}
                allowDeselect={false}
                onChange={(value) => setChannel(value ?? "sms")}
              />
            </div>
            <section className="notify-previews" aria-label={text.notices.texts}>
              <div className="row apart nowrap">
                <h3>{text.preview}</h3>
                <Switch
                  size="xs"
                  label={text.all_languages}
                  checked={all}
                  onChange={(change) => setAll(change.currentTarget.checked)}
                />
              </div>
              {answer.previews
                .filter(({ language }) => all || language === getLanguage())
                .map((preview) => (
                  <OnePreview key={preview.language} preview={preview} channel={channel} />
                ))}
            </section>
          </div>
        )}
      </Loaded>
    </Sheet>
  );
}
