/** Texts of the refusals that any operation may have before it runs (`refusals`), about a member of its input (`fields`), and about a file, to complete "The file ..." (`file_faults`). */
import type { FileFault } from "#platform/files/content-fault.ts";
import type { PositionFault } from "#platform/geography/position.ts";
import type { TextFault } from "#vocabulary/text.ts";
import type english from "./messages/en.json";
import { defineMessages, type Message } from "./messages.ts";

const messages = defineMessages<typeof english>(import.meta.resolve("./messages/"));
export const { refusals, fields } = messages;

export const text_faults: Readonly<Record<TextFault, Message>> = {
  control: fields.control_characters,
  direction: fields.direction_characters,
  invisible: fields.invisible_characters,
  empty: fields.empty,
};

/** What is wrong with a position, as of a member of a request. */
export function describePositionFault(fault: PositionFault): Message {
  switch (fault.code) {
    case "zero":
      return fields.zero_position;
    case "swapped":
      return fields.swapped_position.with(fault);
    case "wrong_sign":
      return fields.wrong_sign_position.with(fault);
    case "outside_country":
      return fault.found_country === null
        ? fields.no_country_position.with(fault)
        : fields.other_country_position.with({ ...fault, found_country: fault.found_country });
  }
}

const MIB = 1024 * 1024;

/** What is wrong with a file, to complete "The file ...". */
export function describeFileFault(fault: FileFault): Message {
  if (fault.code === "pixels") return messages.file_faults.pixels.with(fault);
  const n = fault.code === "too_large_unpacked" ? fault.n / MIB : fault.n;
  return messages.file_faults[fault.code].with({ n });
}
