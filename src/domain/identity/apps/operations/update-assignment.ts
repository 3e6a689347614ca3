/**
 * Change what one client may do with an app, or suspend it there: the app then returns 403 to that client, and its
 * sessions are suspended. Source: our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { messages } from "../messages.ts";
import {
  AppAssignment,
  ASSIGNMENT_COLUMNS,
  ASSIGNMENT_FROM,
  ASSIGNMENT_STATUSES,
  assignmentMembers,
} from "../platform-shapes.ts";
import { AssignmentRecord } from "../records/app-assignment.ts";

export const updateAssignment = defineOperation({
  name: "platformAppAssignmentUpdate",
  summary: "Update a client's app",
  access: { roles: ["platform_admin"], scopes: ["platform:admin"] },
  rest: { method: "PATCH", path: "/api/v1/platform/apps/{code}/assignments/{client_code}" },
  needs_sign_in: true,
  input: Type.Object({
    code: Type.String({ minLength: 1, maxLength: 40 }),
    client_code: Type.String({ minLength: 1, maxLength: 40 }),
    ...assignmentMembers,
    status: Type.Optional(StringEnum(ASSIGNMENT_STATUSES)),
    status_reason: Type.Optional(Type.String({ maxLength: 255, description: "For the record." })),
  }),
  output: Type.Object({ result: Type.Boolean(), assignment: AppAssignment }),

  async run(context, { code, client_code, ...input }) {
    const { db, now, emit, refuse, expectVersion, clearCallerCache } = context;
    const find = (lock: string) =>
      db.row<AppAssignment & { business_id: number }>(
        `select ${ASSIGNMENT_COLUMNS} from ${ASSIGNMENT_FROM} where p.code = $1 and b.code = $2 ${lock}`,
        [code, client_code],
      );
    const old = await find("for update of g");
    if (old === undefined)
      throw refuse("not_found", {
        message: messages.client_without_app,
        values: { client: client_code, code },
      });
    expectVersion(old.configuration_version);
    const { allowed_capabilities = old.allowed_capabilities, allowed_methods = old.allowed_methods } = input;
    const { status = old.status, status_reason = old.status_reason } = input;
    const after = { allowed_capabilities, allowed_methods, status, status_reason };
    const changed = (Object.keys(after) as (keyof typeof after)[]).filter(
      (member) => JSON.stringify(after[member]) !== JSON.stringify(old[member]),
    );
    if (changed.length === 0) return { result: true, assignment: old };
    await AssignmentRecord.change({ db, now, business_id: old.business_id }, old, {
      ...after,
      configuration_version: old.configuration_version + 1,
    });
    const members = (from: typeof after) =>
      Object.fromEntries(changed.map((member) => [member, from[member]]));
    emit({
      subject: { type: "app_assignment", id: old.id },
      business_id: old.business_id,
      kind: status === old.status ? "app.assignment_updated" : `app.assignment_${status}`,
      payload: { app: code, changed },
      before: members(old),
      after: members(after),
    });
    clearCallerCache();
    const assignment = await find("");
    if (assignment === undefined) throw new Error("A locked assignment was gone.");
    return { result: true, assignment };
  },
});
