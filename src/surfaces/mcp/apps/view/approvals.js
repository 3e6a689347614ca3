// Proposals: what each would change, and the decision. The server says who may decide; who may not here decides in the console.
import { callTool, element, language, request, start, view } from "./bridge.js";

const TEXTS = {
  en: {
    waiting: "Reading the proposals",
    none: "Nothing waits for a decision.",
    by: (name, client) => `Proposed by ${name}${client ? ` with ${client}` : ""}`,
    creates: "new",
    before: "Before",
    after: "After",
    member: "Member",
    no_change: "The preview shows no differences.",
    approve: "Approve",
    reject: "Reject",
    decide: "Decide in Packhorse",
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
    by: (name, client) => `Proposto por ${name}${client ? ` com ${client}` : ""}`,
    creates: "novo",
    before: "Antes",
    after: "Depois",
    member: "Campo",
    no_change: "A prévia não mostra diferenças.",
    approve: "Aprovar",
    reject: "Rejeitar",
    decide: "Decidir no Packhorse",
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
  const { approvals } = await callTool("list_pending_approvals", { approval_id, view: "full" });
  const [proposal] = approvals;
  if (proposal !== undefined) drawProposal(proposal, card);
}

function drawProposal(proposal, card, failure = null) {
  const texts = TEXTS[language];
  const { approval_id, summary, tool, state, proposed_by, proposed_client, reason, preview, refusal } =
    proposal;
  const is_pending = state === "pending";
  const parts = [
    element("h2", {}, summary, " ", element("code", {}, tool ?? proposal.operation)),
    element(
      "p",
      { class: "dim" },
      `${texts.by(proposed_by?.name ?? "–", proposed_client)} · ${texts.states[state]}`,
    ),
    reason ? element("p", {}, `“${reason}”`) : null,
    drawChanges(preview?.changes ?? []),
    refusal ? element("p", { role: "alert", class: "failure" }, refusal.message) : null,
    failure === null ? null : element("p", { role: "alert", class: "failure" }, failure.message),
    is_pending ? drawActions(proposal, card, failure) : null,
  ];
  card.replaceChildren(...parts.filter((part) => part !== null));
  if (failure !== null || !is_pending) document.getElementById(`proposal-${approval_id}`)?.focus();
}

function drawActions(proposal, card, failure) {
  const texts = TEXTS[language];
  const { approval_id, approve_url, can_approve } = proposal;
  const decide = async (tool, more) => {
    for (const button of card.querySelectorAll("button")) button.disabled = true;
    try {
      await callTool(tool, { approval_id, ...more });
      await showProposal(approval_id, card);
    } catch (error) {
      drawProposal(proposal, card, error);
    }
  };
  const may_decide = can_approve && failure?.code !== "SAME_REVIEWER";
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

function drawChanges(changes) {
  const texts = TEXTS[language];
  const rows = changes.flatMap(({ type, id, before, after }) =>
    [...new Set([...Object.keys(before), ...Object.keys(after)])].map((member) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, `${type} ${id ?? texts.creates}: ${member}`),
        element("td", {}, describeValue(before[member])),
        element("td", {}, describeValue(after[member])),
      ),
    ),
  );
  if (rows.length === 0) return element("p", { class: "dim" }, texts.no_change);
  const heads = [texts.member, texts.before, texts.after].map((text) =>
    element("th", { scope: "col" }, text),
  );
  return element(
    "div",
    { class: "scrolls" },
    element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows)),
  );
}

function describeValue(value) {
  if (value === undefined || value === null) return "–";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
