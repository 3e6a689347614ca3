/** What was published of a map: which fields each version shows that the one before it did not, and one of them again. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconClock } from "#icons";
import type { CustomMapVersion } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { Tag } from "../../../parts/badge.tsx";
import { Sheet } from "../../../parts/page.tsx";
import { Empty, Failure, Waiting } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import { compareVersions } from "./compare-versions.ts";
import { type CustomMap, versionsQuery } from "./queries.ts";
import { text } from "./text.ts";

export function Versions({ map }: { map: CustomMap }) {
  const may_write = useMe().permissions.includes("maps:write");
  const times = useTimes();
  const query = useQuery(versionsQuery(map));
  const [again, setAgain] = useState<number | null>(null);
  const [withdrawing, setWithdrawing] = useState(false);
  if (query.data === undefined)
    return query.error ? (
      <Failure error={query.error} retry={() => void query.refetch()} />
    ) : (
      <Waiting rows={3} />
    );
  const { versions } = query.data;
  return (
    <Sheet
      title={text.versions.title}
      pad={false}
      actions={
        may_write && map.published_number !== null ? (
          <Button size="xs" variant="default" color="red" onClick={() => setWithdrawing(true)}>
            {text.versions.withdraw}
          </Button>
        ) : null
      }
    >
      {versions.length === 0 ? (
        <Empty icon={IconClock} title={text.versions.none}>
          {text.versions.none_about}
        </Empty>
      ) : (
        <ul className="list">
          {versions.map((version, index) => (
            <li key={version.number} className="map-editor-note stack tight">
              <span className="row apart">
                <span className="row tight">
                  <span className="strong">{text.versions.version({ number: version.number })}</span>
                  {version.is_published ? <Tag tone="good">{text.versions.current}</Tag> : null}
                </span>
                {may_write && !version.is_published ? (
                  <Button variant="default" size="xs" onClick={() => setAgain(version.number)}>
                    {text.versions.again}
                  </Button>
                ) : null}
              </span>
              <span className="dim small">
                {times.moment(version.created_at)}
                {version.note === "" ? "" : ` · ${version.note}`}
              </span>
              <Differences version={version} before={versions[index + 1]} />
            </li>
          ))}
        </ul>
      )}
      <ActionDialog
        name="mapPublish again"
        opened={again !== null}
        close={() => setAgain(null)}
        title={text.versions.again_title({ number: again ?? 0 })}
        confirm={text.versions.again}
        input={again === null ? null : { map_id: map.id, number: again }}
        run={(options) =>
          client.mapPublish({ map_id: map.id, number: again ?? 0 }, { ...options, if_match: map.version })
        }
        done={({ number }) => {
          setAgain(null);
          notifySuccess(text.publish.done({ number }));
        }}
      >
        <p>{text.versions.again_about}</p>
      </ActionDialog>
      <ActionDialog
        name="mapUnpublish"
        opened={withdrawing}
        close={() => setWithdrawing(false)}
        title={text.versions.withdraw_title}
        confirm={text.versions.withdraw}
        danger
        input={{ map_id: map.id }}
        run={(options) => client.mapUnpublish({ map_id: map.id }, { ...options, if_match: map.version })}
        done={() => {
          setWithdrawing(false);
          notifySuccess(text.versions.withdrawn);
        }}
      >
        <p>{text.versions.withdraw_about}</p>
      </ActionDialog>
    </Sheet>
  );
}

function Differences({
  version,
  before,
}: {
  version: CustomMapVersion;
  before: CustomMapVersion | undefined;
}) {
  if (before === undefined) return null;
  const differences = compareVersions(before, version);
  if (differences.length === 0) return <span className="dim small">{text.versions.same}</span>;
  return (
    <ul className="small">
      {differences.map(({ layer, kind, fields }) => (
        <li key={`${layer} ${kind}`}>{text.versions.changes[kind]({ layer, fields: fields.join(", ") })}</li>
      ))}
    </ul>
  );
}
