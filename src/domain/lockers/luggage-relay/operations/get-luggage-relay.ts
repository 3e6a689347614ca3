/** A luggage relay with each change of custody: who had which bag when, with its tag and photo. */
import Type from "typebox";
import { listNotices, Notice } from "#domain/execution/notifications/public.ts";
import { listReach } from "#domain/warehouse/warehouses/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { listScans } from "../records/relay.ts";
import { SCANS } from "../rules.ts";
import { answerRelay, RelayAnswer } from "../shapes.ts";

export const getLuggageRelay = defineOperation({
  name: "luggageRelay",
  summary: "Get a luggage relay",
  access: { roles: ["client_admin", "employee", "driver"], scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/luggage-relay/{relay_id}" },
  input: Type.Object({ relay_id: Ref("luggage_relay") }),
  output: Type.Object({
    ...RelayAnswer.properties,
    scans: Type.Array(
      Type.Object(
        {
          step: StringEnum(SCANS),
          bag_id: Ref("luggage_bag"),
          tag: Type.String({ description: "As it was then." }),
          photo_file_id: Ref("file"),
          account: Nullable(Type.String({ description: "Who scanned it." })),
          scanned_at: Timestamp,
        },
        { $id: "RelayScan" },
      ),
      { description: "Each bag at each change of custody, the first one first." },
    ),
    notices: Type.Array(Notice, {
      description: "What the renter was told, the latest first; none for drivers.",
    }),
    hubs: Type.Array(
      Type.Object({ warehouse_id: Ref("warehouse"), name: Type.String() }, { $id: "RelayHub" }),
      {
        description: "Where the caller may bring the bags.",
      },
    ),
  }),

  async run(context, { relay_id }) {
    const answer = await answerRelay(context, relay_id);
    const { db, business_id, actor } = context;
    const notices =
      actor.role === "driver" ? [] : await listNotices(context, { type: "luggage_relay", id: relay_id });
    const hubs = await db.rows<{ warehouse_id: number; name: string }>(
      `select id as warehouse_id, name from warehouse
        where business_id = $1 and status = 'open' and ($2::bigint[] is null or id = any($2)) order by id`,
      [business_id, listReach(context)],
    );
    return { ...answer, scans: await listScans(context, relay_id), notices, hubs };
  },
});
