/** Findings, stored up to a limit and counted beyond it. */
import type { ErrorFinding, WarningFinding } from "../finding.ts";

/** Of errors and of warnings each. */
export const FINDINGS_MAX = 500;

export class Findings {
  readonly errors: ErrorFinding[] = [];
  readonly warnings: WarningFinding[] = [];
  error_count = 0;
  warning_count = 0;

  error(path: string, code: ErrorFinding["code"], message: string): void {
    if (this.error_count++ < FINDINGS_MAX) this.errors.push({ path, code, message });
  }

  warn(path: string, code: WarningFinding["code"], message: string): void {
    if (this.warning_count++ < FINDINGS_MAX) this.warnings.push({ path, code, message });
  }

  take({ errors, warnings }: { errors: readonly ErrorFinding[]; warnings: readonly WarningFinding[] }): void {
    for (const finding of errors) this.error(finding.path, finding.code, finding.message);
    for (const finding of warnings) this.warn(finding.path, finding.code, finding.message);
  }
}
