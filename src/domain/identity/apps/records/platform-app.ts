/** Apps of the installation: what one is, and how it is locked and changed. They are of no business. */
import type { Context } from "#operation/define/context.ts";
import { type Changes, defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type { PlatformApp } from "../platform-shapes.ts";

interface StoredApp extends Row<"platform_app"> {
  type: PlatformApp["type"];
  roles: PlatformApp["roles"];
  capabilities: PlatformApp["capabilities"];
  methods: PlatformApp["methods"];
  status: PlatformApp["status"];
}

export const PlatformAppRecord = defineRecord<"platform_app", StoredApp>("platform_app");

export interface PlatformAppRow extends StoredApp {
  /** Clients that have it. */
  assignments: number;
}

/** Columns of `platform_app p`. */
export const PLATFORM_APP_COLUMNS =
  "p.*, (select count(*) from app_assignment g where g.app_id = p.id) as assignments";

/** Find the app with this code and lock its row; refuses an unknown code. */
export async function lockApp(
  { db, refuse }: Pick<Context, "db" | "refuse">,
  code: string,
): Promise<PlatformAppRow> {
  const row = await db.row<PlatformAppRow>(
    `select ${PLATFORM_APP_COLUMNS} from platform_app p where p.code = $1 for update of p`,
    [code],
  );
  if (row === undefined) throw refuse("not_found", { message: messages.no_app, values: { code } });
  return row;
}

export type AppChange = Required<
  Omit<Changes<"platform_app", StoredApp>, "id" | "code" | "type" | "created_at">
>;

/** Of a locked app. By its id alone: the record's own change is of a business. */
export async function saveApp({ db }: Pick<Context, "db">, id: number, change: AppChange): Promise<void> {
  await db.execute(
    `update platform_app set name = $2, schema_version = $3, roles = $4, capabilities = $5, methods = $6,
       identity_provider = $7, server_client_id = $8, status = $9, status_reason = $10, version = version + 1
      where id = $1`,
    [
      id,
      change.name,
      change.schema_version,
      change.roles,
      change.capabilities,
      change.methods,
      change.identity_provider,
      change.server_client_id,
      change.status,
      change.status_reason,
    ],
  );
}
