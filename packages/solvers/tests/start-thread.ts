/** A worker of a solver in a thread of its own, which ends with the test. */
import { once } from "node:events";
import type { TestContext } from "node:test";
import { Worker } from "node:worker_threads";

export function startThread<Work, Answer extends { kind: string }>(context: TestContext, url: URL) {
  const worker = new Worker(url);
  context.after(() => worker.terminate());
  const answers: Answer[] = [];
  worker.on("message", (answer: Answer) => answers.push(answer));
  return {
    answers,
    send: (work: Work) => worker.postMessage(work),
    /** The first answer of the kind, once there is one. */
    async next<Kind extends Answer["kind"]>(kind: Kind) {
      const isOfKind = (answer: Answer): answer is Extract<Answer, { kind: Kind }> => answer.kind === kind;
      while (!answers.some(isOfKind)) await once(worker, "message");
      return answers.find(isOfKind)!;
    },
  };
}
