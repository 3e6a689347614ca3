import { useQuery } from "@tanstack/react-query";
import { Page, Sheet } from "../../../parts/page.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { StepList } from "./first-steps.tsx";
import { doneStepsQuery, STEPS } from "./steps.ts";
import { text } from "./text.ts";

export function FirstStepsPage() {
  const query = useQuery(doneStepsQuery);
  return (
    <Page
      subtitle={
        query.data === undefined
          ? text.about
          : query.data.length === STEPS.length
            ? text.all_done
            : text.some_done({ n: String(query.data.length), of: String(STEPS.length) })
      }
    >
      <Sheet pad={false}>
        <Loaded query={query}>{(done_ids) => <StepList done={done_ids} />}</Loaded>
      </Sheet>
    </Page>
  );
}
