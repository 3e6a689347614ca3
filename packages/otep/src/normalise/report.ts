/** Findings while an event is read; paths are relative to the event. */

import type { ErrorCode, ErrorFinding, WarningCode, WarningFinding } from "../finding.ts";

export class Report {
  readonly errors: ErrorFinding[] = [];
  readonly warnings: WarningFinding[] = [];
  readonly root: string;
  /** Characters of text read so far, and whether there was anything other than bounded members. */
  text_length = 0;
  unbounded = false;

  constructor(root: string) {
    this.root = root;
  }

  /** Counts members that are not read but are part of the event's size. */
  weigh(value: unknown): void {
    if (typeof value === "string") this.text_length += value.length;
    else if (typeof value === "object" && value !== null) this.unbounded = true;
  }

  error(path: string, code: ErrorCode, message: string): undefined {
    this.errors.push({ path: this.root + path, code, message });
  }

  warn(path: string, code: WarningCode, message: string): undefined {
    this.warnings.push({ path: this.root + path, code, message });
  }
}
