/** Where guests reserve, to copy, print and embed; and the calendar of a bookable. */
import { Alert, Button } from "@mantine/core";
import { useState } from "react";
import { IconDownload } from "#icons";
import type { Bookable } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { Copy } from "../../../parts/copy.tsx";
import { download } from "../../../parts/download.ts";
import { QrCode } from "../../../parts/qr-code.tsx";
import { buildQrFile } from "../../../parts/qr-path.ts";
import { useSave } from "../../../parts/save.ts";
import { text } from "./text.ts";

export function BookableAddresses({ bookable }: { bookable: Bookable }) {
  const [feed_url, setFeedUrl] = useState<string | null>(null);
  const feed = useSave(() => client.bookableFeedCreate({ bookable_id: bookable.id }), {
    keys: [],
    success_message: () => null,
    done: (answer) => setFeedUrl(answer.feed_url),
  });
  return (
    <section className="stack">
      <div className="row nowrap">
        <QrCode value={bookable.page_url} label={text.bookables.qr} />
        <div className="stack grow">
          <p className="row tight nowrap">
            <a className="small cut" href={bookable.page_url} target="_blank" rel="noreferrer">
              {bookable.page_url}
            </a>
            <Copy value={bookable.page_url} label={text.bookables.copy_page} />
          </p>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} />}
            onClick={() =>
              download(
                new Blob([buildQrFile(bookable.page_url)], { type: "image/svg+xml" }),
                `${bookable.code}.svg`,
              )
            }
          >
            {text.bookables.save_qr}
          </Button>
          <p className="row tight nowrap">
            <span className="dim small">{text.bookables.link_code}</span>
            <Copy value={buildLinkCode(bookable)} label={text.bookables.link_code} />
          </p>
        </div>
      </div>
      {feed_url === null ? (
        <Button variant="default" size="xs" loading={feed.isPending} onClick={() => feed.mutate(undefined)}>
          {bookable.has_feed ? text.bookables.renew_feed : text.bookables.create_feed}
        </Button>
      ) : (
        <Alert color="green" title={text.bookables.feed_shown_once}>
          <span className="row tight">
            <span className="small cut">{feed_url}</span>
            <Copy value={feed_url} label={text.bookables.copy_feed} />
          </span>
        </Alert>
      )}
    </section>
  );
}

const escapeHtml = (value: string): string =>
  value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** For a page of the business. A link, because no page of another site may frame this one. */
const buildLinkCode = ({ page_url, name }: Bookable): string =>
  `<a href="${escapeHtml(page_url)}" target="_blank" rel="noopener">${escapeHtml(name)}</a>`;
