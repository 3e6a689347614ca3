const by = (id) => document.getElementById(id);
const asked = Object.fromEntries(new URLSearchParams(location.search));
const PROFILES = {
  "ops-readonly": "read operations: orders, labels, routes, drivers, totals",
  support: "read orders, totals and addresses",
  "ops-write": "read and change orders, labels and routes",
  "wms-readonly": "read warehouses and orders",
  "datasets-readonly": "read datasets",
  "alliance-readonly": "read alliances",
  full: "everything that I may",
};

/** With a token, with the console session of this browser, or anonymously. */
const as = (token) => ({ authorization: `Bearer ${token}` });
const CONSOLE = { "x-packhorse-client": "console" };

async function send(method, path, body, who = {}) {
  const response = await fetch(path, {
    method,
    headers: { ...(body ? { "content-type": "application/json" } : {}), ...who },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = await response.json();
  if (!response.ok) {
    const error = new Error(answer.message ?? `The service answered ${response.status}.`);
    throw Object.assign(error, { code: answer.error_code });
  }
  return answer;
}

const tell = (error) => {
  by("problem").textContent = error.message;
};

/** Redirects only to a URI that the service knows as the client's. */
function goBack(members) {
  const target = new URL(asked.redirect_uri);
  for (const [name, value] of Object.entries(members)) target.searchParams.set(name, value);
  if (asked.state !== undefined) target.searchParams.set("state", asked.state);
  location.assign(target.href);
}

function showScopes() {
  const chosen = by("profile").value;
  by("scopes").textContent = chosen === "" ? `Asked for: ${asked.scope}` : "";
}

/** Whether the console's session is used, or the sign-in fields. */
let in_session = false;

function showSession(is_used) {
  in_session = is_used;
  by("session").hidden = !is_used;
  by("credentials").hidden = is_used;
  // Hidden fields must not be required.
  by("credentials").disabled = is_used;
  by("allow").textContent = is_used ? "Allow" : "Sign in and allow";
}

/** Checks for a console session in this browser; the console sets a marker that contains no token. */
async function findSession() {
  if (localStorage.getItem("packhorse.signed-in") === null) return;
  const me = await send("GET", "/api/v1/user/me", undefined, CONSOLE).catch(() => undefined);
  if (me === undefined || me.business === null) return;
  by("who").textContent = `${me.user.name} (${me.user.email}, ${me.business.name})`;
  by("other").addEventListener("click", () => showSession(false));
  showSession(true);
}

async function signIn() {
  const business = by("business").value.trim();
  const credentials = { email: by("email").value.trim(), password: by("password").value };
  const signed = await send("POST", "/api/v1/user/login", {
    ...credentials,
    ...(business ? { business } : {}),
  });
  return signed.access_token;
}

async function allow(event) {
  event.preventDefault();
  by("problem").textContent = "";
  by("allow").disabled = true;
  let token;
  try {
    if (!in_session) token = await signIn();
    const profile = by("profile").value;
    const answer = await send(
      "POST",
      "/api/v1/oauth/authorize",
      {
        client_id: asked.client_id,
        redirect_uri: asked.redirect_uri,
        code_challenge: asked.code_challenge,
        ...(profile === "" ? { scope: asked.scope } : { profile }),
        ...(asked.resource ? { resource: asked.resource } : {}),
        ...(asked.state === undefined ? {} : { state: asked.state }),
      },
      token === undefined ? CONSOLE : as(token),
    );
    location.assign(answer.redirect_to);
  } catch (error) {
    tell(error);
    by("allow").disabled = false;
  } finally {
    // A sign-in here was for this page only.
    if (token) send("POST", "/api/v1/user/logout", {}, as(token)).catch(() => {});
  }
}

async function start() {
  for (const name of ["client_id", "redirect_uri"]) {
    if (!asked[name])
      throw new Error(`The address lacks ${name}: go back to the program that sent you here.`);
  }
  const { client_id, redirect_uri, resource } = asked;
  const query = new URLSearchParams({ client_id, redirect_uri, ...(resource ? { resource } : {}) });
  let client;
  try {
    client = await send("GET", `/api/v1/oauth/client?${query}`);
  } catch (error) {
    // Only this is refused after the redirect address was found to be the client's.
    if (error.code !== "INVALID_TARGET") throw error;
    return goBack({ error: "invalid_target", error_description: error.message });
  }
  if (asked.response_type !== "code") return goBack({ error: "unsupported_response_type" });
  if (asked.code_challenge_method !== "S256" || !/^[A-Za-z0-9_-]{43}$/.test(asked.code_challenge ?? "")) {
    return goBack({ error: "invalid_request", error_description: "PKCE with S256 is required." });
  }
  by("client").textContent = client.host === null ? client.name : `${client.name} (${client.host})`;
  by("target").textContent =
    new URL(redirect_uri).origin === "null" ? redirect_uri : new URL(redirect_uri).origin;
  const choices = [...(asked.scope ? [["", "what it asked for"]] : []), ...Object.entries(PROFILES)];
  for (const [value, words] of choices) by("profile").append(new Option(words, value));
  showScopes();
  by("profile").addEventListener("change", showScopes);
  by("form").addEventListener("submit", allow);
  by("deny").addEventListener("click", () => goBack({ error: "access_denied" }));
  await findSession();
  by("form").hidden = false;
}

start().catch(tell);
