// An MCP server that wants its callers to sign in, and the authorization servers where they do: oidc-provider, with its
// own pages, on 127.0.0.1. Prints one line of JSON with the addresses when it listens. Ends with its standard input.
//
// POST /test/NAME of the MCP server changes what it does next; that is not part of any protocol:
//   revoke   every access token is refused from now on         revoke-all  every refresh token as well
//   iss      the authorization server says another `iss`       honest      it does not any more
//   move     the other authorization server is named           back        the first one is
//   log      answers what was asked so far
import http from "node:http";
import readline from "node:readline";
import Provider from "oidc-provider";

const TTL = 3600;
const DOCUMENT = "https://assent.example/client.json"; // who Assent is, where somebody hosts that
const SCOPES = ["notes:read", "notes:write"];
const asked = [];
let current = 0;
let lie = false;
let refused = new Set();
const seen = [];

const listen = (handler) =>
  new Promise((resolve) => {
    const server = http.createServer(handler);
    server.listen(0, "127.0.0.1", () => resolve([server, `http://127.0.0.1:${server.address().port}`]));
  });

const later = {};
const [, resourceUrl] = await listen((req, res) => later.resource(req, res));
const resource = `${resourceUrl}/mcp`;

async function authorizationServer(name) {
  const [, issuer] = await listen((req, res) => {
    asked.push({ to: name, method: req.method, path: req.url.split("?")[0] });
    later[name](req, res);
  });
  const provider = new Provider(issuer, {
    cookies: { keys: ["test"] },
    scopes: ["openid", "offline_access", ...SCOPES],
    pkce: { required: () => true },
    clients: [
      {
        client_id: "known",
        client_secret: "known-secret",
        redirect_uris: ["http://127.0.0.1/callback"],
        application_type: "native",
        grant_types: ["authorization_code", "refresh_token"],
      },
    ],
    ttl: { AccessToken: TTL, Grant: 86400, Session: 86400, Interaction: 3600, RefreshToken: 86400 },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: () => true,
    features: {
      devInteractions: { enabled: true },
      registration: { enabled: true },
      revocation: { enabled: true },
      clientIdMetadataDocument: { enabled: true, ack: "draft-02" },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, indicator) => {
          if (indicator !== resource) throw new Error("another resource");
          return { scope: SCOPES.join(" "), audience: indicator, accessTokenFormat: "opaque", accessTokenTTL: TTL };
        },
      },
    },
    fetch: async (url, options) =>
      url.toString() === DOCUMENT
        ? Response.json({
            client_id: DOCUMENT,
            client_name: "Assent",
            redirect_uris: ["http://127.0.0.1/callback"],
            application_type: "native",
            grant_types: ["authorization_code", "refresh_token"],
            response_types: ["code"],
            token_endpoint_auth_method: "none",
          })
        : fetch(url, options),
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  });
  provider.use(async (ctx, next) => {
    await next();
    const location = ctx.response.get("location") ?? "";
    if (lie && location.startsWith("http://127.0.0.1") && location.includes("iss=")) {
      ctx.set("location", location.replace(/iss=[^&]*/, `iss=${encodeURIComponent("https://elsewhere.example")}`));
    }
  });
  later[name] = provider.callback();
  return { issuer, provider };
}

const servers = [await authorizationServer("first"), await authorizationServer("second")];

const json = (res, status, value, headers = {}) => {
  res.writeHead(status, { "content-type": "application/json", ...headers });
  res.end(JSON.stringify(value));
};

async function token(req) {
  const value = (req.headers.authorization ?? "").replace(/^Bearer /, "");
  seen.push(value);
  if (refused.has(value)) return undefined;
  for (const { provider } of servers) {
    const found = value && (await provider.AccessToken.find(value));
    if (found && found.aud === resource) return found;
  }
  return undefined;
}

const challenge = (more) => ({
  "www-authenticate": `Bearer resource_metadata="${resourceUrl}/.well-known/oauth-protected-resource/mcp"${more}`,
});

function answer(message) {
  const { id, method, params } = message;
  const tool = (name) => ({ name, inputSchema: { type: "object" } });
  if (method === "initialize") {
    return {
      jsonrpc: "2.0",
      id,
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "notes", version: "1" },
      },
    };
  }
  if (method === "tools/list") return { jsonrpc: "2.0", id, result: { tools: [tool("read"), tool("write")] } };
  if (method === "tools/call") {
    return { jsonrpc: "2.0", id, result: { content: [{ type: "text", text: `${params.name} done` }] } };
  }
  return { jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } };
}

const changes = {
  revoke: async () => (refused = new Set(seen)),
  "revoke-all": async () => {
    refused = new Set(seen);
    for (const { provider } of servers) provider.RefreshToken.find = async () => undefined;
  },
  iss: async () => (lie = true),
  honest: async () => (lie = false),
  move: async () => (current = 1),
  back: async () => (current = 0),
};

later.resource = async (req, res) => {
  const path = req.url.split("?")[0];
  if (path === "/.well-known/oauth-protected-resource/mcp") {
    return json(res, 200, {
      resource,
      authorization_servers: [servers[current].issuer],
      scopes_supported: ["notes:read"],
    });
  }
  if (path === "/test/log") return json(res, 200, asked);
  if (path.startsWith("/test/")) {
    await changes[path.slice(6)]();
    return json(res, 200, {});
  }
  if (path !== "/mcp") return json(res, 404, {});
  const found = await token(req);
  if (!found) return json(res, 401, {}, challenge(""));
  const scopes = (found.scope ?? "").split(" ");
  let body = "";
  for await (const chunk of req) body += chunk;
  const message = body ? JSON.parse(body) : {};
  if (message.method === "tools/call" && message.params.name === "write" && !scopes.includes("notes:write")) {
    return json(res, 403, {}, challenge(', error="insufficient_scope", scope="notes:write"'));
  }
  if (req.method !== "POST") return json(res, 405, {});
  if (message.id === undefined) return res.writeHead(202).end();
  return json(res, 200, answer(message));
};

console.log(JSON.stringify({ mcp: resource, test: `${resourceUrl}/test/`, issuers: servers.map((each) => each.issuer) }));
readline.createInterface({ input: process.stdin }).on("close", () => process.exit(0));
