/** The wait of a loop that polls: it ends early at a signal of a channel, and for good when the loop is to stop. */
import type { Signals } from "./notify.ts";

export interface SignalWait {
  /** Signals until now do not end the next wait: what they are about is read after this. */
  clear(): void;
  /** Resolves after the time, at a signal since `clear`, or when stopped; the process may end during it. */
  wait(milliseconds: number, options?: { ignores_signals?: boolean }): Promise<void>;
  /** As a signal does. */
  wake(): void;
  readonly is_stopped: boolean;
  stop(): void;
}

export function openSignalWait(signals: Signals, channel: string): SignalWait {
  let is_stopped = false;
  let signalled = false;
  let ignores = false;
  let end = () => {};
  const wake = () => {
    signalled = true;
    if (!ignores) end();
  };
  const stopListening = signals.listen(channel, wake);
  return {
    clear() {
      signalled = false;
    },
    wait: (milliseconds, { ignores_signals = false } = {}) =>
      new Promise((resolve) => {
        if (is_stopped || (signalled && !ignores_signals)) {
          resolve();
          return;
        }
        ignores = ignores_signals;
        const timer = setTimeout(resolve, milliseconds);
        timer.unref();
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    wake,
    get is_stopped() {
      return is_stopped;
    },
    stop() {
      is_stopped = true;
      stopListening();
      end();
    },
  };
}
