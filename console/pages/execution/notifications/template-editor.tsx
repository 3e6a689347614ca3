/** The words of each notification: one editor, with what recipients get in every language beside it. */

import { Button, Select, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { getLanguage, nameLanguage } from "../../../language/language.ts";
import { Tag } from "../../../parts/badge.tsx";
import { OtherErrors, UnsavedChanges, useSaveForm } from "../../../parts/form.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { nameCode } from "../../../parts/labels.ts";
import { Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Loaded } from "../../../parts/states.tsx";
import { notifyFailure, notifySuccess, notifyWarning } from "../../../parts/toast.ts";
import { Previews } from "./previews.tsx";
import {
  CHANNELS,
  type Channel,
  type Event,
  type Language,
  TEMPLATES_KEY,
  type Template,
  templatesQuery,
} from "./queries.ts";
import { text } from "./text.ts";
import "./notifications.css";

interface TemplateChoice {
  event: Event;
  channel: Channel;
  language: Language;
}

export function TemplateEditor() {
  const [choice, setChoice] = useState<TemplateChoice>({
    event: "out_for_delivery",
    channel: "sms",
    language: getLanguage() as Language,
  });
  const { event, channel, language } = choice;
  const query = useQuery(templatesQuery({ event, channel }));
  const choose = (part: Partial<TemplateChoice>) => setChoice((was) => ({ ...was, ...part }));
  return (
    <Sheet title={text.words}>
      <Loaded query={query}>
        {({ templates, variables }) => {
          const template = templates.find((one) => one.language === language) ?? templates[0];
          return (
            <div className="stack" style={{ gap: 16 }}>
              <p className="dim small">{text.words_about}</p>
              <div className="form-grid">
                <Select
                  label={text.event}
                  data={Object.entries(text.events).map(([value, label]) => ({ value, label }))}
                  value={event}
                  allowDeselect={false}
                  onChange={(value) => choose({ event: value as Event })}
                />
                <Select
                  label={text.channel}
                  data={CHANNELS.map((value) => ({ value, label: nameCode(text.channels, value) }))}
                  value={channel}
                  allowDeselect={false}
                  onChange={(value) => choose({ channel: value as Channel })}
                />
                <Select
                  label={text.language}
                  data={templates.map(({ language: value, is_own }) => ({
                    value,
                    label: is_own ? `${nameLanguage(value)} · ${text.own}` : nameLanguage(value),
                  }))}
                  value={language}
                  allowDeselect={false}
                  onChange={(value) => choose({ language: value as Language })}
                />
              </div>
              {template === undefined || query.isPlaceholderData ? null : (
                <Editor
                  key={`${event} ${channel} ${language} ${template.updated_at}`}
                  chosen={choice}
                  template={template}
                  variables={variables}
                />
              )}
            </div>
          );
        }}
      </Loaded>
    </Sheet>
  );
}

const PREVIEW_MS = 300;

function Editor({
  chosen,
  template,
  variables,
}: {
  chosen: TemplateChoice;
  template: Template;
  variables: readonly string[];
}) {
  const { event, channel, language } = chosen;
  const me = useMe();
  const may_write = me.permissions.includes("settings:write") && me.user.role === "client_admin";
  const body = useRef<HTMLTextAreaElement>(null);
  const form = useSaveForm({
    rules: getRules("clientNotificationTemplateSet"),
    initial: { subject: template.subject, body: template.body },
    run: (written) => client.clientNotificationTemplateSet({ ...chosen, ...written }),
    keys: [[TEMPLATES_KEY]],
    success_message: text.words_saved,
    disabled: !may_write,
  });
  const reset = useSave(() => client.clientNotificationTemplateRemove(chosen), {
    keys: [[TEMPLATES_KEY]],
    success_message: text.was_reset,
  });
  const [draft] = useDebouncedValue(form.values, PREVIEW_MS);
  const insert = (name: string) => {
    const field = body.current;
    const { selectionStart = draft.body.length, selectionEnd = draft.body.length } = field ?? {};
    const was = form.values.body;
    form.set({ body: `${was.slice(0, selectionStart)}{${name}}${was.slice(selectionEnd)}` });
    field?.focus();
  };
  return (
    <div className="notify-editor">
      <form className="stack" {...form.props}>
        <UnsavedChanges form={form} />
        {channel === "sms" ? null : (
          <TextInput
            label={channel === "email" ? text.subject : text.push_title}
            {...form.field("subject")}
          />
        )}
        <Textarea
          ref={body}
          label={text.body}
          autosize
          minRows={channel === "email" ? 7 : 4}
          {...form.field("body")}
        />
        <fieldset className="notify-variables" aria-label={text.variables}>
          {variables.map((name) => (
            <button
              key={name}
              type="button"
              className="notify-variable mono"
              disabled={!may_write}
              aria-label={text.insert({ name })}
              onClick={() => insert(name)}
            >
              {`{${name}}`}
            </button>
          ))}
        </fieldset>
        <OtherErrors errors={form.others} />
        {may_write ? (
          <div className="row">
            <Button type="submit" loading={form.is_saving} disabled={!form.isDirty()}>
              {text.save_words}
            </Button>
            {template.is_own ? (
              <Button variant="default" loading={reset.isPending} onClick={() => reset.mutate(undefined)}>
                {text.reset}
              </Button>
            ) : null}
            {channel === "web_push" ? null : (
              <TestButton chosen={{ event, language, channel }} disabled={form.isDirty()} />
            )}
          </div>
        ) : null}
        {template.is_own ? <Tag tone="blue">{text.own}</Tag> : null}
      </form>
      <Previews event={event} channel={channel} draft={{ language, ...draft }} />
    </div>
  );
}

/** Sends what is stored, so not while there is something else in the editor. */
function TestButton({
  chosen,
  disabled,
}: {
  chosen: { event: Event; language: Language; channel: "sms" | "email" };
  disabled: boolean;
}) {
  const test = useMutation({
    mutationFn: () => client.clientNotificationTest(chosen),
    onSuccess: ({ state, reason }) => {
      if (state === "failed") notifyWarning(reason ?? text.not_sent, text.test_failed);
      else notifySuccess(state === "kept" ? text.test_kept : text.test_sent);
    },
    onError: (error) => notifyFailure(error, text.not_sent),
  });
  return (
    <Button variant="default" disabled={disabled} loading={test.isPending} onClick={() => test.mutate()}>
      {text.test}
    </Button>
  );
}
