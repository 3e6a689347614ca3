/** The form of a service beside what its customers see of it. */
import { Alert, Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { client } from "../../../api/client.ts";
import { OtherErrors, type SaveForm, UnsavedChanges, useSaveForm } from "../../../parts/form.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { OptionsSheets } from "./option-rows.tsx";
import "./order-form/order-form.css";
import { Preview } from "./preview.tsx";
import { previewQuery, SERVICES_KEY, type Service } from "./queries.ts";
import { QuestionsSheet } from "./question-fields.tsx";
import { findRepeatedNames } from "./questions.ts";
import {
  isSameDefinition,
  type Member,
  mergeValues,
  NEW_SERVICE,
  type ServiceValues,
  toDefinition,
  toIdentity,
  toPath,
  toValues,
} from "./service-values.ts";
import { TermsSheets } from "./terms-fields.tsx";
import { text } from "./text.ts";

const RULES = getRules("clientServiceCreate");
export type ServicePath = NonNullable<typeof RULES.member>;
export type ServiceForm = SaveForm<ServiceValues, ServicePath>;

export interface SheetProps {
  form: ServiceForm;
  may_write: boolean;
  /** Kind, family and code never change. */
  is_new: boolean;
}

export function Editor({
  base,
  newest,
  draft,
  may_write,
  rebase = () => {},
  saved = () => {},
}: {
  /** Null for a new service. */
  base: Service | null;
  newest: Service | null;
  /** Values to begin with, where they are not those of `base`. */
  draft: ServiceValues | null;
  may_write: boolean;
  /** Starts the form again from the newest version, with these values; null: with that version's own. */
  rebase?: (values: ServiceValues | null) => void;
  saved?: (service: Service) => void;
}) {
  const openService = useOpenRecord("service");
  const [is_leaving, setIsLeaving] = useState(false);
  const start = base === null ? NEW_SERVICE : toValues(base);
  const current = useRef(start);
  const form = useSaveForm<ServiceValues, { service: Service }, ServicePath>({
    rules: RULES,
    initial: draft ?? start,
    run: ({ active_from, ...values }) => {
      const when = active_from === "" ? {} : { active_from };
      const definition = toDefinition({ active_from, ...values });
      return base === null
        ? client.clientServiceCreate({ ...toIdentity({ active_from, ...values }), ...when, ...definition })
        : client.clientServiceReplace(
            { service_id: base.id, ...when, ...definition },
            { if_match: base.version },
          );
    },
    keys: [SERVICES_KEY],
    success_message: base === null ? text.created : text.saved,
    disabled: !may_write,
    toPath: (path) => toPath(path, current.current),
    done: ({ service }) => {
      if (base !== null) return saved(service);
      setIsLeaving(true);
      openService(service.id, { is_saved: true });
    },
  });
  const { values } = form;
  current.current = values;
  const is_dirty = !isSameDefinition(values, start);
  const is_behind = base !== null && newest !== null && newest.version > base.version;
  // What nobody has changed here follows the newest version.
  useEffect(() => {
    if (is_behind && !is_dirty) rebase(null);
  });
  const repeated = findRepeatedNames(values.questions);
  const [settled] = useDebouncedValue(
    JSON.stringify({ ...toIdentity(values), ...toDefinition(values) }),
    400,
  );
  const preview = useQuery({ ...previewQuery(JSON.parse(settled)), enabled: values.name.trim() !== "" });
  const sheet = { form, may_write, is_new: base === null };
  return (
    <form className="service-split" {...form.props}>
      <div className="service-beside">
        {is_behind && is_dirty ? (
          <Conflict
            base={start}
            mine={values}
            saved={toValues(newest)}
            version={newest.version}
            rebase={rebase}
          />
        ) : null}
        <OtherErrors errors={form.others} />
        <TermsSheets {...sheet} />
        <QuestionsSheet {...sheet} />
        <OptionsSheets {...sheet} />
        {repeated.length > 0 ? (
          <p className="note tone-bad" role="alert">
            {text.questions.repeated({ names: repeated.join(", ") })}
          </p>
        ) : null}
        {may_write ? (
          <div className="row service-save">
            {is_dirty && base !== null ? (
              <Button variant="default" onClick={() => rebase(null)}>
                {text.discard}
              </Button>
            ) : null}
            <Button
              type="submit"
              loading={form.is_saving}
              disabled={(base !== null && !is_dirty) || repeated.length > 0 || is_behind}
            >
              {base === null ? text.create : text.save}
            </Button>
          </div>
        ) : null}
      </div>
      <div className="service-aside service-preview">
        <Preview
          config={preview.data?.config}
          error={preview.error}
          is_stale={preview.isFetching || preview.isPlaceholderData}
          definition={settled}
        />
      </div>
      <UnsavedChanges form={{ isDirty: () => is_dirty && !is_leaving, is_saving: form.is_saving }} />
    </form>
  );
}

/** Somebody else saved a version meanwhile: both are kept, member by member. */
function Conflict({
  base,
  mine,
  saved,
  version,
  rebase,
}: {
  base: ServiceValues;
  mine: ServiceValues;
  saved: ServiceValues;
  version: number;
  rebase: (values: ServiceValues | null) => void;
}) {
  const { values, theirs, both } = mergeValues(base, mine, saved);
  const list = (members: readonly Member[]) => members.map((member) => text.members[member]).join(", ");
  return (
    <Alert color="yellow" variant="outline" role="alert" title={text.conflict.title({ n: version })}>
      <div className="stack tight">
        <p>{text.conflict.about}</p>
        {theirs.length > 0 ? <p>{text.conflict.theirs({ members: list(theirs) })}</p> : null}
        {both.length > 0 ? <p>{text.conflict.both({ members: list(both) })}</p> : null}
        <div className="row" style={{ marginTop: 4 }}>
          <Button size="xs" onClick={() => rebase(values)}>
            {text.conflict.merge}
          </Button>
          <Button size="xs" variant="default" onClick={() => rebase(null)}>
            {text.conflict.take}
          </Button>
        </div>
      </div>
    </Alert>
  );
}
