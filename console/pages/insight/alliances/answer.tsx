/** What the business has to do or to know about its own membership: an invitation, new terms, a suspension, the end. */
import { Alert, Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { ApiError, client } from "../../../api/client.ts";
import { useSave } from "../../../parts/save.ts";
import { notifyFailure, notifyWarning } from "../../../parts/toast.ts";
import { type Alliance, KEYS } from "./queries.ts";
import { text } from "./text.ts";

export function Answer({ alliance, may_write }: { alliance: Alliance; may_write: boolean }) {
  const { status, state, must_sign } = alliance;
  if (status === "closed") return <Notice color="gray" title={text.closed} about={text.closed_about} />;
  if (state === "invited" || must_sign) return <Sign alliance={alliance} may_write={may_write} />;
  if (state === "suspended")
    return (
      <Notice
        color="yellow"
        title={text.suspended_title}
        about={[
          text.suspended_about,
          alliance.suspension_reason ? `${text.reason}: ${alliance.suspension_reason}` : "",
        ]
          .filter(Boolean)
          .join(" ")}
      />
    );
  if (state === "left") return <Notice color="gray" title={text.states.left} about={text.left_about} />;
  if (state === "declined")
    return <Notice color="gray" title={text.states.declined} about={text.declined_about} />;
  return null;
}

function Notice({ color, title, about }: { color: string; title: string; about: string }) {
  return (
    <Alert color={color} variant="outline" role="status" title={title}>
      {about}
    </Alert>
  );
}

function Sign({ alliance, may_write }: { alliance: Alliance; may_write: boolean }) {
  const queries = useQueryClient();
  const { id: alliance_id, terms_version, state } = alliance;
  const is_invited = state === "invited";
  const sign = useSave(() => client.allianceAccept({ alliance_id, terms_version }), {
    keys: KEYS,
    success_message: text.signed,
    refused: (error) => {
      if (!(error instanceof ApiError) || error.error_code !== "TERMS_CHANGED") return notifyFailure(error);
      notifyWarning(text.reload_terms);
      for (const queryKey of KEYS) void queries.invalidateQueries({ queryKey });
    },
  });
  const decline = useSave(() => client.allianceDecline({ alliance_id }), {
    keys: KEYS,
    success_message: text.declined,
  });
  return (
    <section className="sheet" aria-label={text.terms}>
      <div className="sheet-head">
        <h2>{is_invited ? text.invitation({ name: alliance.owner.name }) : text.new_terms}</h2>
      </div>
      <div className="sheet-body stack">
        <p className="dim">{is_invited ? text.invitation_about : text.new_terms_about}</p>
        <div className="stack tight">
          <h3>
            {text.terms} · {text.terms_version({ n: terms_version })}
          </h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long terms are scrolled with the keyboard. */}
          <section className="alliance-terms" tabIndex={0} aria-label={text.terms}>
            {alliance.terms}
          </section>
        </div>
        {may_write ? (
          <div className="row">
            <Button loading={sign.isPending} onClick={() => sign.mutate(undefined)}>
              {is_invited ? text.accept : text.sign}
            </Button>
            {is_invited ? (
              <Button variant="default" loading={decline.isPending} onClick={() => decline.mutate(undefined)}>
                {text.decline}
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
    </section>
  );
}
