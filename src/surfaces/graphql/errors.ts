/** Refusals as GraphQL errors: the REST error body, plus the code that GraphQL clients expect. */
import { GraphQLError, type GraphQLFormattedError } from "graphql";
import type { RequestFacts } from "#operation/define/context.ts";
import { errorBody, Refusal, type RefusalKind } from "#operation/define/refusal.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import { toRefusal } from "#operation/response/failure.ts";
import { refusals } from "#operation/response/platform-messages.ts";

const CODE_OF_KIND: Record<RefusalKind, string> = {
  bad_request: "BAD_REQUEST",
  unauthenticated: "UNAUTHENTICATED",
  unpaid: "PAYMENT_REQUIRED",
  forbidden: "FORBIDDEN",
  not_found: "NOT_FOUND",
  method_not_allowed: "METHOD_NOT_ALLOWED",
  not_acceptable: "NOT_ACCEPTABLE",
  timeout: "REQUEST_TIMEOUT",
  conflict: "CONFLICT",
  gone: "GONE",
  too_large: "PAYLOAD_TOO_LARGE",
  unsupported: "UNSUPPORTED_MEDIA_TYPE",
  invalid: "BAD_USER_INPUT",
  locked: "LOCKED",
  outdated: "UPGRADE_REQUIRED",
  too_many: "TOO_MANY_REQUESTS",
  unavailable: "SERVICE_UNAVAILABLE",
};

/**
 * The REST error body, unchanged where the contract fixes it. `status` is always the HTTP status: a refused
 * resource's own `status` member is left out, so that clients can rely on a number.
 */
function buildErrorExtensions(refusal: Refusal, request_id: string): Record<string, unknown> {
  const { message: _message, ...body } = errorBody(refusal, request_id);
  return { code: CODE_OF_KIND[refusal.kind], ...body, status: refusal.status };
}

export function toGraphqlError(refusal: Refusal, request_id: string): GraphQLFormattedError {
  return { message: refusal.message, extensions: buildErrorExtensions(refusal, request_id) };
}

/** An error as it is sent. An unexpected one is logged and sent without details. */
export function formatError(error: unknown, runtime: Runtime, request: RequestFacts): GraphQLFormattedError {
  if (error instanceof Refusal) return toGraphqlError(error, request.id);
  const { message, locations, path, originalError, extensions } = error as GraphQLError;
  const where = {
    ...(locations === undefined ? {} : { locations }),
    ...(path === undefined ? {} : { path }),
  };
  if (originalError instanceof Refusal) {
    return { message, ...where, extensions: buildErrorExtensions(originalError, request.id) };
  }
  if (
    error instanceof GraphQLError &&
    (originalError === undefined || originalError instanceof GraphQLError)
  ) {
    return {
      message,
      ...where,
      extensions: { code: "GRAPHQL_VALIDATION_FAILED", ...extensions, request_id: request.id },
    };
  }
  // graphql-jit throws its own error class for validation errors.
  if (originalError === undefined && isCompiled(error)) {
    return {
      message,
      ...where,
      extensions: { code: "BAD_USER_INPUT", ...extensions, request_id: request.id },
    };
  }
  const refusal = toRefusal(originalError ?? error);
  if (refusal !== undefined)
    return { message: refusal.message, ...where, extensions: buildErrorExtensions(refusal, request.id) };
  runtime.log.error({ err: originalError ?? error, request_id: request.id }, "a GraphQL field failed");
  return {
    message: refusals.internal_error.en,
    ...where,
    extensions: {
      code: "INTERNAL_SERVER_ERROR",
      error_code: "INTERNAL_ERROR",
      status: 500,
      request_id: request.id,
    },
  };
}

function isCompiled(error: unknown): boolean {
  return error instanceof Error && (error as { locations?: unknown }).locations !== undefined;
}
