/** Texts of the grid, of its filters, columns, views and exports. */
import { createPlural } from "../../../language/plural.ts";

const plural = createPlural("en");

export const messages = {
  shown: (n: number, of: number, noun: string) => (n === of ? `${of} ${noun}` : `${n} of ${of} ${noun}`),
  no_match: "Nothing matches",
  no_match_about: "Change the search or a filter.",
  rows: "rows",
  select: (name: string) => `Select ${name}`,
  select_all: (n: string, noun: string) => `Select all ${n} ${noun}`,
  edit: {
    label: (column: string, name: string) => `${column} of ${name}`,
    change: (column: string, name: string) => `Change ${column} of ${name}`,
    not_saved: "It was not saved",
  },
  head_keys: "Sort. Alt and an arrow move the column, Shift and an arrow resize it.",
  columns: {
    title: "Columns",
    actions: "Actions",
    left: (column: string) => `Move ${column} to the left`,
    right: (column: string) => `Move ${column} to the right`,
    reset: "Reset columns",
  },
  filters: {
    set: "Filters that are set",
    remove: (filter: string) => `Remove the filter ${filter}`,
    clear: "Clear",
  },
  exported: {
    title: "Export",
    csv: "CSV",
    xlsx: "Excel",
    print: "Print",
    reading: "Reading the list",
    progress: (done: string, of: string) => `${done} of ${of}`,
    rows_read: "Rows that are read",
    cancel: "Cancel",
    failed: "The list was not exported",
    first_printed: (n: number) =>
      plural(n, {
        one: "The first row is printed. Filter the list to print others.",
        other: "The first # rows are printed. Filter the list to print others.",
      }),
  },
  parts: {
    progress: (done: string, of: string) => `${done} of ${of}`,
    stop: "Stop",
  },
  views: {
    title: (view: string) => `View: ${view}`,
    own: "Your views",
    shared: "Shared by others",
    by: (name: string) => `By ${name}`,
    default_view: "Default",
    changed: "changed",
    save: "Save changes",
    save_as: "Save as a new view",
    edit: "Name and sharing",
    make_default: "Open the list with it",
    no_default: "Do not open the list with it",
    remove: "Delete this view",
    name: "Name",
    share: "Share with the staff",
    share_about: "They can use it. Only you and administrators can change it.",
    is_default: "Open the list with it",
    saved: "The view was saved.",
    removed: "The view was deleted.",
    confirm: "Save view",
  },
};
