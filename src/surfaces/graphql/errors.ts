/** Refusals as GraphQL errors: the body of REST, beside the code that GraphQL clients know. */
import { GraphQLError, type GraphQLFormattedError } from "graphql";
import type { RequestFacts } from "#operation/context.ts";
import type { Mechanism } from "#operation/mechanism.ts";
import { errorBody, Refusal, type RefusalKind } from "#operation/refusal.ts";

export const CODE_OF_KIND: Record<RefusalKind, string> = {
  bad_request: "BAD_REQUEST",
  unauthenticated: "UNAUTHENTICATED",
  unpaid: "PAYMENT_REQUIRED",
  forbidden: "FORBIDDEN",
  not_found: "NOT_FOUND",
  method_not_allowed: "METHOD_NOT_ALLOWED",
  not_acceptable: "NOT_ACCEPTABLE",
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
 * The body of REST, one that the contract fixes as it is. `status` is always that of HTTP: where the refused thing tells a
 * status of its own, it is left out, so that a client can rely on a number.
 */
export function extensionsOf(refusal: Refusal, request_id: string): Record<string, unknown> {
  const { message: _said, ...body } = errorBody(refusal, request_id);
  return { code: CODE_OF_KIND[refusal.kind], ...body, status: refusal.status };
}

export function errorOf(refusal: Refusal, request_id: string): GraphQLFormattedError {
  return { message: refusal.message, extensions: extensionsOf(refusal, request_id) };
}

/** An error as it is sent. What nobody foresaw is logged and told without detail. */
export function formatError(
  error: unknown,
  mechanism: Mechanism,
  request: RequestFacts,
): GraphQLFormattedError {
  if (error instanceof Refusal) return errorOf(error, request.id);
  const { message, locations, path, originalError, extensions } = error as GraphQLError;
  const where = {
    ...(locations === undefined ? {} : { locations }),
    ...(path === undefined ? {} : { path }),
  };
  if (originalError instanceof Refusal) {
    return { message, ...where, extensions: extensionsOf(originalError, request.id) };
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
  // graphql-jit makes errors of its own class for what GraphQL itself finds wrong.
  if (originalError === undefined && isCompiled(error)) {
    return {
      message,
      ...where,
      extensions: { code: "BAD_USER_INPUT", ...extensions, request_id: request.id },
    };
  }
  mechanism.log.error({ err: originalError ?? error, request_id: request.id }, "a GraphQL field failed");
  return {
    message: "Something went wrong on our side.",
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
