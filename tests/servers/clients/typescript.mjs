// The client of the official TypeScript SDK: goes through conversations, and says as JSON what it heard.
// On standard input: a list of {command, args, env} or {url, token}, each with whether it is of 2026 and hears of
// changes, and the steps of a conversation.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const CAPABILITIES = { elicitation: { form: {} }, sampling: {}, roots: { listChanged: true } };
const HEARD = ['message', 'tools/list_changed', 'resources/updated'].map(name => `notifications/${name}`);
const PATIENCE = { timeout: 60_000 };

function transport({ command, args, env, url, token }) {
    if (command) return new StdioClientTransport({ command, args, env, stderr: 'ignore' });
    const headers = { Authorization: `Bearer ${token}` };
    return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
}

function filled(schema) {
    const names = Object.keys(schema.properties);
    return Object.fromEntries((names.includes('name') ? ['name'] : names).map(name => [name, 'Ana']));
}

async function converse(job) {
    const modern = job.modern ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {};
    const client = new Client({ name: 'typescript', version: '1' }, { capabilities: CAPABILITIES, ...modern });
    const heard = {}, asked = [];
    for (const method of HEARD) {
        const until = {};
        until.promise = new Promise(resolve => { until.resolve = resolve; });
        heard[method] = until;
        client.setNotificationHandler(method, () => until.resolve());
    }
    const answers = {
        'elicitation/create': params => ({ action: 'accept', content: filled(params.requestedSchema) }),
        'sampling/createMessage': () => ({ model: 'm', role: 'assistant', content: { type: 'text', text: 'Bern' } }),
        'roots/list': () => ({ roots: [{ uri: 'file:///tmp', name: 'tmp' }] }),
    };
    for (const [method, answer] of Object.entries(answers)) {
        client.setRequestHandler(method, request => {
            if (method !== 'roots/list') asked.push(request); // that one comes when the server likes
            return answer(request.params);
        });
    }
    const acts = {
        tools: () => client.listTools(),
        prompts: () => client.listPrompts(),
        resources: () => client.listResources(),
        templates: () => client.listResourceTemplates(),
        prompt: params => client.getPrompt(params, PATIENCE),
        read: params => client.readResource(params, PATIENCE),
        subscribe: params => client.subscribeResource(params, PATIENCE),
        complete: params => client.complete(params, PATIENCE),
        level: params => client.setLoggingLevel(params.level, PATIENCE),
        heard: ({ method }) => heard[method].promise.then(() => method),
        call: params => client.callTool(params, PATIENCE),
        // Progress that comes just before a result may be lost in the client; here no result comes.
        cancel: async params => {
            const stop = new AbortController(), progress = [];
            const onprogress = it => { progress.push(it); stop.abort('enough'); };
            const options = { ...PATIENCE, signal: stop.signal, onprogress };
            const end = await client.callTool(params, options).then(() => 'answered', () => 'cancelled');
            return { end, first: progress[0] };
        },
    };
    await client.connect(transport(job), PATIENCE);
    const server = client.getServerVersion(), steps = [];
    if (job.listens) await client.listen({ toolsListChanged: true });
    for (const [act, params] of job.steps) {
        steps.push(await acts[act](params).catch(error => ({ code: error.code, message: error.message })));
    }
    await client.close();
    return { server, version: client.getNegotiatedProtocolVersion?.(), steps, asked };
}

let said = '';
for await (const chunk of process.stdin) said += chunk;
const reports = await Promise.all(JSON.parse(said).map(job => converse(job)));
process.stdout.write(JSON.stringify(reports), () => process.exit(0));
