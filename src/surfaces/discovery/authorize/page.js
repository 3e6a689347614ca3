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

async function send(method, path, body, token) {
  const response = await fetch(path, {
    method,
    headers: {
      ...(body ? { "content-type": "application/json" } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message ?? `The service answered ${response.status}.`);
  return answer;
}

const tell = (error) => {
  by("problem").textContent = error.message;
};

/** Only to an address that the service knows as the client's. */
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

async function allow(event) {
  event.preventDefault();
  by("problem").textContent = "";
  by("allow").disabled = true;
  let token;
  try {
    const business = by("business").value.trim();
    const credentials = { email: by("email").value.trim(), password: by("password").value };
    const signed = await send("POST", "/api/v1/user/login", {
      ...credentials,
      ...(business ? { business } : {}),
    });
    token = signed.access_token;
    const profile = by("profile").value;
    const answer = await send(
      "POST",
      "/api/v1/oauth/authorize",
      {
        client_id: asked.client_id,
        redirect_uri: asked.redirect_uri,
        code_challenge: asked.code_challenge,
        ...(profile === "" ? { scope: asked.scope } : { profile }),
        ...(asked.state === undefined ? {} : { state: asked.state }),
      },
      token,
    );
    location.assign(answer.redirect_to);
  } catch (error) {
    tell(error);
    by("allow").disabled = false;
  } finally {
    // The sign-in was for this page alone.
    if (token) send("POST", "/api/v1/user/logout", {}, token).catch(() => {});
  }
}

async function start() {
  for (const name of ["client_id", "redirect_uri"]) {
    if (!asked[name])
      throw new Error(`The address lacks ${name}: go back to the program that sent you here.`);
  }
  const { client_id, redirect_uri } = asked;
  const client = await send(
    "GET",
    `/api/v1/oauth/client?${new URLSearchParams({ client_id, redirect_uri })}`,
  );
  if (asked.response_type !== "code") return goBack({ error: "unsupported_response_type" });
  if (asked.code_challenge_method !== "S256" || !/^[A-Za-z0-9_-]{43}$/.test(asked.code_challenge ?? "")) {
    return goBack({ error: "invalid_request", error_description: "PKCE with S256 is required." });
  }
  by("client").textContent = client.name;
  by("target").textContent =
    new URL(redirect_uri).origin === "null" ? redirect_uri : new URL(redirect_uri).origin;
  const choices = [...(asked.scope ? [["", "what it asked for"]] : []), ...Object.entries(PROFILES)];
  for (const [value, words] of choices) by("profile").append(new Option(words, value));
  showScopes();
  by("profile").addEventListener("change", showScopes);
  by("form").addEventListener("submit", allow);
  by("deny").addEventListener("click", () => goBack({ error: "access_denied" }));
  by("form").hidden = false;
}

start().catch(tell);
