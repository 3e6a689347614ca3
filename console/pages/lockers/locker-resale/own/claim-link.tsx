/** The link that makes its holder the buyer: shown once, to be copied or sent. */
import { Button, CopyButton } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { IconCheck, IconCopy, IconMail, IconSend } from "#icons";
import { client } from "../../../../api/client.ts";
import { OtherErrors, useSaveForm } from "../../../../parts/form.tsx";
import { getRules } from "../../../../parts/form-rules.ts";
import { claimLinkKey, type ResaleHandover } from "../queries.ts";
import { BuyerContactFields, EMPTY_CONTACT, pickFilled } from "./buyer-contact.tsx";
import { text } from "./text.ts";

const RULES = getRules("resaleHandoverLinkCreate");

export function ClaimLink({ handover }: { handover: ResaleHandover }) {
  const { id: handover_id, status, buyer_name, has_claim_link, item } = handover;
  const queries = useQueryClient();
  const { data: url } = useQuery<string>({
    queryKey: claimLinkKey(handover_id),
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const renewal = useSaveForm({
    initial: { buyer_contact: EMPTY_CONTACT },
    rules: RULES,
    keys: [["resale"]],
    success_message: () => null,
    run: ({ buyer_contact }) =>
      client.resaleHandoverLinkCreate({ handover_id, buyer_contact: pickFilled(buyer_contact) }),
    done: ({ claim_url }) => queries.setQueryData(claimLinkKey(handover_id), claim_url),
  });
  const is_open = status === "LISTED" || status === "DEPOSIT_RESERVED" || status === "DEPOSITED";
  const waits_for_buyer = status === "CODE_ISSUED" || status === "INSPECTED";
  if (!is_open && !(has_claim_link && waits_for_buyer)) return null;
  const message = text.link.message({ item: item.title, url: url ?? "" });
  return (
    <section className="sheet" aria-label={text.link.title}>
      <div className="sheet-head">
        <h2>{text.link.title}</h2>
      </div>
      <div className="sheet-body stack">
        {has_claim_link ? (
          <p className="dim small">{text.link.about}</p>
        ) : (
          <p>{text.link.claimed({ buyer: buyer_name ?? text.unnamed_buyer })}</p>
        )}
        {url === undefined ? null : (
          <>
            <p className="sell-link mono">{url}</p>
            <div className="row tight">
              <CopyButton value={url}>
                {({ copied, copy }) => (
                  <Button
                    leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                    onClick={copy}
                  >
                    {copied ? text.link.copied : text.link.copy}
                  </Button>
                )}
              </CopyButton>
              {"share" in navigator ? (
                <Button
                  variant="default"
                  leftSection={<IconSend size={16} />}
                  // Whoever closes the dialog of the system sends nothing.
                  onClick={() => void navigator.share({ text: message }).catch(() => {})}
                >
                  {text.link.share}
                </Button>
              ) : null}
              <Button
                component="a"
                variant="default"
                href={`mailto:?subject=${encodeURIComponent(item.title)}&body=${encodeURIComponent(message)}`}
                leftSection={<IconMail size={16} />}
              >
                {text.link.mail}
              </Button>
            </div>
            <p className="dim small">{text.link.once}</p>
          </>
        )}
        {is_open && url === undefined ? (
          <form className="stack" {...renewal.props}>
            <p className="dim small">{text.link.renew_about}</p>
            <BuyerContactFields field={renewal.field} />
            <OtherErrors errors={renewal.others} />
            <Button type="submit" variant="default" loading={renewal.is_saving}>
              {text.link.renew}
            </Button>
          </form>
        ) : null}
        {is_open ? null : <p className="dim small">{text.link.fixed}</p>}
      </div>
    </section>
  );
}
