/** What was found while an event is read; paths begin at the event. */

import type { ErrorCode, ErrorFinding, WarningCode, WarningFinding } from "../finding.ts";

export class Report {
  readonly errors: ErrorFinding[] = [];
  readonly warnings: WarningFinding[] = [];
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  error(path: string, code: ErrorCode, message: string): undefined {
    this.errors.push({ path: this.root + path, code, message });
  }

  warn(path: string, code: WarningCode, message: string): undefined {
    this.warnings.push({ path: this.root + path, code, message });
  }
}
