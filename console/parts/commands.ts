/**
 * Commands of the page that is open, for what it shows or has selected: the palette lists them, the keyboard runs
 * those with a key, the help explains them.
 */
import { useEffect, useRef } from "react";
import type { OperationName } from "../../packages/client/operations.gen.ts";

export interface PageCommand {
  /** What it does. Without one, the title of its operation. */
  label?: string;
  /** The operation that it runs: accounts that may not use it do not see the command. */
  operation?: OperationName;
  /** Other words that find it. */
  keywords?: readonly string[];
  /** One character that runs it while nobody types. */
  key?: string;
  run: () => void;
}

export interface PageCommands {
  /** What they act on: "3 orders", "Route of Ana". */
  of: string;
  commands: readonly PageCommand[];
}

const registered = new Set<() => PageCommands>();

/** Registers the commands of the component as long as it is mounted. */
export function useCommands(of: string, commands: readonly PageCommand[]): void {
  const latest = useRef<PageCommands>({ of, commands });
  useEffect(() => {
    latest.current = { of, commands };
  });
  useEffect(() => {
    const read = () => latest.current;
    registered.add(read);
    return () => void registered.delete(read);
  }, []);
}

/** Those of the page that is open, in the order in which its components were mounted; none without a command. */
export function readPageCommands(): readonly PageCommands[] {
  return [...registered].map((read) => read()).filter(({ commands }) => commands.length > 0);
}
