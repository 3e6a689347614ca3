/**
 * Assign an app to a client. It is available at once, with registration closed until the client opens it. Source: our
 * choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { messages } from "../messages.ts";
import { AppAssignment, ASSIGNMENT_COLUMNS, ASSIGNMENT_FROM, assignmentMembers } from "../platform-shapes.ts";
import { AssignmentRecord } from "../records/app-assignment.ts";
import { lockApp } from "../records/platform-app.ts";

export const createAssignment = defineOperation({
  name: "platformAppAssignmentCreate",
  summary: "Assign an app to a client",
  access: { roles: ["platform_admin"], scopes: ["platform:admin"] },
  rest: { method: "POST", path: "/api/v1/platform/apps/{code}/assignments", status: 201 },
  needs_sign_in: true,
  input: Type.Object({
    code: Type.String({ minLength: 1, maxLength: 40 }),
    client_code: Type.String({ minLength: 1, maxLength: 40 }),
    ...assignmentMembers,
  }),
  output: Type.Object({ result: Type.Boolean(), assignment: AppAssignment }),
  refusals: { unknown_client: "invalid", already_assigned: "conflict" },

  async run(context, { code, client_code, allowed_capabilities, allowed_methods }) {
    const { db, now, emit, refuse } = context;
    const app = await lockApp(context, code);
    const business = await db.row<{ id: number }>("select id from business where code = $1", [client_code]);
    if (business === undefined) {
      throw refuse("unknown_client", {
        message: messages.no_client,
        values: { code: client_code },
        errors: [{ field: "client_code", message: messages.no_business }],
      });
    }
    const inserted = await AssignmentRecord.insertIfAbsent(
      { db, now, business_id: business.id },
      {
        app_id: app.id,
        allowed_capabilities: allowed_capabilities ?? null,
        allowed_methods: allowed_methods ?? null,
      },
    );
    if (inserted === undefined)
      throw refuse("already_assigned", {
        message: messages.client_has_app,
        values: { client: client_code, code },
      });
    emit({
      subject: { type: "app_assignment", id: inserted.id, is_new: true },
      business_id: business.id,
      kind: "app.assigned",
      payload: { app: code },
    });
    const assignment = await db.row<AppAssignment>(
      `select ${ASSIGNMENT_COLUMNS} from ${ASSIGNMENT_FROM} where g.id = $1`,
      [inserted.id],
    );
    if (assignment === undefined) throw new Error("An assignment that was inserted has a row.");
    return { result: true, assignment };
  },
});
