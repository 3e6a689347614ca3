/**
 * The subtags of the aggregator product; a tag is the part before `_`. The data is `mappings/aggregator.json`.
 */
import file from "../mappings/aggregator.json" with { type: "json" };

/** With a message in plain English. */
export const SUBTAGS: Readonly<Record<string, string>> = file.subtags;

/** Before any checkpoint. */
export const INITIAL_SUBTAG = file.initial;

/** Subtags that are no more specific than their tag; the reason of an event is more specific. */
export const GENERAL_SUBTAGS: ReadonlySet<string> = new Set(file.general);

/** Subtags of goods that come back. */
export const RETURNING_SUBTAGS: ReadonlySet<string> = new Set(file.returning);
