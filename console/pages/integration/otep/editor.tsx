/** A JSON editor that shows findings beside their lines. CodeMirror is loaded when the first editor opens. */
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, codeFolding, foldGutter, foldKeymap, syntaxTree } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState, type Extension, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";
import { useEffect, useRef } from "react";
import "./editor.css";

export interface EditorHandle {
  jump: (from: number, to: number) => void;
}

export interface EditorProps {
  label: string;
  text: string;
  /** Absent for a read-only editor. */
  onText?: (text: string) => void;
  marks?: readonly Diagnostic[];
  /** Set while the editor is mounted. */
  handle?: { current: EditorHandle | null };
}

export default function Editor({ label, text, onText, marks, handle }: EditorProps) {
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const listener = useRef(onText);
  listener.current = onText;
  const reads_only = onText === undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: created once; the effects below apply changes.
  useEffect(() => {
    if (holder.current === null) return;
    const editor = new EditorView({
      parent: holder.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          extensions(label, reads_only),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) listener.current?.(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    if (handle) {
      handle.current = {
        jump(from, to) {
          const end = editor.state.doc.length;
          const range = { anchor: Math.min(from, end), head: Math.min(to, end) };
          editor.dispatch({
            selection: range,
            effects: EditorView.scrollIntoView(range.anchor, { y: "center" }),
          });
          editor.focus();
        },
      };
    }
    return () => {
      if (handle) handle.current = null;
      view.current = null;
      editor.destroy();
    };
  }, []);

  useEffect(() => {
    const { current } = view;
    if (current === null || current.state.doc.toString() === text) return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: text } });
  }, [text]);

  useEffect(() => {
    const { current } = view;
    if (current === null || marks === undefined) return;
    const end = current.state.doc.length;
    const inside = marks.filter(({ from, to }) => from <= end && to <= end);
    current.dispatch(setDiagnostics(current.state, inside), { effects: diagnosticsEffect.of(inside) });
  }, [marks]);

  return <div ref={holder} className="editor" />;
}

function extensions(label: string, reads_only: boolean): Extension {
  return [
    lineNumbers(),
    codeFolding(),
    foldGutter({
      markerDOM(open) {
        const mark = document.createElement("span");
        mark.textContent = open ? "▾" : "▸";
        mark.className = "editor-fold";
        return mark;
      },
    }),
    drawSelection(),
    bracketMatching(),
    json(),
    syntaxColours,
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
    keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap]),
    reads_only
      ? [EditorState.readOnly.of(true), EditorView.editable.of(false)]
      : [history(), highlightActiveLine(), lintGutter(), besideLines],
  ];
}

/** Syntax colours by kind of value, from our theme, light and dark. */
const KINDS: Record<string, Decoration> = {
  PropertyName: Decoration.mark({ class: "json-name" }),
  String: Decoration.mark({ class: "json-text" }),
  Number: Decoration.mark({ class: "json-number" }),
  True: Decoration.mark({ class: "json-word" }),
  False: Decoration.mark({ class: "json-word" }),
  Null: Decoration.mark({ class: "json-word" }),
};

const syntaxColours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = this.colours(view);
    }
    update(update: ViewUpdate) {
      if (
        update.docChanged ||
        update.viewportChanged ||
        syntaxTree(update.startState) !== syntaxTree(update.state)
      ) {
        this.decorations = this.colours(update.view);
      }
    }
    colours(view: EditorView): DecorationSet {
      const builder = new RangeSetBuilder<Decoration>();
      for (const { from, to } of view.visibleRanges) {
        syntaxTree(view.state).iterate({
          from,
          to,
          enter({ name, from: start, to: end }) {
            const colour = KINDS[name];
            if (colour !== undefined) builder.add(start, end, colour);
          },
        });
      }
      return builder.finish();
    }
  },
  { decorations: ({ decorations }) => decorations },
);

/** The message of a line's first finding, at the end of that line. */
class LineEndMessage extends WidgetType {
  readonly text: string;
  readonly severity: string;
  constructor(text: string, severity: string) {
    super();
    this.text = text;
    this.severity = severity;
  }
  override eq(other: LineEndMessage): boolean {
    return other.text === this.text && other.severity === this.severity;
  }
  toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = `editor-beside ${this.severity}`;
    element.textContent = this.text;
    return element;
  }
}

const diagnosticsEffect = StateEffect.define<readonly Diagnostic[]>();

const besideLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, transaction) {
    let next = decorations.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(diagnosticsEffect)) next = messages(transaction.state, effect.value);
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function messages(state: EditorState, list: readonly Diagnostic[]): DecorationSet {
  const byLine = Map.groupBy(list, ({ from }) => state.doc.lineAt(Math.min(from, state.doc.length)).to);
  const marks = [...byLine].map(([end, here]) => {
    const worst = here.find(({ severity }) => severity === "error") ?? here[0]!;
    const more = here.length > 1 ? ` (and ${here.length - 1} more)` : "";
    return Decoration.widget({
      widget: new LineEndMessage(worst.message + more, worst.severity),
      side: 1,
    }).range(end);
  });
  return Decoration.set(marks, true);
}
