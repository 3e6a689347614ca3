// Proposals: what each would change, and the decision. The server says who may decide; who may not here decides in the console.
import { callTool, element, language, request, start, view } from "mcp-view";

const TEXTS = {
  en: {
    waiting: "Reading the proposals",
    none: "Nothing waits for a decision.",
    approve: "Approve",
    reject: "Reject",
    decide: "Decide in Packhorse",
    cut: "There is more than is shown here.",
    states: {
      pending: "waits",
      executed: "approved and done",
      execution_failed: "approved, but refused",
      rejected: "rejected",
      expired: "expired",
      superseded: "replaced",
    },
  },
  pt: {
    waiting: "Lendo as propostas",
    none: "Nada aguarda decisão.",
    approve: "Aprovar",
    reject: "Rejeitar",
    decide: "Decidir no Packhorse",
    cut: "Há mais do que é mostrado aqui.",
    states: {
      pending: "aguarda",
      executed: "aprovada e executada",
      execution_failed: "aprovada, mas recusada",
      rejected: "rejeitada",
      expired: "expirada",
      superseded: "substituída",
    },
  },
};

start({
  name: "packhorse-approvals",
  waiting_text: { en: TEXTS.en.waiting, pt: TEXTS.pt.waiting },
  async show(answer) {
    const ids = answer.approvals?.map(({ approval_id }) => approval_id) ?? [answer.approval_id];
    const known = ids.filter((id) => id !== undefined);
    if (known.length === 0) {
      view.replaceChildren(element("p", { class: "dim" }, TEXTS[language].none));
      return;
    }
    const cards = known.map((id) => element("article", { id: `proposal-${id}`, tabindex: -1 }));
    view.replaceChildren(...cards);
    await Promise.all(known.map((id, index) => showProposal(id, cards[index])));
  },
});

async function showProposal(approval_id, card) {
  const { approvals, shortened } = await callTool("list_pending_approvals", { approval_id, view: "full" });
  const [proposal] = approvals;
  if (proposal !== undefined) drawProposal({ ...proposal, is_cut: isOverviewCut(shortened) }, card);
}

/** Nobody approves what is not shown: an answer that is too long may have lost lines of the overview. */
function isOverviewCut({ pieces = [], pieces_total = pieces.length } = {}) {
  return pieces_total > pieces.length || pieces.some(({ path }) => path.includes("overview"));
}

function drawProposal(proposal, card, failure = null) {
  const texts = TEXTS[language];
  const { approval_id, summary, tool, state, overview, refusal, is_cut } = proposal;
  const is_pending = state === "pending";
  const parts = [
    element("h2", {}, summary, " ", element("code", {}, tool ?? proposal.operation)),
    element("p", { class: "dim" }, texts.states[state]),
    drawOverview(overview),
    is_cut ? element("p", { class: "dim" }, texts.cut) : null,
    refusal ? element("p", { role: "alert", class: "failure" }, refusal.message) : null,
    failure === null ? null : element("p", { role: "alert", class: "failure" }, failure.message),
    is_pending ? drawActions(proposal, card, failure) : null,
  ];
  card.replaceChildren(...parts.filter((part) => part !== null));
  if (failure !== null || !is_pending) document.getElementById(`proposal-${approval_id}`)?.focus();
}

function drawActions(proposal, card, failure) {
  const texts = TEXTS[language];
  const { approval_id, approve_url, can_approve, is_cut } = proposal;
  const decide = async (tool, more) => {
    for (const button of card.querySelectorAll("button")) button.disabled = true;
    try {
      await callTool(tool, { approval_id, ...more });
      await showProposal(approval_id, card);
    } catch (error) {
      drawProposal(proposal, card, error);
    }
  };
  const may_decide = can_approve && !is_cut && failure?.code !== "SAME_REVIEWER";
  return element(
    "p",
    { class: "actions" },
    may_decide
      ? element(
          "button",
          { class: "primary", onclick: () => decide("approve_pending_write", { confirm: true }) },
          texts.approve,
        )
      : element(
          "button",
          { class: "primary", onclick: () => request("ui/open-link", { url: approve_url }) },
          texts.decide,
        ),
    element("button", { onclick: () => decide("reject_pending_write", {}) }, texts.reject),
  );
}

/** The lines that every surface shows. */
function drawOverview(lines) {
  const rows = lines.map(({ what, text, before, after }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, what.replaceAll("_", " ")),
      element("td", {}, text ?? `${before} → ${after}`),
    ),
  );
  return element("div", { class: "scrolls" }, element("table", {}, element("tbody", {}, ...rows)));
}
