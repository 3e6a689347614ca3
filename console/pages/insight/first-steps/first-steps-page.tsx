import { useQuery } from "@tanstack/react-query";
import { Page, Sheet } from "../../../parts/page.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { StepList } from "./first-steps.tsx";
import { doneStepsQuery, STEPS } from "./steps.ts";

export function FirstStepsPage() {
  const query = useQuery(doneStepsQuery);
  return (
    <Page
      subtitle={
        query.data === undefined
          ? "From a new business to its first route on the road."
          : query.data.length === STEPS.length
            ? "All are done."
            : `${query.data.length} of ${STEPS.length} done`
      }
    >
      <Sheet pad={false}>
        <Loaded query={query}>{(done) => <StepList done={done} />}</Loaded>
      </Sheet>
    </Page>
  );
}
