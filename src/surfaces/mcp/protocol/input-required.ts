/**
 * Thrown by a method of a modern call that needs the client's input first: the client answers the requests and calls
 * again, with its answers and the state.
 *
 * Source: Model Context Protocol 2026-07-28, "Multi round-trip requests".
 */
import type { Answer } from "./call.ts";

export interface InputRequest {
  method: "elicitation/create" | "sampling/createMessage" | "roots/list";
  params: Record<string, unknown>;
}

export class InputRequired extends Error {
  readonly answer: Answer;
  constructor(requests: Record<string, InputRequest>, state: string | undefined) {
    super("The client has to answer first.");
    const members = { inputRequests: requests, requestState: state };
    this.answer = { members: JSON.stringify(members).slice(1, -1), result_type: "input_required" };
  }
}
