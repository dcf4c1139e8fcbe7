<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" sourcelanguage="en">
<context>
    <name>assent</name>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>"allow", "ask" or "deny"; of all rules that match, the strictest decides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>"elicitation/create" (asks the person something), "resources/read" (has a link in its results read), "roots/list" (asks for the app's folders) or "sampling/createMessage" (uses the app's model)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>"http" (also written "streamable-http" or "streamableHttp") or "sse", since there is no command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>"local", "UTC" or the name of a time zone such as "Europe/Berlin"</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>"managed" (the administrator), "user" or "none" (nobody)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>"mon", "tue", "wed", "thu", "fri", "sat" or "sun"</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>"stdio", since there is a command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>(an empty argument)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/masking.py"/>
        <source>(empty)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/footer.py"/>
        <source>(rule {rule}, {source})</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/welcome.py"/>
        <source>, of which {n} stay as they are</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/servers/page.py"/>
        <source>1 h ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>1 hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/header.py"/>
        <source>1 of {count}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>1 to 256 characters in which * stands for any text, ? for one character and [abc] for one of those</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>1 to 64 letters, digits, dots, underscores and hyphens, beginning with a letter or digit; not "default" or "broken-policy"</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>1 to 64 letters, digits, dots, underscores, hyphens and single spaces, beginning with a letter or digit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>15 minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>60 for a minute, 3600 for an hour, 86400 for a day.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/label_text.py"/>
        <source>&lt; 1 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>A PIN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/tray.py"/>
        <source>A call waits for you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>A call wanted more rights than that. Sign in again to give them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/page.py"/>
        <source>A call was not denied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>A command, or a file that runs by itself, does what the finding says. Read the whole of it, and deny what you cannot read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>A day such as 2027-12-01, or a day and a time. Left empty: for good.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/times.py"/>
        <source>A day, without a time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/urls.py"/>
        <source>A file on this machine or on a share, not a page.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/log_card.py"/>
        <source>A file that anybody can check without this installation.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/warnings.py"/>
        <source>A folder stands for everything below it; name each folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>A form asks for a password or key, which no form may: the app would see it. Deny, and give secrets only to the page of the service itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/page.py"/>
        <source>A grant was not taken back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>A line each, such as example.com or *.example.org.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>A line each, such as ~/work. Everything below counts too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>A look at the result before the app gets it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>A name looks like another one and is not. Read it from its end, letter by letter, or type it yourself where it matters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>A number has more digits than many programs keep. The server may read another one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/numbers.py"/>
        <source>A number has more digits than many programs keep: the server may read another one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>A path leads to keys, to what programs obey, or to the system itself. Approve only if you asked for exactly this file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>A path lies outside the folders that such calls may work in. Check that the file is the one you mean.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/fields.py"/>
        <source>A pattern: * for any text, ? for any character.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>A person changed the inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>A person changed the inputs before approving</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>A person is asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>A press on a reason sends it at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/pasted.py"/>
        <source>A quotation mark is not closed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>A reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/audit/store.py"/>
        <source>A record of kind {kind} is lost: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>A required input, such as “to”, and the values that it may have, one a line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>A result named this address; the server does not list it. Nothing was opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>A rule applies permanently. Before you save one you see which past calls it would have let through.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>A rule can demand that people sign a call before it runs, each with a PIN of their own. These people can; nobody can sign twice for one call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>A rule can demand that people sign a call before it runs. The administrator's file names them, with their roles; until it does, a call that needs such a signature cannot be approved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grants.py"/>
        <source>A rule decides such calls.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/footer.py"/>
        <source>A rule of yours asks about this call, and asking wins over allowing: change that rule, or make one that denies. Nothing is decided by it yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/evaluate.py"/>
        <source>A rule of {file} might allow it, but has no effect until you confirm it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/evaluate.py"/>
        <source>A rule of {file} would allow it, but has no effect until you confirm it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grants.py"/>
        <source>A rule requires a reason for each such call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>A rule requires a reason for this yes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>A rule requires it. The log keeps it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/conversation.py"/>
        <source>A script: no model is involved. Its calls are real and go to demo servers; your own files are not touched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>A scripted assistant proposes calls to small servers made for this, and you decide. It opens in a window of its own, with a profile that is thrown away at its end. Nothing of yours is touched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/control/search.py"/>
        <source>A search has at most {most} parts; the rest is ignored.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/statements.py"/>
        <source>A second statement that writes is hung on to one that reads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>A star is allowed only at the beginning, before a dot, as in *.example.org, or for the port.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>A text that somebody else wrote decides where this goes, what runs or what is deleted. Ask yourself whether you wanted it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>A throw-away profile with demo servers. Nothing here touches your own files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/twins.py"/>
        <source>A tool of another server is called the same: {tools}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/evidence.py"/>
        <source>A value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/page.py"/>
        <source>AI apps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/first_look.py"/>
        <source>AI apps are told of these tools, and of what the servers say about them, only once you approve them. Unfold a tool to read everything that its server says about it. Each call is still decided by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>AI apps can propose calls again. Your rules hold as before, and you are asked where they leave a call open. The grants that you gave were ended and do not come back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>AI apps cannot connect over HTTP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>AI apps lists those that Assent found here. It puts their servers behind Assent, and back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>AI apps on this computer that Assent knows. The servers of an app run behind Assent, or beside it, where Assent sees nothing of what they do.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>AI apps propose calls to tools. Assent shows you each call as it would be sent, and asks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/autorun.toml"/>
        <source>AI apps read it and do what it says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>AI apps use it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/welcome.py"/>
        <source>AI apps use servers: programs and services that read, write and send for them. Once a server is behind Assent, you see each call as it would be sent, and say yes or no.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/pages.py"/>
        <source>About</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>About Assent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/form.py"/>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Add a header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Add a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/page.py"/>
        <source>Add a server…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Add a variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/fields.py"/>
        <source>Add an input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/form.py"/>
        <source>Add an input of this name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/form.py"/>
        <source>Add an item</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>Add it, then restart the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Add rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Add this one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/form.py"/>
        <source>Add {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/words.py"/>
        <source>Add {n} and review…</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/rules/page.py"/>
        <source>Add {n} rules</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Added {names}. Nothing was started yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>Administrator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Administrator vouches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Administrator's</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>Advanced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>Advanced: limits, sizes and waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Advanced: other keys, as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>Advanced: records</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Against other instructions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Age of a tool list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Agree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>All inputs are the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>All large results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>All rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>All waiting calls, with their tools' definitions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>All who must sign have signed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/page.py"/>
        <source>All {n} calls…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Allow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>Allow tools by rules in policy.json.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/fields.py"/>
        <source>Allow without asking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>Allow {app} to use {tools} of {server}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Allowed by a rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/fields.py"/>
        <source>Allowed values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Allowed without asking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Allows</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/words.py"/>
        <source>Also delete its {n} secrets from the keyring: {names}</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>Also sent as HTTP headers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/form.py"/>
        <source>Also sent with the call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Always</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>Always allow {app} to use {tools} of {server}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Always is not offered. {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/money.py"/>
        <source>Amount</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>An address is easily misread, or leads to nobody in particular. Read the host from its end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>An address leads into this machine, a private network, or to the cloud's own service. Approve what you run yourself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>An annotation is too long to be compared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>An app's waiting calls, with their tools' definitions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>An error of the protocol that this version of Assent does not know.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>An error that the server's maker defined.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>An input is missing or of the wrong kind.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>An unknown app</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/edit.py"/>
        <source>Another rule has this id; give it one of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Another rule is called {was}; this one is saved as {now}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/twins.py"/>
        <source>Another tool of this server has a name that reads the same: {tools}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Another tool's name is the same or looks the same. Make sure that this is the server you mean.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Answer this?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>Answered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/form.py"/>
        <source>Answers to what the server asked earlier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/fields.py"/>
        <source>Any app</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Any inputs of the kind shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/fields.py"/>
        <source>Any server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/fields.py"/>
        <source>Any tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/roles.py"/>
        <source>Anybody with a PIN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>Anything to look closer at, or danger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/page.py"/>
        <source>App</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/try_call.py"/>
        <source>App (empty: one that proved nothing)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/window_choices.py"/>
        <source>Appearance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Approve always</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>Approve counts after a second, so that no key which you are typing approves. Deny counts at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Approve for 1 hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Approve for 15 minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Approve for longer…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Approve for this chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Approve it without tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Approve once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>Approve the ticked</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>Approve the {n} ticked</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Approve these tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/approval.py"/>
        <source>Approve these {n} tools</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Approve this action?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Approve until Assent quits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/keys.py"/>
        <source>Approve with a note to the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Approve with a note…</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/presenter.py"/>
        <source>Approve without reading {n} lines</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Approve {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Approve {servers} without tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Approve {tools} of {servers}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/keys.py"/>
        <source>Approve, as soon as Approve is ready; hold nothing down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>Approved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Approved by people</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Approvers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>Approving takes a little longer here, because Assent found what may do harm.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Apps are not told of them: what they say is not what your administrator pinned.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>April</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/try_call.py"/>
        <source>Arguments of the call, as a JSON object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Arrow keys scroll.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>As SQL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>As it is written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/load.py"/>
        <source>As root: {commands}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>As sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>As sent: {count}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>As the app proposed them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/window_choices.py"/>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/page.py"/>
        <source>Ask before its own tools, too: {app}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/page.py"/>
        <source>Ask before its own tools, too…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>Ask before {app} uses {tools} of {server}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/fields.py"/>
        <source>Ask me</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Ask me first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>Ask whoever manages the server for the right.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/record_kinds.py"/>
        <source>Asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>Asked again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Asked again (time {value})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>Asked again: your earlier answer does not count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>Asking again…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/try_call.py"/>
        <source>Asking the rules…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Asking the server where you sign in…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Asks for a secret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>Asks for the app's folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>Asks the person something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/main_window.py"/>
        <source>Assent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth.py"/>
        <source>Assent can use {name} now. You can close this tab.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/entries.py"/>
        <source>Assent cannot reach it: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>Assent cannot tell whether you confirmed this before. {why} None of it counts until you have read it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>Assent checks your changes and asks you once more before anything is sent. The model is told that you made them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Assent closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/main_window.py"/>
        <source>Assent could not be stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/app_requests.py"/>
        <source>Assent could not decide safely</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/inspection.py"/>
        <source>Assent could not look at all of this call in time; part of it was not inspected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/checks.py"/>
        <source>Assent could not see in time where all paths lead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/app_files.py"/>
        <source>Assent could not start what reads the files of AI apps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/main_window.py"/>
        <source>Assent demonstration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/pasted.py"/>
        <source>Assent does not know the option “{name}” of this command.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/try_call.py"/>
        <source>Assent does not know the tools of this server yet: it learns them when the server is tested or called. Name the inputs below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/evaluate.py"/>
        <source>Assent does not know what the server asks for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/program.py"/>
        <source>Assent does not know who made this program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/form.py"/>
        <source>Assent does not open it. Where an app wants to read it, you are asked, or a rule decides.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/form.py"/>
        <source>Assent does not play it. Type and size go by the bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/inspector.py"/>
        <source>Assent failed while it looked at this call ({fault}); part of it was not inspected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/table.py"/>
        <source>Assent found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Assent found something grave, so all of it must be seen first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grants.py"/>
        <source>Assent has a reason to ask about each such call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/refusals.py"/>
        <source>Assent is closing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/servers_file.py"/>
        <source>Assent leaves out {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>Assent leaves this app alone. {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>Assent looks for Claude Desktop, Claude Code, VS Code, Cursor, Codex, Windsurf, Gemini CLI, Goose, Zed and LM Studio. Any other app is connected by hand: the guide for users says how.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/warnings.py"/>
        <source>Assent makes no finding of the kind {kind}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>Assent reaches servers at http:// and https:// alone, under url.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Assent reads the file again when it changes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/sandbox.py"/>
        <source>Assent runs this server in a sandbox: it may write {write}, read {read}, and has no network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/sandbox.py"/>
        <source>Assent runs this server in a sandbox: it may write {write}, read {read}, and use the network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>Assent sees nothing of the tools that are part of an app, such as its shell and its editor.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/page.py"/>
        <source>Assent starts each of these programs, lists its tools and ends it; a server with a URL is asked there. No tool is called, and no AI app is told of a server before you have approved what it says.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/rows.py"/>
        <source>Assent waits in the tray, so that no app has to start it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Assent warns of danger here, so all of it must be seen first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>Assent {version}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/places.toml"/>
        <source>Assent's own rules, keys and log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/tray.py"/>
        <source>Assent: everything is stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/tray.py"/>
        <source>Assent: {calls}, {servers}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/tray.py"/>
        <source>Assent: {waits}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>Assistant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>At an unknown time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>At most {calls} in {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>August</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/window.py"/>
        <source>Back to one call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/sheets.py"/>
        <source>Back to the question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>Back to the question. What you changed is kept until it is answered. Esc</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Because</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/urls.py"/>
        <source>Before the @</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>Begin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth.py"/>
        <source>Begin it again in Assent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/urls.py"/>
        <source>Belongs to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/form.py"/>
        <source>Beside it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/log_card.py"/>
        <source>Browse…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/table.py"/>
        <source>Call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>Call of {call}: {word}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>Call {call_id}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/footer.py"/>
        <source>Call {id}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/window.py"/>
        <source>Call {number} of {all}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/window.py"/>
        <source>Call {number}: {state}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/table.py"/>
        <source>Call {number}: {state}, {seen}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/window.py"/>
        <source>Call {number}: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/charts.py"/>
        <source>Calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>Calls at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/charts.py"/>
        <source>Calls by day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/charts.py"/>
        <source>Calls by decision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/page.py"/>
        <source>Calls in the last hour, by five minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Calls like this one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Calls of one app that may wait for a person.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/table.py"/>
        <source>Calls side by side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/page.py"/>
        <source>Calls that wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Calls to one server that may wait for a person.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/page.py"/>
        <source>Calls, newest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Can only be approved once, because of the warnings above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Can only be approved once. {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/page.py"/>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Cannot be undone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>Cannot be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>Change PIN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>Change of {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>Change the inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Change the inputs. The changed call is asked again. Ctrl+E</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Change what your yes covers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>Changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Changed meanwhile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Changed {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>Changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Changes a database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Changes everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Changes rights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>Changes take effect at once. A call that already waits keeps the time it was given.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Changes that wait for you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Changes what the model may do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/text_block.py"/>
        <source>Changes {first} to {last} of {total}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Change…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>Chapters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/key_inputs.py"/>
        <source>Character {start} of {all}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/key_inputs.py"/>
        <source>Characters {start} to {end} of {all}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/log_card.py"/>
        <source>Check every record of the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/log_card.py"/>
        <source>Check now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Checking the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Checking the log: {done} of {of}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>Checking your changes and asking again…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Checking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/fields.py"/>
        <source>Choose a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/fields.py"/>
        <source>Choose a folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/page.py"/>
        <source>Choose one to see exactly what would be sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Choose who signs first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Chosen by a stranger's text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/widgets/page_parts.py"/>
        <source>Clear the field</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/page.py"/>
        <source>Clear the filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/page.py"/>
        <source>Clear the search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/widgets/cards.py"/>
        <source>Close panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/text_block.py"/>
        <source>Close the search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/money.py"/>
        <source>Comes to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Command, address or configuration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Commands to a terminal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>Compared with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Compliance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Configuration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>Configure it under "servers", or write the digest that Assent shows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Confine it to folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>Conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>Copy digest: {whose}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>Copy for a report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/widgets/controls.py"/>
        <source>Copy path: {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>Copy the SHA-256</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/footer.py"/>
        <source>Copy the call id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/log_card.py"/>
        <source>Copy the command that checks it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Copy the digest of this configuration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Copy the whole address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Copy the whole address and open it in a browser on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>Correct the inputs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Could not decide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Counted since {day}; there are more calls than are counted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/rows.py"/>
        <source>Cover</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/rows.py"/>
        <source>Cover {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Covered by a grant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Covers</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/diff.py"/>
        <source>Creates {file}: {n} lines</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Damaged record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Danger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>Danger always asks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Dangerous: read closely</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/window_choices.py"/>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Data class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Data handling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Data scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>Databases differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>Days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/charts.py"/>
        <source>Days that are counted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>December</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/record_kinds.py"/>
        <source>Decided</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Decided by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>Decided by a rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/page.py"/>
        <source>Decision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Decline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>Default</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Definition changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Definition of {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Deletes a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Deletes everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Deletes rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Deletes something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Demanded: {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Demanded: {wanted}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>Demonstration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>Denied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Denied by a rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/page.py"/>
        <source>Denies the calls in this list that you are not reading; asks you first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/main_window.py"/>
        <source>Denies what waits, cancels what runs, ends all grants, and refuses new calls until you release it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Deny</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>Deny all {n} calls of {app}?</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>Deny all {n}…</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/keys.py"/>
        <source>Deny and say why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/page.py"/>
        <source>Deny the call…</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>Deny the other {n}…</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>Deny the rest…</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>Deny the {n} calls of {app} that are not ticked?</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>Deny tools by rules in policy.json.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>Deny with a reason tells the model why. Edit… changes the inputs, and asks you again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Deny with a reason…</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/batch/window.py"/>
        <source>Deny {n} calls</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/waiting/rows.py"/>
        <source>Deny {n} calls of {apps}?</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Deny, and say why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>Deny. Nothing is lost: the app is told and can ask again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Deny: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Description of the tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/warnings.py"/>
        <source>Did you mean "properties", with this inside?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/conform.py"/>
        <source>Did you mean {name}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>Discard and leave</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Display name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>Do something unknown where {app} uses {tools} of {server}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/mail.py"/>
        <source>Domain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/mail.py"/>
        <source>Domains</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/conversation.py"/>
        <source>Done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Duplicate…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/rows.py"/>
        <source>Each app is told that a person denied it. Calls that come later still wait for you.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/page.py"/>
        <source>Each call that an AI app proposes is written down here, with what you decided and how it ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grants.py"/>
        <source>Each such call must be signed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/program.py"/>
        <source>Each time it starts, {program} fetches the newest version: what runs can change though this configuration does not. Name a version to prevent that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/rows.py"/>
        <source>Easier to read; exactly what is sent is above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>Edit rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/page.py"/>
        <source>Edit {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/form.py"/>
        <source>Edit {name} over several lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Edited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Edit…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>Ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/servers_file.py"/>
        <source>Enter a number of seconds, such as 30.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/servers_file.py"/>
        <source>Enter it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Enter opens the chosen rule.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/page.py"/>
        <source>Enter opens the question of the chosen call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Enter the PIN first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/servers_file.py"/>
        <source>Enter the address of the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/servers_file.py"/>
        <source>Enter the program to start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Error code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Error output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Error output of the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Error {code}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Error {code}, {times}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Error {code}, {times}: {meaning}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Error {code}: {meaning}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/page.py"/>
        <source>Errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>Esc puts a question aside. It stays under Waiting, and its time runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>Every call is denied until this is put right. {problems}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>Every call is denied until your administrator puts this right. {problems}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>Every call that no rule and no grant lets through. Rules say what may run without asking.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>Everything in Assent can be done from the keyboard.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/evaluate.py"/>
        <source>Everything is denied, since {source} cannot be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>Everything is stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/main_window.py"/>
        <source>Everything is stopped. Asks before it lets calls through again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/window.py"/>
        <source>Everything to read before you answer. Arrow keys scroll.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>Evidence: {whole}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/header.py"/>
        <source>Exact names: {route}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Exactly this call, each time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>Exactly what the server gets. Once all of it was on screen, it counts as read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/jsonc.py"/>
        <source>Expected: "text", a number such as 1.5, true, false, null, a [list] or an {{object}}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Expected: a number from {low} to {high} ({unit}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Expected: a whole number from {low} to {high} ({unit}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/conform.py"/>
        <source>Expected: {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>Expired</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/try_call.py"/>
        <source>Explain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/log_card.py"/>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Export rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/log_card.py"/>
        <source>Export the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/page.py"/>
        <source>Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>FLAC sound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>February</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Fewer settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>Fields</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/diff.py"/>
        <source>File on disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/log_card.py"/>
        <source>File to write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/diff.py"/>
        <source>File {number} on disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>Files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>Fill in the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Fill in the form first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Fill in…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/search_box.py"/>
        <source>Filter the history</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/search_box.py"/>
        <source>Filter: words, tool:write_file, decision:denied, after:yesterday …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/text_block.py"/>
        <source>Find in this text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/text_block.py"/>
        <source>Find in {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Finding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/text_block.py"/>
        <source>Find…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>Finer points</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/conversation.py"/>
        <source>Finished. Pick a chapter to hear it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>First use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>Five short chapters, about three minutes. A script proposes calls, and you say yes or no.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/widgets/labels.py"/>
        <source>Folded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>Folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Folders it may change, one a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Folders it may read, one a line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>For 1 hour, {app} may call {route} without asking, with:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>For 15 minutes, {app} may call {route} without asking, with:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>For a server that you write yourself. Whatever it says about itself and its tools reaches AI apps at once and steers what they do. Each call is still decided as before. It ends when its configuration changes, and you can take it back at any time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>For administrators</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>For any other app, the guide for users shows it step by step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/rules.py"/>
        <source>For now such calls are asked about all the same: {why} That ends once you vouch for the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>For sign-ins of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>For users</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>Forgets what you changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>Form</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/welcome.py"/>
        <source>Found on this computer: {apps} with {servers}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>Found: {what}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Framework</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>Free software under the Apache License 2.0, without any warranty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Friday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>From</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>From then on Assent is started in place of these servers. It starts the servers itself, and asks you before each call. Each file is copied before it is changed, and you can give it back to its app at any time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>From then on other rules, or the default if none matches, decide these calls.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>From then on these calls run without asking, unless another rule asks or denies.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/tray.py"/>
        <source>From {apps}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>GIF picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>Give each a name of their own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>Give each an id of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>Give it a name of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/servers_file.py"/>
        <source>Give it a name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/form.py"/>
        <source>Give it a value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/page.py"/>
        <source>Give it back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/page.py"/>
        <source>Give its configuration back: {app}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/page.py"/>
        <source>Give its configuration back…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/page.py"/>
        <source>Give {app} its own configuration back?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Give {app} what “{server}” links to?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/words.py"/>
        <source>Given by {who} {given_at}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/words.py"/>
        <source>Given by {who} {given_at} · {times}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Gives rights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/keys.py"/>
        <source>Go back through the same places</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Go back to the question first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/keys.py"/>
        <source>Go from one control to the next, or back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/window.py"/>
        <source>Go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/keys.py"/>
        <source>Go on: the page, what just happened, the list of pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/keys.py"/>
        <source>Go on: what is to read, what your yes covers, the buttons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/keys.py"/>
        <source>Go to a page, in the order of the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/pages.py"/>
        <source>Go to the assistant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/keys.py"/>
        <source>Go to the search of the page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Goes on with an earlier call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Good to know</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/record_kinds.py"/>
        <source>Grant given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Granted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/page.py"/>
        <source>Grants</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>HIPAA-controlled data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Hands something over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>Has a link in its results read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/form.py"/>
        <source>Has characters that a field would hide or change. They are shown as escapes, as \u200B does.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Headers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/footer.py"/>
        <source>Held because a rule requires a person to release the results of such calls.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/footer.py"/>
        <source>Held because an app's answer to a server leaves here only after a person has seen it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/times.py"/>
        <source>Here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Hidden characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>Hide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Hide definition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>Hide inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>Hide the other chapters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>Hide the past calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/form.py"/>
        <source>Hide what the server says about the inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/explanation.py"/>
        <source>Hide why</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/words.py"/>
        <source>Hide {n} items of {name}</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/words.py"/>
        <source>Hide {n} values of {name}</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/grants/page.py"/>
        <source>Hide {what}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/rows.py"/>
        <source>Hide: {form}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/window_choices.py"/>
        <source>High contrast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/claims.py"/>
        <source>Hints: {hints}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/page.py"/>
        <source>History</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>History has every call: what it held, who decided and why, and what came back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>Holds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>Hosts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>Hours and minutes, such as 09:00.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>Hours and minutes, such as 17:30.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>How Assent works, on one page.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>How careful to be</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>How long a call waits for a person before it is denied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>How long a server may take to list its tools.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>How long a server may take to start and greet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>How long a server may work on a call; progress restarts that time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>How long an unused server keeps running; it starts again when it is needed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/page.py"/>
        <source>How long calls took</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/page.py"/>
        <source>How long calls took in the last hour, by five minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>How long calls wait while there is no window to answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>How long the listing between an approval and its call may take.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>How many, and beside it in how many seconds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>How much of a server's error output is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>How old the listing behind an automatically allowed call may be.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>How to change the inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>How to see what will be sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>I write this server myself…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>If the call was sent, nobody knows whether it happened: look at the server's data before you repeat it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Import rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Import…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>In a terminal, assent doctor says what is missing or broken, and what to do.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>In force</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>In its answer to the call {id}. The app's answer is below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/urls.py"/>
        <source>In letters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>In seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/keys.py"/>
        <source>In the list of pages: go to the page above or below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>In the role</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>In this window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/fields.py"/>
        <source>Input, such as to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>Inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>Inputs as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/record_kinds.py"/>
        <source>Inputs changed by a person</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Inputs of {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>Inputs that it was called with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>Inputs that name addresses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>Inputs that name paths</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/text_block.py"/>
        <source>Inputs {first} to {last} of {total}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Inputs, as approved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Inputs, as refused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Instructions to the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Invalid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Invisible letters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>It asks before it uses tools of its own, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>It asks while it works on {tool}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>It asks while none of its tools runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>It asks you before an AI app acts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/server_requests.py"/>
        <source>It calls itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>It calls itself “{name}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/form.py"/>
        <source>It came with the result; its address was not opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/explanation.py"/>
        <source>It cannot be explained</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>It cannot be saved yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>It cannot be saved yet: {count} problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>It cannot be shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>It cannot be used as it stands, so nobody can vouch for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grants.py"/>
        <source>It carries too much beside its inputs for a standing permission.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>It changed. What it was before is not kept; read all of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/rules/explanation.py"/>
        <source>It changes none of your last {n} calls.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../host/gate/rounds.py"/>
        <source>It claims to continue an earlier call that Assent does not know, or one whose state was changed since.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grants.py"/>
        <source>It continues an earlier call, so it can only be approved once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>It could not be tested</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/explain.py"/>
        <source>It counts as if it matched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/window.py"/>
        <source>It counts from the next call on. This question still waits for your answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>It counts until Assent quits and is not kept any longer. {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/explain.py"/>
        <source>It decided.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/explanation.py"/>
        <source>It demands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/first_look.py"/>
        <source>It did not say what it can do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/explain.py"/>
        <source>It does not allow what it is not sure of.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>It does not apply at this time of day or week.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>It does not work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>It does not work.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/controller.py"/>
        <source>It ended while the host was gone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>It expired at {moment}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/servers_file.py"/>
        <source>It gets the secrets that the keyring already has under {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grants.py"/>
        <source>It gives rights or deletes; an hour at most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/form.py"/>
        <source>It has no inputs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/page.py"/>
        <source>It has no servers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/footer.py"/>
        <source>It has waited as long as it may, and ends in {n} seconds.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../host/window/server_requests.py"/>
        <source>It holds an invisible character, {char}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>It is about something else.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/app_requests.py"/>
        <source>It is about this question alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/app_requests.py"/>
        <source>It is about this request alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/asking.py"/>
        <source>It is about this result alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>It is being started.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>It is configured by your administrator.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>It is denied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/pasted.py"/>
        <source>It is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/explain.py"/>
        <source>It is for the app {pattern}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/explain.py"/>
        <source>It is for the server {pattern}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/explain.py"/>
        <source>It is for the tool {pattern}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>It is kept in the keyring of this system, as a hash that cannot be read back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/first_look.py"/>
        <source>It is left for its own review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/pasted.py"/>
        <source>It is no block of servers that Assent knows, such as {{"mcpServers": …}}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>It is no longer in policy.json. It stays in effect until you confirm that it is gone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>It is no text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>It is not a host, optionally with a port, such as example.com:8080.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>It is not as it was.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>It is not started before you allow it. Read above what would be started. Assent then starts it, lists its tools and ends it; no tool is called, and no AI app is told of it before you have approved what it says.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>It is not what it looks like.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>It is process {pid}, started by {parent}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>It is process {pid}, {program}, started by {parent}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>It is process {pid}, {program}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>It is process {pid}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>It is removed from servers.json. If it runs, it ends, and AI apps can no longer call its tools. Its calls stay in the history.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>It is switched off in servers.json.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>It is switched off in your administrator's file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>It is switched off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>It is the administrator's</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/pasted.py"/>
        <source>It is too long: {n} characters at most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>It is unknown where it leads on this machine: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>It is unknown where the input {input} leads{why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>It is unknown where the paths in the inputs lead{why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>It is unknown whether the inputs meet its schema.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>It is unknown which call of the log this is. The page History has them all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>It is unknown which host the input {input} names{why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>It is unknown which hosts the inputs name{why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>It lasts until Assent ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>It lists no tools.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/explain.py"/>
        <source>It matches too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/explain.py"/>
        <source>It matches; something stricter decided.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>It may be started. Test it to see what it says; nothing of that reaches an app before you approve it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>It may change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>It may read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>It may use the network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/pasted.py"/>
        <source>It names more than {n} servers. Paste fewer at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>It names no host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/pasted.py"/>
        <source>It names no program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/pasted.py"/>
        <source>It names no server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>It names people</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grants.py"/>
        <source>It pays, and each payment needs its own approval.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/pasted.py"/>
        <source>It reads like TOML, and cannot be read as such.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>It requires a server for which {whom} vouched; for this one, {this} did.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>It runs and listed its tools.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>It runs without asking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>It says something new or changed about itself or its tools. No app gets that before you approve it, further down.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>It says: {claims}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grants.py"/>
        <source>It sends or runs something; choose “Until Assent quits”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>It stands for tools of an app's own. The page “AI apps” puts it there and takes it back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/program.py"/>
        <source>It starts an image with {program}. Assent cannot see what is in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>It starts when an app first needs it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>It then sees these folders and its own program alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>It uses the annotation {name}, but nobody whom it trusts vouched for the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>It waits for you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/footer.py"/>
        <source>It waits for you while you are here, 15 minutes in all at most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/explain.py"/>
        <source>It waits to be confirmed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth.py"/>
        <source>It wants more rights than your sign-in gave it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>It wants you to sign in before it says what it can do.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>It wants you to sign in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/explain.py"/>
        <source>It was held back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>It was not done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/page.py"/>
        <source>It was not restarted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/toasts.py"/>
        <source>It was not undone: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>It was written into policy.json outside this window. It has no effect until you confirm it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>It works</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>It works on {calls}; nobody can tell for which of them it asks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/servers_file.py"/>
        <source>It {problem}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/welcome.py"/>
        <source>Its calls fail, and Assent has no copy of its file. Write its servers into {file} again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/welcome.py"/>
        <source>Its calls fail. Give its configuration back, then put its servers behind Assent again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Its definitions may change without review.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Its entry in servers.json cannot be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Its entry in your administrator's file cannot be used. Tell your administrator.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>Its hook does not run, so nobody is asked before it uses tools of its own. Hooks are switched off by {setting}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>Its licences and notices are installed with each package.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>Its message says what to do.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Its program ends, and starts again when an app needs it. Calls that it works on end now, and nobody knows whether they happened. Its apps keep their sessions; what the program remembered is lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grants.py"/>
        <source>Its rule does not allow a standing permission.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>Its servers start without Assent again: their calls are neither asked about nor logged. Its token is revoked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>Its text says why; the model may correct itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>Its time is over.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Its tools are pinned: the administrator's file says what it must list.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>JPEG picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/log_card.py"/>
        <source>JSON Lines (*.jsonl)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>January</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/window.py"/>
        <source>Judge by what will be sent alone, or deny.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>July</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>June</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>Keep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>Keep editing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Keep permissions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Keep secrets in servers.json</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>Keep stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/footer.py"/>
        <source>Keep waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/approval.py"/>
        <source>Keep {n} permissions that stand for changed tools</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Kept from you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Kept out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/footer.py"/>
        <source>Keys of this window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/warnings.py"/>
        <source>Known are {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/conform.py"/>
        <source>Known here: {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>Laid out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Large results of an app</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Larger results are kept on disk, for tickets and the history.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/text_block.py"/>
        <source>Last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/diff.py"/>
        <source>Last approved call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/page.py"/>
        <source>Last used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Last used {ago}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/first_look.py"/>
        <source>Later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>Leads to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>Leave them out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>Leave without saving?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/try_call.py"/>
        <source>Left empty: an app that proved nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>Left empty: this computer's.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>Less on: {title}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Let its definitions change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Let its definitions change without review?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Let these changes count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Let these instructions reach apps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Let these {waits} changes count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Let this change count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>Let through by a grant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>Let {app} ask before its own tools, too?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/page.py"/>
        <source>Let {app} use its own tools without asking Assent?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Lets calls run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/window_choices.py"/>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>Limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>Line ends and indents are added to read it; nothing else is changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/pasted.py"/>
        <source>Line {line} holds an invisible character, {char}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/servers_file.py"/>
        <source>Line {line}: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/pasted.py"/>
        <source>Line {line}: {why}. {remedy}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>Line {number}:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Lines never scrolled into view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/text_block.py"/>
        <source>Lines {first} to {last} of {total}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/sandbox.py"/>
        <source>List it under read or write of its sandbox.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/sandbox.py"/>
        <source>List the folders that the server needs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>List the resources again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>List the tools again and correct the inputs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>List the tools again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Local program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>Locked: the administrator's file cannot be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Log broken</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Log broken at record {seq}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Log not checked yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Log verified at {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Longest call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/page.py"/>
        <source>Look again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>Look at the past calls that it would have let through, then save it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Look at what would be started, and let it start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Look closer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Look-alike address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Look-alike letters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Look-alike package</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/urls.py"/>
        <source>Looked up as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>Looking at past calls…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/sheets.py"/>
        <source>Looking at the rules…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>Looking at the rule…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Looking at the server…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/page.py"/>
        <source>Looking for AI apps…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>Looking up what to compare this call with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>Looks like a secret: covered here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Looks unsafe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>MP3 sound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/program.py"/>
        <source>Made by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>Make a rule from this…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/footer.py"/>
        <source>Make a rule…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>Make one with "assent approvers credential", and paste it whole.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>Make this a rule…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Many calls at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>March</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>Marked in it: {marked}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>May</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>May delete or overwrite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>Mend the program that wrote it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Message from a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Message to a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Monday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/footer.py"/>
        <source>More</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/widgets/scroll.py"/>
        <source>More below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/widgets/scroll.py"/>
        <source>More below: scroll down one page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>More chapters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>More of what it says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/sheets.py"/>
        <source>More on this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>More on: {title}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>More settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/form.py"/>
        <source>More that the server gets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/charts.py"/>
        <source>Most asked tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/window_choices.py"/>
        <source>Motion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/form.py"/>
        <source>Move {name} down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/form.py"/>
        <source>Move {name} up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Moves or books money</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/try_call.py"/>
        <source>Name a server and a tool first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>Name clientId and issuer too: the secret is for that one authorization server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>Name it {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Name like another's</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/rows.py"/>
        <source>Name of an input that is not given: {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/rows.py"/>
        <source>Name of an input: {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/form.py"/>
        <source>Name of another input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/fields.py"/>
        <source>Name of the input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Name of the tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/roles.py"/>
        <source>Needs a PIN</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/roles.py"/>
        <source>Needs {n} signatures</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/fields.py"/>
        <source>Never</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>Never let {app} use {tools} of {server}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>New PIN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>New PIN, once more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>New destination</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>New rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>New rule…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>New: {finding}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/text_block.py"/>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/text_block.py"/>
        <source>Next match</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/action_row.py"/>
        <source>Next question ({n} waiting)</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>Next: put its servers behind Assent. Until then nobody is asked before they are used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>Next: restart {app}, then ask it to use one of the servers that are behind Assent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/page.py"/>
        <source>No AI app found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/welcome.py"/>
        <source>No AI app was found on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>No browser could be opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/window.py"/>
        <source>No browser took this address. Nothing was answered.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/page.py"/>
        <source>No call in the log is like this.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/usual.py"/>
        <source>No call of this tool by this app was approved before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/page.py"/>
        <source>No calls in the last hour.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>No calls since Assent started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/page.py"/>
        <source>No calls yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>No file was left.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/page.py"/>
        <source>No grant has these words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/page.py"/>
        <source>No grant is in force</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/claims.py"/>
        <source>No inputs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>No keyring takes these secrets, so they move to servers.json, which your account alone can read: {names}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>No path in the inputs lies within {folders}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>No role: signs where any PIN will do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/explain.py"/>
        <source>No rule can acknowledge a finding of severity high, so a person is asked each time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>No rule could be made from this call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>No rule fits this search.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/evaluate.py"/>
        <source>No rule is about it, and by default an app is asked this.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/evaluate.py"/>
        <source>No rule matches, so a person is asked, each time: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/evaluate.py"/>
        <source>No rule matches, so a person is asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>No rule was added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>No rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>No rules can be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>No rules yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>No server can be reached until this is put right.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/page.py"/>
        <source>No server can be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/welcome.py"/>
        <source>No servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/page.py"/>
        <source>No servers yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>No setting has these words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>No such program: {command}. Install it, or mend the command.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>No such program: {command}. Install it, or tell your administrator.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>Nobody</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Nobody can approve them, and no app is told of them: two have the same name, a name is empty, too long or has invisible characters, or inputs would become invalid HTTP headers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Nobody can sign this.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Nobody defined what this code means. The server's message may say it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/roles.py"/>
        <source>Nobody has a PIN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>Nobody is asked any more before the app uses tools of its own, such as its shell, and nothing of them is logged. Its servers stay behind Assent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/roles.py"/>
        <source>Nobody is registered for: {roles}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Nobody is registered to sign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>Nobody is signed in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>Nobody knows whether it happened: look before you try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Nobody to ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Nobody vouched for this server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grants.py"/>
        <source>Nobody vouched for this server; choose “Until Assent quits”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Nobody vouches for this server yet. What it says about itself is shown as a claim, and can only make Assent stricter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/roles.py"/>
        <source>Nobody who is registered can give what is missing. Your administrator registers people and their roles in the administrator's file. Until then this call can only be denied or left to expire.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Nobody who is registered could give what is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/window_choices.py"/>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>None of them has any inputs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/program.py"/>
        <source>None that Assent knows of.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/urls.py"/>
        <source>Not Latin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>Not all of it was on screen yet. Choose the row to read it whole below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>Not all of the call could be inspected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/flows.py"/>
        <source>Not all of what earlier calls brought could be compared with this call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Not all of what is granted has been on screen yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Not all that waits could be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/urls.py"/>
        <source>Not an address: code that a browser runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/urls.py"/>
        <source>Not encrypted: others on the way can read and change it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>Not everything in the inputs that is a path, or could be one, lies within {folders}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>Not everything in the inputs that names a host, or could name one, is at {hosts}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>Not found here: {names}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/rows.py"/>
        <source>Not given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>Not in force</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Not inspected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Not known before it was started.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Not known yet. Test it to see.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>Not now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>Not pasted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/widgets/fields.py"/>
        <source>Not pasted: a field holds {n} characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Not said</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/conversation.py"/>
        <source>Not sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>Not set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Not signed: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>Not taken</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/page.py"/>
        <source>Not taken back: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Not taken: {names}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>Not there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Not usable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Not validated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Not vouched for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Not what I asked for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/program.py"/>
        <source>Not worked out: it is no file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/program.py"/>
        <source>Not worked out: the file cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/program.py"/>
        <source>Not worked out: the file is too large.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/urls.py"/>
        <source>Not written as addresses are: programs may read it differently.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>Not yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>Note to the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Note with your yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>Note: {note}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/form.py"/>
        <source>Notes from the app to the server (_meta)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/form.py"/>
        <source>Nothing (null) is sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/program.py"/>
        <source>Nothing but the system.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>Nothing came back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>Nothing can be decided here any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/control/search.py"/>
        <source>Nothing can be searched by {key}: here; it is searched as a word.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/page.py"/>
        <source>Nothing found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>Nothing in the inputs is at {hosts}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>Nothing is changed yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>Nothing is different.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>Nothing is left to decide here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>Nothing is sent unless you say yes, now or by a grant or a rule. The log has all of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>Nothing is sent without a record: calls are refused while this lasts, and go on by themselves afterwards. {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Nothing is sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>Nothing is started while your administrator's file cannot be used: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>Nothing lies below an address: write it without the star.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Nothing of it reaches an app until you have reviewed it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/first_look.py"/>
        <source>Nothing of it was approved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/welcome.py"/>
        <source>Nothing runs until you say so</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>Nothing to compare with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/tray.py"/>
        <source>Nothing waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/page.py"/>
        <source>Nothing waits for you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>Nothing waits or runs any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Nothing was asked of it. Read above where it is. Assent then connects to it and lists its tools; no tool is called, and no AI app is told of it before you have approved what it says.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Nothing was changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth.py"/>
        <source>Nothing was changed. You can close this tab.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Nothing was passed on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Nothing was sent to the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Nothing wider is offered for this call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Nothing wider is offered: no pattern of these inputs is safe.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Nothing wider is offered: nobody vouched for this server, and no pattern of these inputs is safe.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Nothing wider is offered: the tool says that it needs care. Vouch for its server to get more choices.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Nothing would change.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/window_choices.py"/>
        <source>Notifications</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>November</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>October</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Odd host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Odd tool name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/explanation.py"/>
        <source>Of your last {calls} calls: {changes}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/rules/explanation.py"/>
        <source>Of {n} calls too little is kept to tell.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>Off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>Ogg sound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/explanation.py"/>
        <source>Older calls were not looked at.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>On</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>On disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>On screen for {duration}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Once taken back, rules no longer trust what it says about its tools, and signatures that it asks for are no longer needed: such a call then asks one person.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Once that is mended, press Test.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>One of the people who may sign must be chosen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>One press sends it. The model reads it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>One role a line; “2 REVIEWER” for two people.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>One sentence that people and the app read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/keys.py"/>
        <source>One step back; from the question: put it aside, as closing the window does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/welcome.py"/>
        <source>Only look around</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/page.py"/>
        <source>Only put behind Assent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Only reads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>Only the administrator can change this rule, in the administrator's file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Only this call, once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>Only under these names of inputs, a line each. Left empty: every input counts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>Only where</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>Only where Assent warns of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Open browser</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Open the page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>Open the page that the error's data names, if you trust it, then call again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>Open the whole result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Open this page?</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/presenter.py"/>
        <source>Open without reading {n} lines</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Opens something up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/footer.py"/>
        <source>Opens the editor with the narrowest rule for this call. Nothing is decided by it yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Or take servers that another app on this computer has</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Order does not matter: deny wins over ask, ask over allow. Where no rule matches, a person is asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/program.py"/>
        <source>Other accounts of this machine can change {file}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>Other comparisons could not be made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Otherwise not sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/page.py"/>
        <source>Outcome</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/conversation.py"/>
        <source>Outcome unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Outside the folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Over a limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>PDF document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>PIN or passphrase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>PNG picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/program.py"/>
        <source>Package</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/main_window.py"/>
        <source>Pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Pages of a tool list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Pages that are read of one listing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Part of this call was not looked at, for its size, its form or the time it takes. Read it to the end, or ask for less at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Part of what is shown has not been on screen yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>Part {number} of {count}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Parts of this page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Pass on once</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/presenter.py"/>
        <source>Pass on without reading {n} lines</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Pass this on?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Passwords or keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>Past calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Past calls that it would change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Paste what the server's maker says: a command line, an address, or a block of configuration. Nothing is started before you reviewed it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>Path, decoded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/asking_window.py"/>
        <source>Pause approvals for 10 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>People, accounts and other inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>Place of the change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/urls.py"/>
        <source>Port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Port for apps over HTTP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Poses as somebody else</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>Present PIN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/keys.py"/>
        <source>Press the control that has the keyboard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/picture.py"/>
        <source>Preview of a picture, {width} by {height} pixels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/text_block.py"/>
        <source>Previous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/text_block.py"/>
        <source>Previous match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Private address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Private data leaves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Private keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>Profile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/program.py"/>
        <source>Program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>Programs could read this host differently: write its plain name or address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/addresses.py"/>
        <source>Programs read the host of this address differently, because of the @ in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/addresses.py"/>
        <source>Programs read the letters of this host differently.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/addresses.py"/>
        <source>Programs read this address differently, because of the backslash in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/conversation.py"/>
        <source>Proposed</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/form.py"/>
        <source>Protocol details: {n} values</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Protocol error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/toast_messages.py"/>
        <source>Put aside: {action}. It waits on under {page}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/keys.py"/>
        <source>Put away what just happened, or the panel at the side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/page.py"/>
        <source>Put behind Assent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Put behind Assent and connect to look</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/words.py"/>
        <source>Put behind Assent and start them to look</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>Put it into headers, as ${{keyring:SERVICE/NAME}}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/toasts.py"/>
        <source>Put this message away</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/apps/words.py"/>
        <source>Put {n} servers behind Assent…</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/apps/words.py"/>
        <source>Put {n} servers of {app} behind Assent?</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../host/servers/program.py"/>
        <source>Python package {name} {version}, as its metadata says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/window.py"/>
        <source>Question: {question}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/tray.py"/>
        <source>Quit Assent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>Quit Assent?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>Read and decide…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>Read as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>Read from the top: who wants what, what Assent found, then what will be sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>Read more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>Read more: {title}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Read once</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/presenter.py"/>
        <source>Read once, without seeing {n} lines</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Read this link?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/widgets/scroll.py"/>
        <source>Read to the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Read to the end first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/words.py"/>
        <source>Read to the end first. {n} lines were not on screen yet.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/widgets/scroll.py"/>
        <source>Read to the end: scroll down one page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Read what it says about itself and its tools, above. Nothing of that reaches an app yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Read what it says about itself and its tools, and approve it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Read what you grant first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>Reads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/program.py"/>
        <source>Reads to start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Ready in a moment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Ready in a moment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Ready.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/window.py"/>
        <source>Ready: {button}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Reason for the denial</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Reason for withholding it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Reason for your yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>Reason given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Reason that its author gives</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/explanation.py"/>
        <source>Reason that the rule gives: “{reason}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>Record {seq}: {kind}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>Records of this call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/record_kinds.py"/>
        <source>Refused by the checks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Refused messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Refused messages after which a connection is ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/warnings.py"/>
        <source>Register somebody in the administrator's file, or ask for others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>Registered by your administrator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Registered here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>Release</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/rows.py"/>
        <source>Release of its result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/rows.py"/>
        <source>Release of the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>Release the stop?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Release this result to {app}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Release this result?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Release with a note…</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/presenter.py"/>
        <source>Release without reading {n} lines</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Released</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>Release…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>Remove it here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>Remove it here; the administrator can write it into the managed file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>Remove it, or give it another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>Remove it, or let the rule ask.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/preferences.py"/>
        <source>Remove it, or mend its name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>Remove it, or write "effect": "allow".</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/jsonc.py"/>
        <source>Remove it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>Remove one of the two, or give both an id.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/jsonc.py"/>
        <source>Remove one of the two.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Remove rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/warnings.py"/>
        <source>Remove the rule, or write a later moment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/search_box.py"/>
        <source>Remove this filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Remove this rule?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/form.py"/>
        <source>Remove {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Remove {name}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Removed {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Remove…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>Rename it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>Rename one of the two.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/form.py"/>
        <source>Replace it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>Replaces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/diff.py"/>
        <source>Replaces {file} with the same text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/diff.py"/>
        <source>Replaces {file}: {size}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Requests at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Requests of one session that may run at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/rows.py"/>
        <source>Reset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/rows.py"/>
        <source>Reset {title} to {declared}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/page.py"/>
        <source>Restart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/page.py"/>
        <source>Restart this server?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/welcome.py"/>
        <source>Restart your AI app and ask it to use one of its servers. Assent asks you before each call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/welcome.py"/>
        <source>Restart {app}, then ask it: “Use a tool of {server} that only reads, and tell me what came back.”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/welcome.py"/>
        <source>Restart {app}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/page.py"/>
        <source>Restart…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>Result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Result breaks its schema</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Result in memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/record_kinds.py"/>
        <source>Result reviewed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Review its definitions again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/first_look.py"/>
        <source>Review {server}…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>Review “{name}”…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Reviewed {ago}: what you approved reaches apps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>Review…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Rights asked for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Roles needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>Rule "{id}" of your administrator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>Rule "{id}" of {source}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/toast_messages.py"/>
        <source>Rule added: {rule}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/toast_messages.py"/>
        <source>Rule changed: {rule}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/toast_messages.py"/>
        <source>Rule removed: {rule}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/toast_messages.py"/>
        <source>Rule switched off: {rule}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/toast_messages.py"/>
        <source>Rule switched on: {rule}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Rule {id}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>Rule: {who}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Rules (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>Rules and policy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Rules of the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Rules that asked or denied may be lost with it. Read the whole file: once you confirm, all of it takes effect.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Rules then trust what the server says about its tools.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Rules unreadable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Run by the app</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/conversation.py"/>
        <source>Running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Running calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/program.py"/>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Runs code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>Runs despite these warnings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>SHA-256</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>SHA-256 of the file: {digest}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>SHA-256 of the whole configuration: {config_digest}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>SHA-256 {digest}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>SHA-256 {digest}…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>SHA-256 {hash}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/audit/database.py"/>
        <source>SQLite refused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/places.toml"/>
        <source>SSH settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/places.toml"/>
        <source>SSH settings and keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>SVG picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/program.py"/>
        <source>Sandbox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Saturday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/jsonc.py"/>
        <source>Save it as UTF-8.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>Save rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>Save rule…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Say why first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Says one thing, does another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/keys.py"/>
        <source>Scroll what is to read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/widgets/scroll.py"/>
        <source>Scrolling content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/page.py"/>
        <source>Search the grants</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Search the rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>Search the settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/page.py"/>
        <source>Search: app, server, tool, what a grant covers …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Search: server, tool, app, words of the rule …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/page.py"/>
        <source>Searched back to {reached}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Seconds a call may run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Secret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Secrets are covered.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Secrets can then only be in servers.json itself. Other accounts cannot read that file; any program that runs as you can. Without that, the server cannot be added.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>Secrets go into the keyring of your system: {names}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Secrets in the address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Secrets in the command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Security level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>See Assent at work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>See all keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>See how Assent asks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>See https://json-schema.org for what a schema may say.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>See the rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/pages.py"/>
        <source>See the servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/asking_window.py"/>
        <source>See them side by side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/page.py"/>
        <source>See your AI apps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Send denial</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/form.py"/>
        <source>Send nothing (null) as {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Send the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Send the answer of {app}'s model to “{server}”?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Send this answer?</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/presenter.py"/>
        <source>Send without reading {n} lines</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Send {app}'s answer to “{server}”?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>Sending…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>Sends each of them exactly as shown, once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Sends exactly what is shown, once. Ctrl+Return</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Sends what is shown, and lets through what is written above. Ctrl+Return</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Sensitive place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>September</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/page.py"/>
        <source>Server ▸ tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/pages.py"/>
        <source>Servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/page.py"/>
        <source>Servers are what AI apps work with: files, mail, a database. Take over those that your apps have, or add one by its command or address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>Set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>Set PIN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>Set by your administrator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>Set timeout, in seconds, under assent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>Set type.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Set your PIN…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/roles.py"/>
        <source>Set yours under Settings, Your PIN. This question waits meanwhile.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>Setting the PIN…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/pages.py"/>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Severity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/window_choices.py"/>
        <source>Short movements show what has changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/tray.py"/>
        <source>Show Assent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/text_block.py"/>
        <source>Show all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/rows.py"/>
        <source>Show all it says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Show all rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/text_block.py"/>
        <source>Show all {n} lines</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>Show all: {lines}, {characters}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Show definition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>Show inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/text_block.py"/>
        <source>Show less</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/page.py"/>
        <source>Show more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/form.py"/>
        <source>Show or cover {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>Show question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>Show question: {call}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>Show settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/keys.py"/>
        <source>Show the help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>Show the input: {title}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Show the other warnings first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>Show the past calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/picture.py"/>
        <source>Show the picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>Show the whole lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/keys.py"/>
        <source>Show this list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/widgets/page_parts.py"/>
        <source>Show {left} more of {left2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Show {more} more of {left}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/rows.py"/>
        <source>Show {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/words.py"/>
        <source>Show {n} items</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/words.py"/>
        <source>Show {n} items of {name}</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/content.py"/>
        <source>Show {n} more findings</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/call_views.py"/>
        <source>Show {n} unchanged lines</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/words.py"/>
        <source>Show {n} values</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/words.py"/>
        <source>Show {n} values of {name}</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/grants/page.py"/>
        <source>Show {what}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/rows.py"/>
        <source>Show: {form}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/key_inputs.py"/>
        <source>Shown below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Sign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>Sign in to the server again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>Sign in to the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Sign in…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Sign out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Sign with a note…</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/presenter.py"/>
        <source>Sign without reading {n} lines</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Sign-in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Sign-in needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/rows.py"/>
        <source>Signature: {missing}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Signatures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>Signatures of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/record_kinds.py"/>
        <source>Signed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Signed by {each}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>Signed by {people}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>Signed in as {person}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Since</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Size of all waiting calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Size of an app's waiting calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/explain.py"/>
        <source>So nothing is allowed by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>Software that Assent uses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/window.py"/>
        <source>Some answers were not taken</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Something above is missing or cannot be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>Something here cannot be sent yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/pages.py"/>
        <source>Something in Assent itself failed. Calls can still be answered; the log of this window says more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Something in it is too much for this window. It can only be denied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Something is new or changed since you reviewed it, and is withheld from apps until you decide.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Something is written so that you do not see it, or see it otherwise. Where it splits or turns a name, deny.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Something new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Something new waits for your review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Something of what it says cannot be approved. Read it by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Something was found in its instructions to the model. Read it by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/words.py"/>
        <source>Something was found in what it says of {n} tools. Read it by itself.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Space on the disk for all large results.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Space on the disk for one app's large results.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/table.py"/>
        <source>Space ticks the row, once all of it was seen. Nothing is sent by that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/rows.py"/>
        <source>Start at login</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Start it and look</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Start it?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>Start over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>Start the demonstration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Started, greeted and listed {tools} in {took}. Protocol revision {revision}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Starting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Starting and listing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Starting the server and listing its tools…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/first_look.py"/>
        <source>Starting the servers and listing their tools…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Starts the server, greets it, lists its tools and ends it. No tool is called.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/table.py"/>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>Statements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/page.py"/>
        <source>Statistics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>Stay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/window_choices.py"/>
        <source>Stay quiet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Still wanted: {join}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Still wanted: {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/page.py"/>
        <source>Stop asking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/page.py"/>
        <source>Stop asking before its own tools: {app}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/page.py"/>
        <source>Stop asking before its own tools…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/main_window.py"/>
        <source>Stop everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>Stop everything denies what waits, cancels what runs, and refuses what is new until you release it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/conversation.py"/>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/footer.py"/>
        <source>Stops its clock while this window shows it. A question waits 15 minutes at most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Succeeded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/fields.py"/>
        <source>Such as ana@example.org, a line each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grants.py"/>
        <source>Such calls always deserve a look; an hour at most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/rules.py"/>
        <source>Such calls are asked about all the same: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/search_box.py"/>
        <source>Suggestions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Sunday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Switch off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Switch on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Switch this rule off?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Switch this rule on?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Switched off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/page.py"/>
        <source>Take all back…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/page.py"/>
        <source>Take back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Take back the approval</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/page.py"/>
        <source>Take back what is found…</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/alerts.py"/>
        <source>Take back {n} grants</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/grants/page.py"/>
        <source>Take back: {grant}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Take servers of {app}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/alerts.py"/>
        <source>Take these {n} grants back?</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/consent/asking_window.py"/>
        <source>Take your time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Taken away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Takes a guard away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/window_choices.py"/>
        <source>Tell me</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>Tell the chapter: {title}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>Tell the maker of the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>Tell the story again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Tell “{server}” the folders of {app}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/text_block.py"/>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/flows.py"/>
        <source>Text from {call} goes to {server}, a server that nobody vouched for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/flows.py"/>
        <source>Text from {call} goes to {where}, where nothing that you approved went before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/flows.py"/>
        <source>Text from {call} goes where anybody may read it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/flows.py"/>
        <source>Text from {call} leaves behind an encoding ({how}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Text out of sight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Text that reorders itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/text_edits.py"/>
        <source>Texts to replace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>That did not work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>That gave these rights: {rights}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/page.py"/>
        <source>That was not done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>The PIN is set. It counts from now on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>The PIN was not set: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>The administrator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>The annotation {name} does not have a required value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>The answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>The answer is checked and shown again; nothing is sent by this.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/record_kinds.py"/>
        <source>The app answered the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>The app asks Assent before it uses tools of its own, such as its shell, and runs them by itself once it may. While Assent cannot be reached, the answer is no.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grants.py"/>
        <source>The app did not prove who it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>The app does not get the result.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>The app gets exactly what is shown, once. Ctrl+Return</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>The app gets exactly what is shown. Ctrl+Return</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>The app gets what the address leads to, once. Ctrl+Return</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/window.py"/>
        <source>The app is told that a person denied each of them. What is ticked stays as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/usual.py"/>
        <source>The app proposed {n} calls within ten seconds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>The app proposes calls faster than anybody reads. Take your time, or stop it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>The app ran it by itself, and Assent saw nothing of what came back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/record_kinds.py"/>
        <source>The app reads a link in the result: decided</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/record_kinds.py"/>
        <source>The app reads a link in the result; a person is asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>The app says this led here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>The app says this led here: {words}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/record_kinds.py"/>
        <source>The app's answer reviewed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/rules.py"/>
        <source>The arguments are no longer kept, so it is unknown whether rules about them match.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>The assistant says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/conversation.py"/>
        <source>The assistant stopped unexpectedly. Start the story again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/audit/store.py"/>
        <source>The audit log cannot be written: an internal error.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/audit/database.py"/>
        <source>The audit log cannot be {what}: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/audit/store.py"/>
        <source>The audit log cannot keep up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/audit/store.py"/>
        <source>The audit log is closed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/audit/store.py"/>
        <source>The audit log lost its last records ({n}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/audit/store.py"/>
        <source>The audit log no longer holds what was written to it. Stop the host and verify it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/audit/store.py"/>
        <source>The audit log was moved or replaced while the host ran. Stop the host and verify it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>The beginning of {result_bytes} bytes; the log commits to all of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>The beginning of {said_bytes} bytes; the log commits to all of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/try_call.py"/>
        <source>The call could not be judged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>The call deletes, pays, gives rights or opens something up. Make sure of how much it takes in, and whether there is a way back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>The call has none of the findings that it names.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>The call has run; its result was not released.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>The call has run; only its result is held.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>The call may have had effects all the same: look at the server's data before you repeat it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/sheets.py"/>
        <source>The call was let through and has run. Its result is held because a rule demands that a person sees it before the app does. Below is how the call itself was decided, and what the rules that match it demand.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>The chain holds, but no record tells who erased them, or when.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>The changes do not count yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/window.py"/>
        <source>The chosen call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/window_choices.py"/>
        <source>The colours of every window of Assent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>The connection is lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>The demonstration opens in a window of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>The details could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>The end of the log is not remembered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/page.py"/>
        <source>The errors in {file} are listed above. Assent reads the file again when it changes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>The export could not be written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>The export is written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>The export was stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/asked.py"/>
        <source>The field “{field}” asks for a password or key. No form may ask for one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>The fields are out of use while the text under Advanced has comments or mistakes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/try_call.py"/>
        <source>The fields are out of use while the text under Advanced is no JSON object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>The file also vouches for servers, which is left out: {servers}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/diff.py"/>
        <source>The file as it is now, and as it would be.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>The file cannot be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>The file gives as the reason: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/rules.py"/>
        <source>The file holds more rules than can be looked at here; write them into policy.json.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>The file holds no rule.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/servers_file.py"/>
        <source>The file is written, but the keyring did not forget {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>The files of {app} were restored as far as possible; detach it again to restore the rest. {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>The grant, as it was given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>The headers of the HTTP request do not match its body.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/asking_window.py"/>
        <source>The host is gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>The input {input} could be a host{why}; name the rule's arguments.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>The input {input} could be a path{why}; name the rule's arguments.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>The input {input} is at {place}, not at {hosts}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>The input {input} leads to {place}, outside {folders}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>The inputs are far larger than is usual. Page through them to the end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/form.py"/>
        <source>The inputs are shown without it, exactly as they will be sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grants.py"/>
        <source>The inputs are too long for a standing permission.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>The inputs are too long to be edited as JSON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>The inputs are too many to be changed here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/usual.py"/>
        <source>The inputs are unusually large: {n} bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/window.py"/>
        <source>The inputs cannot be changed here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>The inputs could not be checked against what the tool describes. Read each of them yourself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grants.py"/>
        <source>The inputs could not be validated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/checks.py"/>
        <source>The inputs could not be validated: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>The inputs do not meet its schema.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>The inputs have the right form, and cannot be carried out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/usual.py"/>
        <source>The inputs have {n} bytes; the largest that were approved had {most}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/inspector.py"/>
        <source>The inputs hold more texts than Assent looks through; what is beyond was not inspected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>The inputs hold what looks like a password, key or token. Whoever gets the call gets it too; ask whether they need it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>The inputs in the log cannot be read: {error}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>The inputs were erased from the log; the record still proves them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>The inputs were not kept: too much came from this app. The record still proves them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/twins.py"/>
        <source>The inputs “{one}” and “{other}” have one name for a server that ignores capitals, the form of letters or hidden characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>The largest message from a server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>The largest message towards a server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/diff.py"/>
        <source>The last approved call cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/diff.py"/>
        <source>The last call of this tool that was approved, and this one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/diff.py"/>
        <source>The last call of this tool that was approved, by {app} on {when}, and this one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/page.py"/>
        <source>The last hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/audit/store.py"/>
        <source>The last records ({n}) could not be written. {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/rules.py"/>
        <source>The list below uses the present rules.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>The list goes to “{server}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/form.py"/>
        <source>The list is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>The log cannot be written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>The log could not be checked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/page.py"/>
        <source>The log could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>The longest that a call runs, progress or not.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>The message was no valid JSON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>The message was no valid request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>The method does not exist, or is not allowed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>The model reads it beside the result.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>The model reads it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>The model reads this beside the result.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>The model reads why.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>The model will be told.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>The model's answer goes back to “{server}”, after you have seen it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/secrets.py"/>
        <source>The name of an input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/evidence.py"/>
        <source>The name of the input “{name}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>The name of this server looks like that of {others}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/rules.py"/>
        <source>The narrowest rule around this call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/explanation.py"/>
        <source>The newest {changed} are listed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/charts.py"/>
        <source>The numbers could not be read: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/window.py"/>
        <source>The page was not opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>The past calls could not be looked at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>The past calls could not be looked at: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>The port begins with a zero: write it without.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>The port is not a number from 1 to 65535.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/rules.py"/>
        <source>The present rules would decide it differently.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/requests.py"/>
        <source>The process that reads the log ended early.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>The program changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/server_requests.py"/>
        <source>The program could not be looked at in time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/pasted.py"/>
        <source>The program of “{name}” is no text, or its arguments are no list.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/window.py"/>
        <source>The question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>The question cannot be changed now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/window.py"/>
        <source>The question changed while you wrote. What you wrote was not used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>The request was invalid.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>The resource does not exist (revisions before 2026-07-28).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/outcomes.py"/>
        <source>The result could not be validated by the tool's output schema: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/outcomes.py"/>
        <source>The result does not keep the tool's output schema: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>The result does not keep what the tool promises. A program that relies on that may misread it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>The result is held until a person releases it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>The result is not kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>The result waited for a person to release it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>The result was not released.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>The rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>The rule as it is written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>The rule could not be looked at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>The rule is not saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>The rule, as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>The rule, in fields</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>The rules allow it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>The rules ask a person</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>The rules cannot be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>The rules cannot be used: every call is denied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>The rules could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>The rules deny it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>The rules were not exported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>The same call is asked again next time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>The same call may be tried again later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>The same call would fail again: something must change first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/window.py"/>
        <source>The same in all of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>The schema broke the checker.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>The schema cannot be written as JSON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>The schema checker could not be started.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>The schema checker does not run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>The schema checker was busy for too long.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>The schema could not be applied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>The schema is nested too deeply.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>The schema is not an object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>The schema is too large.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>The schema is written in a dialect that is not known here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>The schema itself is not valid.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>The schema refers to itself without end, or the value is nested too deeply for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>The schema refers to something that is not in it; nothing is fetched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>The schema took too long.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>The screen of settings and the reference list them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>The server answered an earlier call with a request for more, and the app answers it with this one. Read what it answers: a rule about the tool knows nothing of that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/record_kinds.py"/>
        <source>The server asks the app: decided</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/record_kinds.py"/>
        <source>The server asks the app; a person is asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/record_kinds.py"/>
        <source>The server brought what the link leads to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/warnings.py"/>
        <source>The server cannot be started on a machine without it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/usual.py"/>
        <source>The server describes this tool differently than when it was approved last.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/usual.py"/>
        <source>The server describes this tool differently than when it was approved last: {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>The server describes this tool otherwise than when it was approved last. Read what is new.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>The server did not answer in time and was told to stop.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>The server does not speak this revision of the protocol.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>The server failed inside, or its answer was malformed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>The server gets exactly what is shown. Ctrl+Return</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/rules.py"/>
        <source>The server has not listed this tool, so what it says about it is unknown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>The server needs an ability that the app did not declare.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>The server requires a text that is still empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grants.py"/>
        <source>The server requires that each such call is signed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>The server says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/claims.py"/>
        <source>The server says otherwise; by this input, the call {does}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grants.py"/>
        <source>The server says that others must approve each such call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/claims.py"/>
        <source>The server says that this tool destroys nothing; by its description, it {does}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/claims.py"/>
        <source>The server says that this tool destroys nothing; by its name, this call {does}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/claims.py"/>
        <source>The server says that this tool only reads; by its description, it {does}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/claims.py"/>
        <source>The server says that this tool only reads; by its name, this call {does}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/claims.py"/>
        <source>The server says that this tool stays in a world of its own; the call names an address outside.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/rows.py"/>
        <source>The server says:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/rows.py"/>
        <source>The server says: {said}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>The server wants a page opened in the browser first (revision 2025-11-25).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>The server was lost, or cannot be had.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/instructions.py"/>
        <source>The server's instructions change what the model may do.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/instructions.py"/>
        <source>The server's instructions pretend to come from the system or from you.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/instructions.py"/>
        <source>The server's instructions tell the model to ignore other instructions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/instructions.py"/>
        <source>The server's instructions tell the model what to hand over.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/instructions.py"/>
        <source>The server's instructions want something kept from you.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/instructions.py"/>
        <source>The server's instructions want to be remembered by the model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>The server's words on its tool {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/evaluate.py"/>
        <source>The server, for which {whom} vouched, requires this tool's calls to be signed by: {roles}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>The settings could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth.py"/>
        <source>The sign-in has ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>The sign-in is no longer valid.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>The sign-in lasts until Assent ends: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>The statement does more than read. Look at which rows are meant, and in which database.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/main_window.py"/>
        <source>The stop still holds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/conversation.py"/>
        <source>The story is being told.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/main_window.py"/>
        <source>The suggestion was not put aside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>The system does not tell which process it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>The time is unknown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/unknown.py"/>
        <source>The tool does not describe the input “{name}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/unknown.py"/>
        <source>The tool does not describe the input “{name}”; it describes “{twin}”, which looks the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>The tool does not describe this input. Ask what it is for: it may change what the call does.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>The tool is unknown or withheld, or its inputs do not fit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>The tool may ignore the inputs in question, which it does not name: it names others, which are not given.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>The tool ran and says that it failed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grants.py"/>
        <source>The tool says that it can destroy things; choose “Until Assent quits”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grants.py"/>
        <source>The tool says that it needs care, and nobody vouched for its server; 15 minutes at most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/hidden.py"/>
        <source>The tool's definition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/inspection.py"/>
        <source>The tool's definition could not be looked through in time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>The tool's description at that time is not at hand.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/instructions.py"/>
        <source>The tool's description changes what the model may do.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/instructions.py"/>
        <source>The tool's description gives orders to the model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>The tool's description gives the model orders, as no description should. What the model proposes may be its author's wish, not yours.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/form.py"/>
        <source>The tool's description of its inputs is too large to show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/instructions.py"/>
        <source>The tool's description poses as a message to the model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/instructions.py"/>
        <source>The tool's description tells the model to ignore other instructions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/instructions.py"/>
        <source>The tool's description tells the model which calls to make, or what to hand over.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/instructions.py"/>
        <source>The tool's description wants something kept from you.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/instructions.py"/>
        <source>The tool's description wants to be remembered by the model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/evidence.py"/>
        <source>The tool's name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>The tool's name has letters that honest names do not need. Compare it with what you expect.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/names.py"/>
        <source>The tool's name is not made of 1 to 128 letters A to Z, digits, dots, hyphens and underscores.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>The tool, or what it should work on, does not exist.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>The two new PINs are not the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/values.py"/>
        <source>The unit “{unit}” is not known here: use {units}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>The whole address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>The whole guides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/log_card.py"/>
        <source>The whole log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>The whole result cannot be opened: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>The {n} signatures given so far do not count for it.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/window_choices.py"/>
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/addresses.py"/>
        <source>There are more addresses here than Assent looks at; the rest of them was not inspected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/commands.py"/>
        <source>There are more commands here than Assent reads; the rest was not inspected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/explanation.py"/>
        <source>There are no past calls to look at yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>There are too many values to lay them out; this is what is sent, as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grants.py"/>
        <source>There are {n} standing permissions already; revoke some first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/servers_file.py"/>
        <source>There is a server of this name. Choose another one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/statements.py"/>
        <source>There is more SQL here than Assent reads; the rest of it was not inspected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/servers_file.py"/>
        <source>There is no keyring here to keep it in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grants.py"/>
        <source>There is no keyring here to keep it safe; choose “Until Assent quits”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>There is no keyring on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>There is no schema.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/servers_file.py"/>
        <source>There is no secret “{name}” below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/audit/calls.py"/>
        <source>There is no such call in the log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/audit/query.py"/>
        <source>There is no such kind of record.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth.py"/>
        <source>There is nothing here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>There is nothing to review.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/pasted.py"/>
        <source>These are several lines. Paste one command.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>These inputs were not used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>These inputs would not be let through.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/server_requests.py"/>
        <source>These instructions were not looked through: they are too long.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>These parts of policy.json would let calls run more easily, and Assent does not know that you confirmed them. They have no effect until you confirm them here. If you did not write them, confirm nothing and look into the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>These rules are in the file. Only those that you check are added to yours, and they take effect at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>They are too long to be shown whole, and do not reach apps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>They could not be looked up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/statements.py"/>
        <source>This SQL is larger or deeper than what Assent reads; what it does was not inspected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/addresses.py"/>
        <source>This address has tabs or line ends in it, which programs leave out: it leads elsewhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/hosts.toml"/>
        <source>This address is a script: whoever opens it runs it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/addresses.py"/>
        <source>This address leads into a private network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/hosts.toml"/>
        <source>This address leads to something else than a page of the web.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/addresses.py"/>
        <source>This address leads to the machine that the server runs on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth.py"/>
        <source>This address only ends a sign-in that Assent began.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/hosts.toml"/>
        <source>This address reaches services in ways that pages of the web do not.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/rounds.py"/>
        <source>This answers a server that did not ask in this session: nobody can tell what it goes on with.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>This app did not prove who it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/usual.py"/>
        <source>This call is about {n} things at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>This call is over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>This call is over: {how}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/usual.py"/>
        <source>This call reaches {n} recipients at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/destructive.py"/>
        <source>This call {does}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/sheets.py"/>
        <source>This cannot be explained now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>This cannot be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/statements.py"/>
        <source>This changes data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/statements.py"/>
        <source>This changes the database's structure or settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/statements.py"/>
        <source>This changes the database, though the tool says that it only reads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>This chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/commands.py"/>
        <source>This command is longer or more tangled than what Assent reads; it was not inspected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/statements.py"/>
        <source>This copies columns that hold secrets, by their names.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/server_requests.py"/>
        <source>This definition was not looked through: it is too long, or one of too many.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/statements.py"/>
        <source>This deletes a table whose name says that it is for a while.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/statements.py"/>
        <source>This deletes a whole table, column or database.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/statements.py"/>
        <source>This deletes an index, a view or another part of the database.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/statements.py"/>
        <source>This deletes or changes all rows: no condition limits it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/statements.py"/>
        <source>This deletes rows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/server_requests.py"/>
        <source>This entry cannot be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/autorun.py"/>
        <source>This file is longer than what Assent reads of it; the rest was not inspected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/autorun.py"/>
        <source>This file runs by itself ({runs}). {what}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/statements.py"/>
        <source>This gives, takes or changes accounts and rights.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/rounds.py"/>
        <source>This goes on with an earlier call, and answers more than the server asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/rounds.py"/>
        <source>This goes on with an earlier call, and brings the server an answer that nobody has seen yet. Read it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/rounds.py"/>
        <source>This goes on with an earlier call, but with other inputs than that call had.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/rounds.py"/>
        <source>This goes on with an earlier call: the server asked for more, and the app answers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/addresses.py"/>
        <source>This host's name has letters beyond A to Z, which may look like others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/claims.py"/>
        <source>This input asks for what else was said or read; whoever runs the server gets that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/hosts.toml"/>
        <source>This is a port by which another program on this machine is commanded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/addresses.py"/>
        <source>This is an address of numbers in a disguised form.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth.py"/>
        <source>This is another sign-in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/edit.py"/>
        <source>This is no rule.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>This is not valid base64, or too long to read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/hosts.toml"/>
        <source>This is the cloud's own service for machines, which hands out their access keys.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/addresses.py"/>
        <source>This is the cloud's own service for machines.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>This is the demonstration: its profile is thrown away at its end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/rules.py"/>
        <source>This is what was recorded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/statements.py"/>
        <source>This looks like SQL that Assent could not read; what it does was not inspected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/statements.py"/>
        <source>This makes the database's machine run a program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/folders.py"/>
        <source>This means the whole file system.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/servers_file.py"/>
        <source>This name exists already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/folders.py"/>
        <source>This path climbs out of its folder in a disguised way.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/folders.py"/>
        <source>This path climbs out of the folder that it starts in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/folders.py"/>
        <source>This path leads to {place}, through a link.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/folders.py"/>
        <source>This path leads to {place}, which lies in none of the folders that such calls may work in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/folders.py"/>
        <source>This place belongs to the system, not to anybody's work.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/folders.py"/>
        <source>This place lies in none of the folders that such calls may work in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/folders.py"/>
        <source>This place lies on another machine, or on a device by its raw name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/shell_calls.toml"/>
        <source>This program deletes a home, a system folder or a whole disk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/shell_calls.toml"/>
        <source>This program deletes a home, or everything from the root on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/shell_calls.toml"/>
        <source>This program deletes all records of a kind.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/shell_calls.toml"/>
        <source>This program gives a machine elsewhere a shell here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/shell_calls.toml"/>
        <source>This program runs what it downloads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/shell_calls.toml"/>
        <source>This program runs what it has decoded, which cannot be read here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/shell_calls.toml"/>
        <source>This program sends a page's cookies or what it keeps to an address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/shell_calls.toml"/>
        <source>This program touches a file that a shell runs when it starts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/window.py"/>
        <source>This question cannot be shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/footer.py"/>
        <source>This question ends in {n} seconds.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../host/inspect/statements.py"/>
        <source>This reaches through the database for files of its machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>This record cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>This review is over: {how}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>This rule is no longer in the file. It stays in effect until you confirm that it is gone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/statements.py"/>
        <source>This runs something in the database that Assent cannot look into.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/supervisor.py"/>
        <source>This server waits for review in Assent's window: nobody has allowed that it is started as it is now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/supervisor.py"/>
        <source>This server waits for review in Assent's window: nobody has approved yet what it says.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>This server wants you to sign in before it answers. AI apps cannot use it until then.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth.py"/>
        <source>This sign-in has ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/statements.py"/>
        <source>This switches off what guards the data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/form.py"/>
        <source>This text holds invisible characters. They are sent as they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>This tool was not approved for this app before. Read what the server says of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/twins.py"/>
        <source>This tool's name looks like that of {tools}, and is made of other letters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>This window closes by itself now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>This would be denied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/autorun.py"/>
        <source>This writes a file that runs by itself: {runs}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/statements.py"/>
        <source>This writes within a statement that looks as if it only reads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/destructive.py"/>
        <source>This {does}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Thursday</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/batch/window.py"/>
        <source>Tick the {n} that you have seen</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Tick what to add.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>Tick what you approve; only what was on screen whole can be ticked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/page.py"/>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>Time and days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Time for a call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/page.py"/>
        <source>Time left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/page.py"/>
        <source>Time of a call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Time to decide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Time to list tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Time to list tools again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Time to start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Time to stay idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Time without a window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>Time zone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Timed out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Title of the tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>To</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>To be asked less</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>To be remembered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>To connect an app</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>Too different to mark what changed in the lines.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>Too many values wait to be checked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Too much at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/page.py"/>
        <source>Took</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Took {duration}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/conversation.py"/>
        <source>Tool error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/catalogue.py"/>
        <source>Tool listed more than once and therefore withheld</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/names.py"/>
        <source>Tool with a name of more than {number} characters, therefore withheld</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/names.py"/>
        <source>Tool with a name that holds characters that cannot be seen, therefore withheld</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/catalogue.py"/>
        <source>Tool withheld: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/names.py"/>
        <source>Tool without a name, therefore withheld</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Tool {name}: {does}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Tools of a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Tools that one server may list.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/page.py"/>
        <source>Trust</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>Try a call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>Try a call…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/page.py"/>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>Try once more; if it stays so, tell the server's maker.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>Trying again does not help.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Tuesday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>Two inputs have names that differ only in case or in the form of their letters. The server may take one for the other: read both.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Two inputs of one name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>Type a new PIN.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/values.py"/>
        <source>Type a number, as in “{example}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/values.py"/>
        <source>Type a value from {span}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/values.py"/>
        <source>Type a whole number of {unit}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>Type your present PIN too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/form.py"/>
        <source>Type, size and preview go by the bytes, whatever the server calls them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/times.py"/>
        <source>UTC</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/toasts.py"/>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/toasts.py"/>
        <source>Undone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/widgets/labels.py"/>
        <source>Unfolded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/conversation.py"/>
        <source>Unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Unknown earlier call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Unknown input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/catalogue.py"/>
        <source>Unknown tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>Unlock it, then restart the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Until</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Until Assent quits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Until Assent quits, {app} may call {route} without asking, with:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Until now you signed in at {host}. Find out why that changed before you sign in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Until this chat ends, 24 hours at most, {app} may call {route} without asking, with:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Until you take it back, {app} may call {route} without asking, with:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Unusually large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/window.py"/>
        <source>Unverified server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/header.py"/>
        <source>Unverified server · Review…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/header.py"/>
        <source>Unverified…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>Use an app that has it, or another tool.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>Use one that the error's data names.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>Use one that the server offers, or allow it in the server's entry.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>Use these inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>Uses the app's model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/rows.py"/>
        <source>Value of {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/text_block.py"/>
        <source>Values {first} to {last} of {total}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Variables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/server_requests.py"/>
        <source>Version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Very long number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Vouch for it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Vouch for this server, as it is configured now?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Vouch for this server…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Vouches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Vouches for the server “{server}” as it is configured now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>WAV sound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Waiting calls of an app</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Waiting calls to a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Waiting for people</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/conversation.py"/>
        <source>Waiting for you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Waiting for you to come back from your browser…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/main_window.py"/>
        <source>Waiting, nothing waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/main_window.py"/>
        <source>Waiting, {n} calls wait for you</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>Waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/page.py"/>
        <source>Waits for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Waits for review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/page.py"/>
        <source>Wants to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>Warnings that it accepts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>WebP picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Wednesday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/pages.py"/>
        <source>Welcome</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/page.py"/>
        <source>What</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/page.py"/>
        <source>What AI apps can reach through Assent, and how each server stands.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>What AI apps may do without asking, what you are asked about, and what is denied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>What Assent does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>What Assent found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>What Assent knows of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/rules.py"/>
        <source>What Assent would find because of earlier calls is left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>What a server asks cannot be changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>What a server asks of the app</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>What a server says about itself is in a dashed frame, because nobody verified it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>What a yes demands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>What came back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>What changed in {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/text_block.py"/>
        <source>What changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>What changes in servers.json</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/page.py"/>
        <source>What changes in the files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/claims.py"/>
        <source>What comes back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>What each tool does is judged by its name, and a name may lie.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/form.py"/>
        <source>What every app of this version of MCP sends; nothing in it is the app's own words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>What goes with each request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>What happens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>What is asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/sheets.py"/>
        <source>What is found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/page.py"/>
        <source>What is listed may be out of date. “assent log verify” says whether the log is whole.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/page.py"/>
        <source>What is looked at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/hidden.py"/>
        <source>What is sent besides the inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>What is started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>What is started, as written in {file}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>What is started, as written in {file}, with secrets covered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>What is the same in all of them was not on screen to its end yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/sheets.py"/>
        <source>What is this server?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>What is to be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/sheets.py"/>
        <source>What is “{server}”?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/page.py"/>
        <source>What it covers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grants.py"/>
        <source>What it does depends on what is on the screen, which is something else later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>What it does, once it is read as a program reads it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>What it is about is not on screen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>What it says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>What it starts is another file than the one that was there when you allowed its start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>What it wrote to its error output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/toasts.py"/>
        <source>What just happened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>What led here, as the app tells it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>What matters in them is above, in words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>What should it do instead? The model reads this.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/addresses.py"/>
        <source>What stands before the @ looks like the host; the host stands behind it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>What the app answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>What the app had proposed was erased from the log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>What the app proposed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/diff.py"/>
        <source>What the app proposed, and what a person made of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/diff.py"/>
        <source>What the app proposed, and what you made of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>What the app sends along may pass for answers that nobody gave. Approve only if you know which call it continues.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/text_edits.py"/>
        <source>What the call replaces, and what it puts there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/log_card.py"/>
        <source>What the filter shows, and all between its first and last record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>What the record says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/fields.py"/>
        <source>What the rule says here is shown under Advanced only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>What the rules do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>What the rules say of a call, which of them decides, and why the others do not. Nothing is sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>What the rules say of calls of {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>What the rules say…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>What the server asks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>What the server says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>What the server says about itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/form.py"/>
        <source>What the server says about the inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>What the server says of itself does not fit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>What the server says of the tool does not fit the call. Go by what it does.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/hidden.py"/>
        <source>What the server tells the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/first_look.py"/>
        <source>What the servers can do</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/alerts.py"/>
        <source>What they cover is asked again.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>What waited was denied, what ran was cancelled, grants were ended, and every new call is refused until you release it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/window_choices.py"/>
        <source>What waits for you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>What was asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/diff.py"/>
        <source>What was proposed cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>What was read from a private place goes to a new address, or where anybody may read it. Read what goes, and to whom.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>What will be sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>What will be sent, as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>What would be opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>What would be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/page.py"/>
        <source>What you allowed beyond a single call. Until its grant ends or you take it back, what it covers runs without asking.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>What you answer goes to “{server}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/destinations.py"/>
        <source>What you approved went to {name} before, but not with this tool.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/rows.py"/>
        <source>What you are reading stays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>What you change here is written into servers.json, and nothing else of the file. Unless it is only the display name, the server waits for your review again before it is started.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>What you confirm, and what you grant for good, is remembered: the keyring of this system vouches for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>What you confirm, and what you grant, counts until Assent quits. {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>What you grant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/fields.py"/>
        <source>What you pasted is too long: a field takes {longest} characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>What you typed since then is not saved yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/program.py"/>
        <source>What {program} does is in its arguments. Read them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/page.py"/>
        <source>What {server} starts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/pasted.py"/>
        <source>What “{name}” has under {key} is no object.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/pasted.py"/>
        <source>What “{name}” has under {key} is no text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/page.py"/>
        <source>When an AI app wants to use a tool and no rule or grant decides it, the call waits here and a window asks you. Nothing is sent before you say yes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>When something looks wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/page.py"/>
        <source>When you approve a call for some time, for this chat or permanently, the grant is listed here with exactly what it covers. You can take it back at any moment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>When you are asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>When you are not sure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/settings.py"/>
        <source>Where AI apps connect over HTTP, from the next start on; 0 for nowhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>Where a rule wants a PIN before a call runs, you sign with yours in the consent window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Where it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Where it is started, and which variables it is given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Where it leads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/page.py"/>
        <source>Where {server} is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>Which calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/footer.py"/>
        <source>Which rule asks this, and what the others say.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/window_choices.py"/>
        <source>While you work elsewhere, the desktop says that a call or a server waits, and never what would be sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Who</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Who may sign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>Who signed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Who signs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Who signs?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>Who vouches for the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>Whoever is signed in may not do this.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Whoever signs proves it with a PIN or passphrase of their own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Whose</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Whose rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/kinds.py"/>
        <source>Whose value plays which part.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/explanation.py"/>
        <source>Why it was decided so</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/sheets.py"/>
        <source>Why its result is held</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/sheets.py"/>
        <source>Why this is asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Why yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Why yes? The log keeps it; the model does not get it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>Why?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/page.py"/>
        <source>With</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/explain.py"/>
        <source>With "acknowledges": {kinds} in {rule}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>With a PIN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>With a reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/log_card.py"/>
        <source>With inputs, results and reasons, and the keys that prove them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>With it, calls can be let through that are not let through now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/form.py"/>
        <source>With this text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/conversation.py"/>
        <source>Withdrawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Withheld</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>Withheld: {names}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Withhold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Withhold it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Withhold it: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Withhold with a reason…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Withhold, and say why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/times.py"/>
        <source>Without a time zone: the server decides which moment that is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/explain.py"/>
        <source>Without rule "{id}"</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Without rules a person is asked about every call. A rule lets calls run without asking, asks in spite of another rule, or denies. A rule of yours never loosens one of an administrator.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/explain.py"/>
        <source>Without that demand of the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/search_box.py"/>
        <source>Words, or a filter and its value, such as {example}. A minus excludes: {without}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/widgets/page_parts.py"/>
        <source>Working</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>Write "local", "UTC" or a name such as "Europe/Berlin".</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>Write ${secret:NAME} where a secret belongs, and Assent asks for it above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>Write ${{env:NAME}} or ${{keyring:SERVICE/NAME}}, and $${{ where the text itself holds ${{.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/jsonc.py"/>
        <source>Write */ where it ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>Write [[] and []] for brackets as such, and ranges upwards, as in [a-z].</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/jsonc.py"/>
        <source>Write \\ for a backslash.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/servers_file.py"/>
        <source>Write a JSON object: {{ … }}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/jsonc.py"/>
        <source>Write a comma at the end of line {before}, or {end} where what begins on line {line} ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/jsonc.py"/>
        <source>Write a comma before column {column}, or {end} where what begins on line {line} ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>Write an absolute path (~ is not expanded), or the bare name of a program on PATH.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>Write an absolute path (~ is not expanded).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/jsonc.py"/>
        <source>Write both halves, as in \ud83d\ude00.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>Write host and path without it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>Write it from the root on, or from "~/" on, without "..".</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/sandbox.py"/>
        <source>Write it from the root on, without .. or a slash at its end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>Write letters of one script.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>Write letters, digits and single spaces.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>Write one entry for each.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>Write one like https://example.com/mcp.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>Write one such as "2027-01-01T00:00:00Z".</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>Write plain names between slashes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>Write the digest that Assent shows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>Write the host alone, such as example.com, without scheme, user or path.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>Write the program itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>Write the variables under env.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/jsonc.py"/>
        <source>Write {end} where the {begun} of line {line} ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/warnings.py"/>
        <source>Write {now}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>Write {{"role": …, "count": 2}} for two people.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/preferences.py"/>
        <source>Write {{"setting": number}}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>Writes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>Writes, without deleting or overwriting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Writing the export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/form.py"/>
        <source>Written as JSON: text in quotation marks, true, false, null, [ … ], { … }.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>Wrong file or place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>Wrong settings have their default. A change that you make here rewrites the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>Wrong settings have their default. {problems}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>Yesterday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>You</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/toast_messages.py"/>
        <source>You approved {n} calls</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../host/gate/rule_suggestions.py"/>
        <source>You approved {n} calls that this rule would have allowed.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../host/inspect/flows.py"/>
        <source>You approved “{value}” in this part {n} minutes ago.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/toast_messages.py"/>
        <source>You approved: {action}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>You are not signed in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth.py"/>
        <source>You are signed in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>You are signed in at {host}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>You are still signed in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>You changed the inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>You changed the inputs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>You confirm that it starts what you expect. From then on rules trust what the server says about its tools: one that allows what is “read-only” lets these tools run without asking. That ends when its configuration changes, and you can take it back at any time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/rules.py"/>
        <source>You denied this call; this rule would deny such calls.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/toast_messages.py"/>
        <source>You denied: {action}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>You have a rule that says the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/finding_words.py"/>
        <source>You have approved nothing that goes there before. Check that you know whose it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/destinations.py"/>
        <source>You have approved nothing to {name} before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/asking_window.py"/>
        <source>You have approved {n} calls in {seconds}, faster than they can be read.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>You sign as {name}, {roles}. Your administrator changes that PIN.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>You sign in at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>You vouch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/toast_messages.py"/>
        <source>You vouch for the server {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>You vouch for this server: rules trust what it says about its tools. A change of its configuration ends that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/assistant/page.py"/>
        <source>You were not asked: a grant of yours answered.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>Your PIN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>Your administrator allows only their own servers to run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Your administrator configures this server. Only they can change or remove it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Your administrator does not let it run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>Your administrator keeps out servers at {pattern}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>Your administrator keeps out servers called {pattern}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>Your administrator keeps out this command.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>Your administrator vouches for this server: rules trust what it says about its tools. A change of its configuration ends that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>Your administrator's file says what it must list. There is nothing for you to review.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>Your administrator's rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>Your administrator's rules cannot be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grants.py"/>
        <source>Your administrator's rules require a person to see every such call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/window.py"/>
        <source>Your answer was not taken</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Your browser opens exactly this address. Ctrl+Return</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/diff.py"/>
        <source>Your changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/editor.py"/>
        <source>Your changes to the rule are lost then.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/window.py"/>
        <source>Your changes were not used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Your earlier confirmation cannot be found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/window.py"/>
        <source>Your rule is saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>Your rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>Your rules were written to {file}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Your signature counts for exactly what is shown. Ctrl+Return</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/help_pages.py"/>
        <source>Your yes can cover more than one call. The window says exactly what; Grants takes it back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Your yes covers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>Your yes covers only the calls that you tick, once each.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>Your yes covers only the calls that you tick. Crossed eye: not read yet, choose the row.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/answer_form.py"/>
        <source>Your yes covers only this call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/presenter.py"/>
        <source>Your yes may have reached it or not: the history will say what became of the call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>Yours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>ZIP archive, or an Office document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>a JSON Schema as an object, which the arguments must meet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/roles.py"/>
        <source>a PIN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/credentials.py"/>
        <source>a PIN cannot hold half a character</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/credentials.py"/>
        <source>a PIN has at least {n} characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/credentials.py"/>
        <source>a PIN has at most {n} characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>a SHA-256, 64 hexadecimal digits in lower case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/texts.py"/>
        <source>a URL may stand somewhere in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/autorun.toml"/>
        <source>a build service runs it, often with passwords at hand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>a call takes {median}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>a call takes {median}, at worst {worst}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>a call took up to {duration}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/jsonc.py"/>
        <source>a comma or {end} is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/identifiers.py"/>
        <source>a command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/jsonc.py"/>
        <source>a comment is not closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>a day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/gather.py"/>
        <source>a directory on its way cannot be looked at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/places.toml"/>
        <source>a disk of the machine as a whole</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/ai_apps.py"/>
        <source>a file has changed since it was shown; nothing was written</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../host/window/previews.py"/>
        <source>a file of {n} bytes</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>a grant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>a host such as "example.com", "*.example.org" for all names below it, "localhost:8080", "10.0.0.7:*" or "[2001:db8::1]"</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>a host such as example.com, *.example.com, example.com:8443 or *, and perhaps a path, such as example.com/beta</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/jsonc.py"/>
        <source>a key in "double quotes" is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/secrets.py"/>
        <source>a key or token of {service}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/model.py"/>
        <source>a large value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/conform.py"/>
        <source>a list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>a list of "elicitation/create", "roots/list" and "sampling/createMessage", each once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>a list of "managed", "user" and "none", each once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>a list of "mon", "tue", "wed", "thu", "fri", "sat" and "sun", each once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>a list of 1 to 16 roles whose people must all sign, such as "IRB_CHAIR" or {{"role": "REVIEWER", "count": 2}}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>a list of 1 to 256 folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>a list of 1 to 256 hosts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>a list of 1 to 32 names of arguments, under which these stand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>a list of 1 to 64 values, each once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>a list of MCP methods that would otherwise be refused, such as "roots/list"</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>a list of at most 16 roles, each once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>a list of at most 20000 rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>a list of at most 64 absolute paths of folders, each once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>a list of folders, or an object with "folders" and "arguments"; a rule that allows wants every path of the call within one of the folders, others want any</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>a list of folders, or an object with "folders", a list, and, where it is for some arguments only, "arguments"</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>a list of hosts, or an object with "hosts" and "arguments"; a rule that allows wants every host of the call among them, others want any</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>a list of hosts, or an object with "hosts", a list, and, where it is for some arguments only, "arguments"</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>a list of kinds of findings of which one must be there, such as "not-validated", or "severity:medium" or "severity:high" for any finding of that severity or worse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>a list of kinds of findings, such as "destructive", which at medium severity hold back no call that this rule allows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>a list of the program's arguments, each as text in quotes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/identifiers.py"/>
        <source>a mail address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>a match for the pattern {pattern}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>a minute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>a moment with its zone, such as "2027-01-01T00:00:00Z", from which on the rule has no effect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>a multiple of {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/identifiers.py"/>
        <source>a name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/pending_prompts.py"/>
        <source>a name has at most {n} characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/texts.py"/>
        <source>a name in it begins or ends with a space, or ends with a dot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/texts.py"/>
        <source>a name in it is too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/conform.py"/>
        <source>a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/jsonc.py"/>
        <source>a number is too large or too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>a number, as the screen of settings shows it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/autorun.toml"/>
        <source>a package manager runs its install scripts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/secrets.py"/>
        <source>a password or key, by what stands before it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/identifiers.py"/>
        <source>a path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>a person</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/explain.py"/>
        <source>a person would be asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/secrets.py"/>
        <source>a private key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>a reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/app_requests.py"/>
        <source>a request cannot be changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/pending_prompts.py"/>
        <source>a result cannot be changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>a role in quotes, or an object with "role" and "count"</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>a rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/pending_prompts.py"/>
        <source>a rule requires a reason for this yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/pending_prompts.py"/>
        <source>a rule would deny the call with these inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/sandbox.py"/>
        <source>a sandbox can be had on Linux alone. Remove it from the server's entry to start without.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>a second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>a signature as {role}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/secrets.py"/>
        <source>a signed token (JWT)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/server_requests.py"/>
        <source>a test of this server runs already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/jsonc.py"/>
        <source>a text holds a backslash that means nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/jsonc.py"/>
        <source>a text holds half of a surrogate pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/jsonc.py"/>
        <source>a text in quotes is not closed, or holds a tab or another control character</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>a value (required)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/jsonc.py"/>
        <source>a value is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/places.toml"/>
        <source>a wallet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/identifiers.py"/>
        <source>a web address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/conform.py"/>
        <source>a whole number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>a whole number from 1 to 100000</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>a whole number from 1 to 16</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/places.toml"/>
        <source>accounts and passwords of this system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>add something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>add {noun}: {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>add {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/jsonc.py"/>
        <source>after the key {key} a colon is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/words.py"/>
        <source>all inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>allowed by a rule or grant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/documents.toml"/>
        <source>allows every action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/documents.toml"/>
        <source>allows every path of a store of secrets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grant_scope.py"/>
        <source>also a command, a query or other code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grant_scope.py"/>
        <source>also an address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/autorun.toml"/>
        <source>an AI app or editor starts the programs that it names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>an Argon2id hash of the person's PIN or passphrase, such as "$argon2id$v=19$m=65536,t=3,p=4$…"; never the PIN itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>an absolute path in quotes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>an address that begins with https:// or http://, without a name or password in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/asked.py"/>
        <source>an address to open must begin with http:// or https://</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/secrets.py"/>
        <source>an address with a password or key in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>an array of {number} items</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/autorun.toml"/>
        <source>an editor runs it when the folder is opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/requests.py"/>
        <source>an export runs already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>an hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grant_scope.py"/>
        <source>an input by this very name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/asking.py"/>
        <source>an internal error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/autorun.toml"/>
        <source>an interpreter runs it whenever it starts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/conform.py"/>
        <source>an object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>an object of 1 to 64 annotations of the tool, each with a value, or a list of values of which one must be there, such as {{"dataScale": ["large", "extreme"]}}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>an object of HTTP headers, each with text in quotes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>an object of environment variables, each with text in quotes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>an object of servers that this file vouches for, each with the digest of its configuration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>an object of tools that are not withheld, each with the digest of its definition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>an object of {number} members</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>an object that says how Assent signs in to a server behind a URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>an object that says how to reach one server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>an object that says what the program may: "read" and "write", lists of folders, and "network"</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>an object whose key "mcpServers" holds the servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>an object with "calls", the most calls in "perSeconds" seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>an object with "effect" and "match"; an empty match means every call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>an object with "name", "roles" and "credential"</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>an object with "role" and "count"</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>an object with "tools", and "instructions" where those are pinned too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>an object with "version": 1 and "rules"</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>an object with Assent's own settings for this server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>an object with any of "approvers", "pin", "review_result", "reason_required" and "rate"</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>an object with any of "days", "from", "to" and "zone", such as {{"days": ["mon"], "from": "08:00", "to": "18:00"}}; where "to" is not later, it is on the next day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>an object with exactly one of "server", "url" and "command", and perhaps a "reason"</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>an object with one entry for each server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>an object with the conditions of the rule; what is left out matches all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>an object with the largest message in bytes, "toServer" and "fromServer"</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>an unknown app</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/signers.py"/>
        <source>and it may hold your PIN; mend that, then start Assent again</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/apps/page.py"/>
        <source>and {n} more</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../host/audit/database.py"/>
        <source>another program holds it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/rules.py"/>
        <source>another rule is looked at instead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>answered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>any app</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grant_scope.py"/>
        <source>any contents, and any words and numbers, but no path, no command and no other code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>any danger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>any inputs of the kind shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grant_scope.py"/>
        <source>any path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>any server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>any tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grant_scope.py"/>
        <source>any words and numbers, but no path, no address, no command and no other code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>anything to look closer at, or danger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>approved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/jsonc.py"/>
        <source>arrays and objects are nested more than {n} deep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>as the settings say</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>asks for the app's folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>asks the person something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>at any time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>at least {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>at least {number} characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>at least {number} items</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>at least {number} members</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>at most {calls} in {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>at most {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>at most {number} characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>at most {number} items</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>at most {number} members</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>at most {shown} calls in {shown2} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>at {hosts}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/words.py"/>
        <source>at {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/encoded.py"/>
        <source>base64</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>begins or ends with a space, or has hidden characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>behind Assent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/welcome.py"/>
        <source>behind Assent already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>believes another source of programs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/load.py"/>
        <source>belongs to another account</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>beside Assent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/evaluate.py"/>
        <source>but for capitals, {rule}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>by a grant that somebody gave</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>by a person</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>by a rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>by the emergency stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>bytes of no known type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>bytes, from 1024 to 268435456</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>bytes, from 1024 to 67108864</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/evaluate.py"/>
        <source>calls by {app} that meet its conditions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/evaluate.py"/>
        <source>calls that meet its conditions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/load.py"/>
        <source>can be changed by other accounts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/conform.py"/>
        <source>cannot be set here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/load.py"/>
        <source>cannot be shown to be the administrator's on this system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>cannot be shown: it {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/conform.py"/>
        <source>cannot be used as a name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/conform.py"/>
        <source>cannot be used as it is written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/conform.py"/>
        <source>cannot be used as it stands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/autostart.py"/>
        <source>cannot be written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>change or overwrite something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>change or overwrite {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>change something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>change {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>changes a password</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/scope.toml"/>
        <source>changes all there is, without a limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/scope.toml"/>
        <source>changes how somebody signs in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>changes how this machine starts and recovers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/claims.py"/>
        <source>changes something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>changes the partitions of a disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>changes what a machine keeps from starting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/autorun.toml"/>
        <source>changes what an AI app or editor starts by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>changes what runs elsewhere without asking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>changes who may do everything on this machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>chat {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>check out {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>check something out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/hosts.toml"/>
        <source>collects what is sent to it, for anybody and without a name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>commit something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>commit to {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>confines programs, and this server is none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>copies files to another machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>copies files to another service</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>copies secrets to another machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>copy something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>copy {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>copy {object} to {detail}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>could not be read: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/words.py"/>
        <source>counts as {n} lines</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/rows.py"/>
        <source>covered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/words.py"/>
        <source>covered, {size}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>create something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>create {noun}: {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>create {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>danger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>decided</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>decided by a rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/words.py"/>
        <source>default {default}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>delete something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>delete {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>deletes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes a branch although it was not merged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes a branch or tag elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes a bucket with everything in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes a database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes a database or a collection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes a database or its account</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes a group, database or cluster with everything in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes a home, a system folder or a whole disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes a namespace with everything in it, a volume or a definition that others rest on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes a namespace with everything in it, or a volume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes a project, cluster or database in the cloud</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes a repository</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes all files below a place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes all of an account's timed commands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes all of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/scope.toml"/>
        <source>deletes all there is, without a limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes all volumes that are not in use, with their data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes an account</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes an app or its database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes containers or images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes every key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes everything below a home, a system folder or a disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes everything below a path that nothing in it tells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes everything in a bucket</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes everything in the store</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/scope.toml"/>
        <source>deletes everything of its kind, or a whole store</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes files of the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes files that git does not know</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes files there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes folders with all that is in them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/scope.toml"/>
        <source>deletes for good, past the trash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes in a bucket what is not here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes machines or disks in the cloud that it names one by one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes machines, databases or keys in the cloud</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes objects in a bucket</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes parts of a cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes records of what happened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes settings of Windows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/scope.toml"/>
        <source>deletes something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes something at GitHub</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes something in the cloud</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes the firewall's rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes the record of what was typed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes the records of what happened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes the volumes of a project with their data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes volumes with their data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes what a build makes again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes what is in a database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes what is made again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes what is not in the source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/scope.toml"/>
        <source>deletes what it does not find in the source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes what it finds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes what it finds in a home, a system folder or a disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes what lost commits could be brought back from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes what lost files could be brought back from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>deletes what may hold data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>denied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>denied after a fault</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>denied by a limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>denied by the emergency stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>denied, because Assent is closing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>denied, because no window was there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>denied, because too much changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>despite these warnings: {titles}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>destroys a file system or pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>destroys all that it manages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>destroys all that it manages without asking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>destroys what it manages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/words.py"/>
        <source>differs from the default {default}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>differs from {name} only in case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>differs only in case from the id of the rule on line {line}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/load.py"/>
        <source>does not belong to the administrator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>does not count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>does not lead to an absolute path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>does not match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>downloads a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>drops what is there before it restores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/claims.py"/>
        <source>each item</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>edit something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>edit {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/form.py"/>
        <source>embedded resource</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/scope.toml"/>
        <source>empties a device, or gives it up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>empties files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/words.py"/>
        <source>empty list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/words.py"/>
        <source>empty object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/words.py"/>
        <source>empty text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>ends every process there is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/scope.toml"/>
        <source>ends something that runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/draft.py"/>
        <source>enter a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>enter it here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>erases a disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>every call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/autorun.toml"/>
        <source>every new shell runs it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grant_scope.py"/>
        <source>everything else exactly the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>exactly one of "command" (a program to start), "url" (a server to connect to) and "hook" (an app's own tools)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>exactly these inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grant_scope.py"/>
        <source>exactly what is shown above, every byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grant_scope.py"/>
        <source>exactly {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>expected {expected}, got {got}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>expired</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/server_requests.py"/>
        <source>first allow this server to be started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>for 1 hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>for 15 minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>from {app}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>from {begins} to {ends}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>from {begins} to {ends} of the next day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/autorun.toml"/>
        <source>git runs it at the next commit, push or merge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>give access to {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>give somebody access</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>gives a container command of all others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>gives a container the whole disk of this machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>gives a home, a system folder or a disk another owner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>gives a machine elsewhere a shell here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>gives a program rights of root</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/scope.toml"/>
        <source>gives everything away for nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>gives other accounts rights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>gives rights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/scope.toml"/>
        <source>gives somebody rights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>gives somebody rights in the account</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>gives somebody rights in the cloud</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/scope.toml"/>
        <source>gives somebody the highest rights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/documents.toml"/>
        <source>gives the highest rights in a cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grant_scope.py"/>
        <source>goes to {place} only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>good to know</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>gzip archive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/claims.py"/>
        <source>hands out rights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>hands the changed lines to a shell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/hosts.toml"/>
        <source>hands what is sent there to whoever owns that address of a messenger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/model.py"/>
        <source>has a bracket without its partner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>has a link in its results read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>has a path that programs could read differently</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/model.py"/>
        <source>has a range that runs backwards</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>has a scheme, which makes no difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/attaching.py"/>
        <source>has hooks in another form than Assent knows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>has no effect in Assent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>has no effect: it is set by your administrator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/conform.py"/>
        <source>has no entries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/warnings.py"/>
        <source>has passed, so the rule has no effect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/conform.py"/>
        <source>has too many entries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/encoded.py"/>
        <source>hexadecimal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>holds a name or password</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>holds a reference that means nothing here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>holds characters that a header cannot have</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>holds invisible characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/attaching.py"/>
        <source>holds more servers, or longer ones, than Assent puts behind itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps_worker.py"/>
        <source>holds more servers, or longer ones, than Assent shows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/conform.py"/>
        <source>holds the same thing twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>hours and minutes from "00:00" to "23:59"</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>hours and minutes from "00:00" to "24:00"</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grant_scope.py"/>
        <source>how it reads may differ: limits, order, formats and the like</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>in {folders}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/kinds/times.py"/>
        <source>in {n} days</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/kinds/times.py"/>
        <source>in {n} hours</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/kinds/times.py"/>
        <source>in {n} minutes</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../host/gate/grant_scope.py"/>
        <source>in {place}, not elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/form.py"/>
        <source>inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>inputs within its bounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>installs a package from a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>installs a package from an address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>installs packages from another index than the usual one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>installs packages from another registry than the usual one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>invalid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>invite {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/documents.toml"/>
        <source>is a formula that sends or fetches over the network by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/hosts.toml"/>
        <source>is a name that anybody gets for nothing, for whatever machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>is a relative path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>is allowed only in the managed file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>is also under read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>is an address, not a program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/conform.py"/>
        <source>is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/sandbox.py"/>
        <source>is everything there is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/hosts.toml"/>
        <source>is hidden in the Tor network: nobody can tell whose it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>is made by Assent for each request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>is no address to connect to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>is no host that can be matched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/servers_file.py"/>
        <source>is no object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/sandbox.py"/>
        <source>is no plain absolute path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>is no schema that can be used: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>is no server that this file configures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>is no time zone that this system knows: {zone}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/attaching.py"/>
        <source>is no valid record of changes to an app's files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>is no valid time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/conform.py"/>
        <source>is none of the possible values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/jsonc.py"/>
        <source>is not UTF-8 text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>is not an absolute path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/load.py"/>
        <source>is not below {folder}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/conform.py"/>
        <source>is not the one possible value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>is not used: your administrator configures a server of this name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>is on another computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>is the id of the rule on line {line} too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>is the name of the person on line {line} too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/conform.py"/>
        <source>is too large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/conform.py"/>
        <source>is too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/conform.py"/>
        <source>is too small</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/conform.py"/>
        <source>is {kind}, not {kinds}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http_exchange.py"/>
        <source>it answered with a redirect, which is not followed for a call; the next one goes there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/app_requests.py"/>
        <source>it asked more than {n} times in a minute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/app_requests.py"/>
        <source>it asks for input in a form that Assent does not know</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/app_requests.py"/>
        <source>it asks for something that no app gives</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/asked.py"/>
        <source>it asks in a way that Assent does not know</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/texts.py"/>
        <source>it begins with two slashes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/audit/database.py"/>
        <source>it cannot be opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>it could not be checked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/gather.py"/>
        <source>it could not be looked at in time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http_exchange.py"/>
        <source>it does not answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/gather.py"/>
        <source>it goes through something that is not a directory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/host_names.py"/>
        <source>it has a backslash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/texts.py"/>
        <source>it has a colon or another character that some programs read as a mark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/texts.py"/>
        <source>it has a pattern, which a server may expand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/texts.py"/>
        <source>it has a percent escape, which a server may decode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/texts.py"/>
        <source>it has characters that some programs read as slashes, dots or other letters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/texts.py"/>
        <source>it has control characters or invisible ones</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/texts.py"/>
        <source>it has no scheme, and what it is relative to is the server's to say</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/entries.py"/>
        <source>it has no {key}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/host_names.py"/>
        <source>it has white space or invisible characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/server_requests.py"/>
        <source>it holds an invisible character</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/host_names.py"/>
        <source>it is a file: URL, which names no host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/texts.py"/>
        <source>it is a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/audit/database.py"/>
        <source>it is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/host_names.py"/>
        <source>it is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/server_requests.py"/>
        <source>it is here already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/app_requests.py"/>
        <source>it is larger than anybody reads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>it is no SQL that is known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/urls.py"/>
        <source>it is no address that Assent asks: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/audit/database.py"/>
        <source>it is not a database, or damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/texts.py"/>
        <source>it is not a text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/host_names.py"/>
        <source>it is not a whole URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/gather.py"/>
        <source>it is not absolute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/app_requests.py"/>
        <source>it is not allowed here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>it is not valid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/audit/database.py"/>
        <source>it is read-only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/texts.py"/>
        <source>it is relative, and only the server knows to what</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/entries.py"/>
        <source>it is switched off in the app</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>it is too large or too deep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/host_names.py"/>
        <source>it is too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/servers_file.py"/>
        <source>it is too long for a form</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/urls.py"/>
        <source>it leads from a public server into a private network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/urls.py"/>
        <source>it leads from https to http</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/urls.py"/>
        <source>it leads to the metadata of a cloud machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/attaching.py"/>
        <source>it looks like Assent's, but starts another program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/host_names.py"/>
        <source>it may hold another URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/texts.py"/>
        <source>it may hold more than one path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/gather.py"/>
        <source>it means something else to each program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/host_names.py"/>
        <source>it names a user, or a host that looks like one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/texts.py"/>
        <source>it names a variable, which a server may expand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/asked.py"/>
        <source>it names no address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/host_names.py"/>
        <source>it names no host in a form that every program reads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http_exchange.py"/>
        <source>it redirects again and again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/urls.py"/>
        <source>it redirects from https to http, which Assent does not follow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/urls.py"/>
        <source>it redirects in a way that would change the request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/urls.py"/>
        <source>it redirects to another server, which Assent does not follow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>it refers to something that is not in it; nothing is fetched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/autorun.toml"/>
        <source>it says where the next install gets programs from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/servers_file.py"/>
        <source>it stands for tools of an app's own; attach or detach that app instead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/autorun.toml"/>
        <source>it starts with the machine or with a login</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/entries.py"/>
        <source>it takes variables from a place that only the app knows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/explain.py"/>
        <source>it would be allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/explain.py"/>
        <source>it would be denied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/alike.py"/>
        <source>item {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>items that all differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/entries.py"/>
        <source>its address or headers are no texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http.py"/>
        <source>its answer is larger than the limit of {limit} bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http_exchange.py"/>
        <source>its certificate is not trusted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/entries.py"/>
        <source>its directory depends on where the app runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/servers_file.py"/>
        <source>its entry holds an invisible character, {char}; change it in servers.json</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/supervisor.py"/>
        <source>its entry in {file} cannot be used: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/gather.py"/>
        <source>its file system does not tell one file from another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/elicitation.py"/>
        <source>its form is not allowed by the protocol</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/gather.py"/>
        <source>its links run in a circle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http_exchange.py"/>
        <source>its name is not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>its path now leads elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/host_names.py"/>
        <source>its port is not a number from 1 to 65535</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/sandbox.py"/>
        <source>its program {file} is not visible to it. {remedy}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/sandbox.py"/>
        <source>its sandbox does not work here: {why}. Allow user namespaces for bubblewrap (see the guide).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/sandbox.py"/>
        <source>its sandbox needs bubblewrap, which is not installed. Install the package bubblewrap.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/host_names.py"/>
        <source>its scheme is neither http nor https</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/entries.py"/>
        <source>its {key} holds something else than texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/entries.py"/>
        <source>its {key} is no list of texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/label_text.py"/>
        <source>just now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/scope.toml"/>
        <source>keeps nothing any longer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>kept in the keyring; type to replace it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/sql.py"/>
        <source>laid out to read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/sandbox.py"/>
        <source>leads out of every sandbox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/welcome.py"/>
        <source>leads to Assent, which does not have this server any more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/hosts.toml"/>
        <source>leads to somebody's own computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/welcome.py"/>
        <source>leads to {address}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>less than {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>let through by a grant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>lets an account do everything on this machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/documents.toml"/>
        <source>lets another account take on a role</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>lets anybody in, or somebody do everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>lets anybody into a bucket</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>lets anybody read a repository</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>lets everybody change a home, a system folder or a disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>lets everybody change files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/documents.toml"/>
        <source>lets everybody in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>lets everybody use files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>lets git run other programs than its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>lets other programs run code of somebody's choice as they start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>lets somebody do everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>lets somebody do everything in a cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>lets somebody do everything in the account</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/documents.toml"/>
        <source>lets the browser of whoever opens the page run a program from another machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>lets the owner of a key log in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>lets the owner of a key log in elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>lets the store write its file where it does not belong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>lets the whole internet connect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>lets unsigned scripts run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/rows.py"/>
        <source>level {depth}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/form.py"/>
        <source>link</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/model.py"/>
        <source>list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/model.py"/>
        <source>list of numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/schema.py"/>
        <source>list of {inside}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/masking.py"/>
        <source>list of {n} items</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>list the folder {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>loads a library into each program that starts behind it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>local time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/rows.py"/>
        <source>long name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/words.py"/>
        <source>longest line {length}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>look closer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>look into the folder {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/rows.py"/>
        <source>looks like a secret · {size}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/rows.py"/>
        <source>looks like a secret · {size} · sent as it is · unread until shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>looks like {name}, which your administrator configures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>looks like {other}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>makes a new file system, and what was on the disk is lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>makes a program run with its owner's rights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/autorun.toml"/>
        <source>makes a program start by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>makes a program start with every login</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>makes a repository elsewhere the same as this one, and deletes what is not here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>makes a service</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>makes a service start by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>makes an account</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>makes an account or gives one all rights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>makes an account or gives one more rights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/autorun.toml"/>
        <source>makes commands run later by themselves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>makes encrypted data unreadable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>makes every program load a library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>makes git run a command of a setting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>makes git run a command, or go elsewhere, from now on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>makes it forget what exists</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/documents.toml"/>
        <source>makes something fetch a program from the network and run it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>matches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/attaching.py"/>
        <source>may not be changed by this account, so nothing was written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>may not hold references</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>means nothing beside a method: no tool is called</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>means nothing in a rule that denies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>means nothing in a rule that does not allow: its calls do not pass by themselves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>mixes letters of several scripts, or has none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>model {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>more than {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/hidden.py"/>
        <source>more than {n} hidden characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>move money</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>move money to {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>move money to {object}: {detail}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>move money: {detail}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>move or rename something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>move or rename {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>move or rename {object} to {detail}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>moves away what runs on a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/scope.toml"/>
        <source>moves or books money, or orders something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/elicitation.py"/>
        <source>must be a day such as 2026-12-24</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/elicitation.py"/>
        <source>must be a moment such as 2026-12-24T18:00:00Z</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/elicitation.py"/>
        <source>must be an address such as https://example.org</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/elicitation.py"/>
        <source>must be an e-mail address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/elicitation.py"/>
        <source>must be filled in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>must have the app's name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>names a role a second time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>names no configuration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>needs a person, and a rule that allows asks nobody</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>new value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/claims.py"/>
        <source>no</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/warnings.py"/>
        <source>no annotation that has a meaning is called {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/ai_apps.py"/>
        <source>no app is named</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/refusals.py"/>
        <source>no approver is there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>no call of this tool was approved before, as far as the log was looked through</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http_exchange.py"/>
        <source>no connection could be made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>no errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>no file and no folder, but a device, pipe or socket</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/rows.py"/>
        <source>no inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/text_block.py"/>
        <source>no match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>no preview: a GIF of more than 32 KiB is not unpacked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/picture.py"/>
        <source>no preview: enough pictures of this call were drawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>no preview: only pictures of known kinds are drawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/picture.py"/>
        <source>no preview: the picture cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>no preview: the picture does not say its size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>no preview: the picture is larger than 2 MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>no preview: the picture is made of more than {n} layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>no preview: too much else is packed beside the picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>no preview: {width} by {height} pixels are too many</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/rules.py"/>
        <source>no rule could say this: the inputs are too long, or too little of the call is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/rules.py"/>
        <source>no rule judged this call; its history says what happened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/pending_approval.py"/>
        <source>no rule requires this person's signature here, or all required ones are given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/edit.py"/>
        <source>no rule was chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http_exchange.py"/>
        <source>no secure connection could be made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/supervisor.py"/>
        <source>no server stands for the own tools of this app; attach it with: assent apps attach --hook</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth.py"/>
        <source>no sign-in has begun</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>no such member</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/supervisor.py"/>
        <source>no such server in servers.json</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>nobody</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/refusals.py"/>
        <source>nobody decided in time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/pending_prompts.py"/>
        <source>nobody is registered who could give {roles}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth.py"/>
        <source>nobody signed in within {n} minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grant_scope.py"/>
        <source>none but the {n} values above</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/approval.py"/>
        <source>none by name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>not approved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>not decided</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>not enabled, so it has no effect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/words.py"/>
        <source>not given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/form.py"/>
        <source>not in the tool's description</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/table.py"/>
        <source>not seen whole yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>not sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/table.py"/>
        <source>not ticked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/words.py"/>
        <source>not used yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>not yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/table.py"/>
        <source>nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http_exchange.py"/>
        <source>nothing answers at its address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/editing.py"/>
        <source>nothing is changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/draft.py"/>
        <source>nothing is written here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/server_requests.py"/>
        <source>nothing of this server is approved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/sandbox.py"/>
        <source>nothing of yours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/tray.py"/>
        <source>nothing waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>nothing yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>nothing; only the managed file can vouch for a server, since every program of this account can write this file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/times.py"/>
        <source>now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/explanation.py"/>
        <source>now: {word}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/program.py"/>
        <source>npm package {name} {version}, as its package.json says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>npx -y @modelcontextprotocol/server-filesystem ~/Documents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/schema.py"/>
        <source>number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/schema.py"/>
        <source>numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/schema.py"/>
        <source>object</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/masking.py"/>
        <source>object of {n} members</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/schema.py"/>
        <source>objects</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>old Office document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>on Monday to Friday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/attaching.py"/>
        <source>on Windows no app's hook can ask Assent yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>on every day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grant_scope.py"/>
        <source>on or off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/words.py"/>
        <source>on {day:%Y-%m-%d} at {day:%H:%M}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>on {days}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>one argument as text in quotes, without NUL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/schema.py"/>
        <source>one fixed value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http_exchange.py"/>
        <source>one of its events is larger than the limit of {limit} bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/schema.py"/>
        <source>one of {n} values</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/consent/claims.py"/>
        <source>one of {values}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>one sentence for the person and the model, at most 500 characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>one sentence for the person, at most 500 characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>only in managed.json: a list of at most 1000 people who may sign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>only in managed.json: a list of at most 1000 servers that do not run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>only in managed.json: a list of settings that the user cannot change, each once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>only in managed.json: an object of servers, each as in servers.json</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>only in managed.json: an object of servers, each with what it must list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>only in managed.json: an object of settings, each with its value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>only in managed.json: true if only the servers of this file may run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/hosts.toml"/>
        <source>only passes on: it leads to the address that stands in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/hosts.toml"/>
        <source>only passes on: where it leads cannot be seen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/entries.py"/>
        <source>only the app can replace “{text}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>only the server knows which file that is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>open this page again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>opens a connection as a shell does to be commanded from elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/documents.toml"/>
        <source>opens a port to the whole internet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/scope.toml"/>
        <source>opens a way in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>opens a way into this machine or its network from elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/scope.toml"/>
        <source>opens something to everybody</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/scope.toml"/>
        <source>opens something to whoever has the link</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/words.py"/>
        <source>optional</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/words.py"/>
        <source>over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>overwrites a branch elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>overwrites a branch elsewhere that nobody has changed since</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>overwrites a disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>overwrites a disk so that nothing can be recovered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>overwrites files so that nothing can be recovered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>overwrites the main branch that others work on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/program.py"/>
        <source>package {name} of this system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/scope.toml"/>
        <source>passes on to somebody what comes in from now on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/hosts.toml"/>
        <source>passes on what is uploaded there, for anybody to fetch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/places.toml"/>
        <source>passwords or access keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>pay {detail}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>pay {detail} to {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>pays</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/encoded.py"/>
        <source>percent encoding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/evaluate.py"/>
        <source>perhaps {rule} {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/form.py"/>
        <source>picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/edit.py"/>
        <source>policy.json cannot be used as it is. {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/rules.py"/>
        <source>policy.json has changed; look at it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/edit.py"/>
        <source>policy.json was changed meanwhile; look at it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>policy.json was changed outside this window. What loosens has no effect until you have read it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>policy.json was changed outside this window: {kinds}. What loosens has no effect until you have read it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/http.py"/>
        <source>port {port} for apps over HTTP is taken or closed to Assent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth.py"/>
        <source>port {port} on this computer is in use by another program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/places.toml"/>
        <source>private keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>program for Linux (ELF)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>program for Windows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>program {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/host_names.py"/>
        <source>programs could read its host differently</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/texts.py"/>
        <source>programs read such a file URL differently</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/gather.py"/>
        <source>programs that read it differently end in different places</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>protocol error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>publish something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>publishes a package</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>puts files where anybody may read them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>puts the output of a command into an address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/scope.toml"/>
        <source>reaches everybody there is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/audit/database.py"/>
        <source>read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>read {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>reads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grant_scope.py"/>
        <source>reads from {place} only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grant_scope.py"/>
        <source>reads in {place}, not elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/call_views.py"/>
        <source>removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>removes a volume with its data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>removes all that a release installed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>removes programs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>removes what the system needs to run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>replace something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>replace {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/claims.py"/>
        <source>required</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>reset something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>reset {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>rewrites the history</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>rule "{id}" of your administrator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>rule "{id}" of {source}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/checks.py"/>
        <source>rule "{rule}" admits no more than {calls} in {seconds} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/app_requests.py"/>
        <source>rule {rule} admits no more of them now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>run a Python program: {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>run a program: {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>run a shell command in {detail}: {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>run a shell command: {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>run by the app</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>run something with the tool {tool}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>run {detail}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>run {detail} on {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>run {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/claims.py"/>
        <source>runs a program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>runs a program from an address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>runs a program that stands in one of its options</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>runs commands that are encoded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>runs programs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/documents.toml"/>
        <source>runs strangers' changes with the project's secrets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>runs what stands in one of its options</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>runs what was just decoded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>runs what was just downloaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/documents.toml"/>
        <source>runs with the rights of the machine itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/places.toml"/>
        <source>saved logins, cookies or messages of a browser or messenger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>says not exactly one of "server", "url" and "command"</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>says the same as the rule on line {line}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>search for {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>seconds that a call may run without progress, from 0.01 to 3600</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>seconds, more than 0 and at most 86400</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/table.py"/>
        <source>seen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>send a hidden copy to {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>send a message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>send a message to several addresses, with a hidden copy to {one}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>send a message to {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>send something out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>send something to {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>send {object} out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>sends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>sends a file elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>sends a file of secrets elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>sends secrets of this machine elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grant_scope.py"/>
        <source>sends to {place} only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>sends what it is given to another machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>servers.json cannot be used as it stands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/supervisor.py"/>
        <source>servers.json cannot be used: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/servers_file.py"/>
        <source>servers.json names no server {name} any more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/preferences.py"/>
        <source>set by your administrator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>set something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>set {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/places.toml"/>
        <source>settings of an AI app, which start programs and may hold keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/places.toml"/>
        <source>settings that often hold passwords or keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/places.toml"/>
        <source>settings that programs run commands from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>settings.json cannot be used as it stands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>signed by {people}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>since Assent could not decide safely</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>since Assent was closing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>since a limit was reached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>since no window was open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>since nobody decided in time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>since something changed meanwhile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>since the app withdrew it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/limits.py"/>
        <source>so many calls of this app were not sent that further ones are refused, and not recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/app_requests.py"/>
        <source>so many of these requests were denied that further ones are refused, and not recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/jsonc.py"/>
        <source>something follows the end of the JSON value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>something new waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>something that cannot be looked at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/form.py"/>
        <source>sound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>stands alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>starts a container that may do everything on this machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/welcome.py"/>
        <source>starts {command}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>stays as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>stays as it is: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>stops everything of a service</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>subagent {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>succeeded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>switches off what guards Windows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>switches off what guards or records this machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>switches off what guards this Mac</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>switches off what guards this machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>switches the firewall off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>switches this machine off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/scope.toml"/>
        <source>takes a guard away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>takes a package away from everybody</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>takes over files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>takes this machine out of its cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>text in quotes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>text in quotes on one line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>text in quotes, without NUL</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/words.py"/>
        <source>text of {n} blanks and nothing else</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/words.py"/>
        <source>text with blanks at its end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/words.py"/>
        <source>text with blanks at its ends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/words.py"/>
        <source>text with blanks at its start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/words.py"/>
        <source>text with its own quotation marks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>text, a number, true, false or null</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>text, a number, true, false or null, or a list of 1 to 64 of these, each once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/words.py"/>
        <source>text, not a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/words.py"/>
        <source>text, not the value {word}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>that is no ordinary file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/pending_prompts.py"/>
        <source>that is not offered for this call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/signers.py"/>
        <source>that is not this person's PIN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>the SHA-256 of the server's configuration, 64 hexadecimal digits in lower case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>the SHA-256 of the server's instructions, 64 hexadecimal digits in lower case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>the absolute path of a folder, or one that begins with "~/", without ".."</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>the absolute path of the directory in which the program starts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>the address of the only authorization server that is accepted, as it names itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>the address of this schema, for editors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/elicitation.py"/>
        <source>the address to open has letters beyond A to Z; it must name its host as it is looked up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/asked.py"/>
        <source>the address to open holds blanks or characters that nobody sees</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/asked.py"/>
        <source>the address to open is no text, or far too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/asked.py"/>
        <source>the address to open is none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/asked.py"/>
        <source>the address to open names no host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>the administrator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/preferences.py"/>
        <source>the administrator's file cannot be used, so nobody knows what it locks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/supervisor.py"/>
        <source>the administrator's file cannot be used: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/elicitation.py"/>
        <source>the answer could not be checked against the form</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth_client.py"/>
        <source>the answer is not from the authorization server that was asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/refusals.py"/>
        <source>the answer was about another call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/app_requests.py"/>
        <source>the answer was not released</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/entries.py"/>
        <source>the app brings it along; no other program can start it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/asked.py"/>
        <source>the app did not declare it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/asked.py"/>
        <source>the app did not declare that its model takes tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/evaluate.py"/>
        <source>the app did not prove who it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/entries.py"/>
        <source>the app signs in to it in a way of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/refusals.py"/>
        <source>the app went away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/refusals.py"/>
        <source>the app withdrew the call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/app_requests.py"/>
        <source>the app's model works on another prompt of this call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/refusals.py"/>
        <source>the approver failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth_client.py"/>
        <source>the authorization server does not let Assent register; name a client id in the server's entry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth.py"/>
        <source>the authorization server gave a token that cannot be sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth_client.py"/>
        <source>the authorization server gave no token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth_client.py"/>
        <source>the authorization server refused: {code}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth_client.py"/>
        <source>the authorization server's own name is not the one that the server gave</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/money.py"/>
        <source>the call counts in cents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/money.py"/>
        <source>the call counts in thousandths</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http_client.py"/>
        <source>the certificates or proxies that the environment names cannot be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/refusals.py"/>
        <source>the changed call was not asked about; its history says why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/server_requests.py"/>
        <source>the configuration of this server changed; look at it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/session.py"/>
        <source>the configuration of this server has changed; connect again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/rules.py"/>
        <source>the configuration of this server has changed; look at it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/link.py"/>
        <source>the connection to the host broke</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http_exchange.py"/>
        <source>the connection to the server broke, or it sent what is no HTTP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http.py"/>
        <source>the connection to the server was lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/credentials.py"/>
        <source>the credential that is registered for this person cannot be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/requests.py"/>
        <source>the demonstration could not be started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/requests.py"/>
        <source>the demonstration does not start at login</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/server_requests.py"/>
        <source>the demonstration keeps its servers as they are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/ai_apps.py"/>
        <source>the demonstration leaves your apps as they are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/requests.py"/>
        <source>the demonstration runs already, in a window of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>the disk did not answer in time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/audit/database.py"/>
        <source>the disk is full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/audit/database.py"/>
        <source>the disk reported an error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/autorun.toml"/>
        <source>the editor loads it when it starts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/refusals.py"/>
        <source>the emergency stop was pressed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/autostart.py"/>
        <source>the entry is not as Assent writes it: somebody changed it, or Assent was moved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/autostart.py"/>
        <source>the entry is there, and your desktop was told not to use it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>the environment of Assent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>the exact name of a tool, 1 to 256 characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>the file could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/jsonc.py"/>
        <source>the file ends before {end}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/jsonc.py"/>
        <source>the file ends where a value should stand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>the file is larger than {n} MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>the file is no text in UTF-8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/requests.py"/>
        <source>the file needs a whole path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/warnings.py"/>
        <source>the folder {folder} is taken literally: *, ? and [ have no meaning in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>the folder {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/link.py"/>
        <source>the host ended the connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/link.py"/>
        <source>the host is gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/confusable.py"/>
        <source>the host “{name}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>the https:// address of a document that says who Assent is (Client ID Metadata Document)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>the id by which the authorization server knows Assent already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>the id of a server as it is configured: 1 to 64 letters, digits, dots, underscores, hyphens and single spaces, beginning with a letter or digit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>the id of the app whose own tools its hook asks about, as assent apps attach --hook writes it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/draft.py"/>
        <source>the inputs are a JSON object, in braces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/editing.py"/>
        <source>the inputs are larger than the {n} bytes that a message to a server may have</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/rules.py"/>
        <source>the inputs are longer than {n} characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/elicitation.py"/>
        <source>the inputs are no JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/editing.py"/>
        <source>the inputs are no JSON object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/editing.py"/>
        <source>the inputs are no JSON object: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/page.py"/>
        <source>the inputs it was given with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/editing.py"/>
        <source>the inputs of one call may be changed {n} times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>the inputs of the last approved call are no longer kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/server_requests.py"/>
        <source>the instructions of this server are too long to be approved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/jsonc.py"/>
        <source>the key {key} occurs a second time, after line {line}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>the keyring</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/keyring_entry.py"/>
        <source>the keyring does not answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth.py"/>
        <source>the keyring is given no more than {n} characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/keyring_entry.py"/>
        <source>the keyring of this system did not answer in time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/keyring_entry.py"/>
        <source>the keyring of this system does not keep what it is given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/keyring_entry.py"/>
        <source>the keyring of this system does not work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/server_requests.py"/>
        <source>the keyring of this system has not answered yet; try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/keyring_entry.py"/>
        <source>the keyring of this system is locked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/catalogue.py"/>
        <source>the keyring was not unlocked in time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>the kind of a finding, in small letters, digits and hyphens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>the kind of a finding, in small letters, digits and hyphens, or "severity:medium" or "severity:high"</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/asking.py"/>
        <source>the log cannot be written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>the log could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/autorun.toml"/>
        <source>the machine runs it at set times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>the name of a method; calls of tools always go through the gate and cannot be named</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>the name of a setting, in quotes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>the name of an HTTP header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>the name of an annotation, 1 to 256 characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>the name of an argument, 1 to 256 characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>the name of an environment variable; names that begin with ASSENT_ are never passed to a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/evaluate.py"/>
        <source>the name of the tool has unusual characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/autorun.toml"/>
        <source>the next build runs it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/autorun.toml"/>
        <source>the next build, test or install runs it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/pending_prompts.py"/>
        <source>the note is longer than {n} characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>the number 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/secrets.py"/>
        <source>the number of a payment card</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/rows.py"/>
        <source>the oldest waits {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/confusable.py"/>
        <source>the package “{name}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>the pattern {pattern} cannot be read: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/app_requests.py"/>
        <source>the person refused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>the person's name as signatures show it, 1 to 64 characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/texts.py"/>
        <source>the port beside it is not clear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>the port on this computer to which the browser comes back, from 1024 to 65535</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/places.toml"/>
        <source>the private storage of an app on a phone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>the program and all its arguments, a list of 1 to 256 texts in quotes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/server_requests.py"/>
        <source>the program of this server has changed; look at it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>the program to start, as a bare name found on PATH or as an absolute path; it is never run through a shell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http_exchange.py"/>
        <source>the proxy refused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/pending_prompts.py"/>
        <source>the question came only just now; look at it, then answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/pending_prompts.py"/>
        <source>the reason is longer than {n} characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/warnings.py"/>
        <source>the registered approvers cannot sign this: {roles} would be missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>the result is held until a person releases it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/spool.py"/>
        <source>the result is not kept any more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>the result reviewed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/sandbox.py"/>
        <source>the sandbox's folder {a} is reached by a link. Write {b} instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/sandbox.py"/>
        <source>the sandbox's folder {folder} is not there. Make it, or remove it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>the scopes to ask for, with spaces between them, instead of those that the server names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/requests.py"/>
        <source>the scripted assistant is there in the demonstration alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>the secret of that client, as ${{keyring:SERVICE/NAME}}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http.py"/>
        <source>the server answered with neither JSON nor events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http_exchange.py"/>
        <source>the server cannot be reached: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/combined.py"/>
        <source>the server cannot be used now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/catalogue.py"/>
        <source>the server closed its output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/combined.py"/>
        <source>the server did not answer in time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/catalogue.py"/>
        <source>the server did not list its tools in time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/catalogue.py"/>
        <source>the server did not shake hands in time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth_client.py"/>
        <source>the server does not say where to sign in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http.py"/>
        <source>the server ended its answer before there was one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http.py"/>
        <source>the server ended its stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http.py"/>
        <source>the server ended the session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/supervisor.py"/>
        <source>the server ended with exit code {code}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http_exchange.py"/>
        <source>the server failed (HTTP {status})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/supervisor.py"/>
        <source>the server failed {failures} times in a row and is not started for another {seconds} s; Restart on Assent's page of servers does it at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/combined.py"/>
        <source>the server is busy or gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth_client.py"/>
        <source>the server leads to {host}, and its entry names another issuer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/catalogue.py"/>
        <source>the server lists more than {n} tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http.py"/>
        <source>the server named its session in an invalid way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth_client.py"/>
        <source>the server names an address that Assent does not open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http.py"/>
        <source>the server offers no stream of events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth_client.py"/>
        <source>the server or its authorization server does not follow MCP's rules for OAuth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/combined.py"/>
        <source>the server refused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http_exchange.py"/>
        <source>the server refused it (HTTP {status})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/catalogue.py"/>
        <source>the server refused to list its tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/evaluate.py"/>
        <source>the server says in an unknown form who must sign.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http.py"/>
        <source>the server sends its requests to another server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/catalogue.py"/>
        <source>the server speaks no protocol revision that Assent knows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/refusals.py"/>
        <source>the server stopped while the call waited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http_exchange.py"/>
        <source>the server wants a person to sign in, on the page Servers of Assent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http_exchange.py"/>
        <source>the server wants more rights than the sign-in gave: a person can give them on the page Servers of Assent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/supervisor.py"/>
        <source>the server was ended by signal {code}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/interceptor.py"/>
        <source>the server was restarted and describes itself differently now; connect again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/words.py"/>
        <source>the server's default: {default}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/sandbox.py"/>
        <source>the server's folder {cwd} is not visible to it. {remedy}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/catalogue.py"/>
        <source>the server's tool list goes round in circles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/catalogue.py"/>
        <source>the server's tool list has more than {n} pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/catalogue.py"/>
        <source>the server's tool list has no list of tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/catalogue.py"/>
        <source>the server's tool list is larger than {n} bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/catalogue.py"/>
        <source>the server's tools could not be listed: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/evaluate.py"/>
        <source>the server, for which nobody vouched, says that this tool handles health data under HIPAA.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/evaluate.py"/>
        <source>the server, for which nobody vouched, says that this tool handles much data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/evaluate.py"/>
        <source>the server, for which nobody vouched, says that this tool has a high security level.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/evaluate.py"/>
        <source>the server, for which nobody vouched, says that this tool may destroy something.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/evaluate.py"/>
        <source>the server, for which nobody vouched, says that this tool requires approvers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/evaluate.py"/>
        <source>the server, for which nobody vouched, says that this tool requires certain roles.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/places.toml"/>
        <source>the service of containers or virtual machines, which rules the machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth.py"/>
        <source>the sign-in failed inside Assent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth_client.py"/>
        <source>the sign-in takes more steps than Assent makes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth.py"/>
        <source>the sign-in was cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth_client.py"/>
        <source>the sign-in was declined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/wire/http_exchange.py"/>
        <source>the sign-in was renewed, because the server no longer accepted the last one; the same call may work now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/assistant/process.py"/>
        <source>the story is being told already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/places.toml"/>
        <source>the system's own settings and programs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grant_scope.py"/>
        <source>the text may differ, up to {n} characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grant_scope.py"/>
        <source>the text may differ, up to {n} characters, but is no code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/checks.py"/>
        <source>the tool cannot be used any more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>the user</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/preferences.py"/>
        <source>the value does not fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grant_scope.py"/>
        <source>the value may differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/refusals.py"/>
        <source>the wait for an answer broke off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/limits.py"/>
        <source>the waiting calls are too large together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/limits.py"/>
        <source>the waiting calls of this app are too large together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/link.py"/>
        <source>the window's work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/explanation.py"/>
        <source>then: {word}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/texts.py"/>
        <source>there are more inputs than are looked at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/server_requests.py"/>
        <source>there are too many to show at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/signers.py"/>
        <source>there is no PIN yet; leave the present one empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/attaching.py"/>
        <source>there is no keyring for the secrets of this plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/sandbox.py"/>
        <source>there is no program {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/autostart.py"/>
        <source>there is no registry on this system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/outcomes.py"/>
        <source>there is no structured content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/assistant/process.py"/>
        <source>there is no such chapter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>there is no such file yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/requests.py"/>
        <source>there is no such grant any more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/edit.py"/>
        <source>there is no such rule in policy.json any more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/combined.py"/>
        <source>there is no such server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>there is no such setting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>there is no {name} in {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/app_requests.py"/>
        <source>there was no answer in time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/texts.py"/>
        <source>there was no time to look at all inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/editing.py"/>
        <source>these inputs cannot be sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/supervisor.py"/>
        <source>this app has asked about too many tools; restart Assent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/pending_prompts.py"/>
        <source>this call can be approved only once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/pending_prompts.py"/>
        <source>this call must be signed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/pending_approval.py"/>
        <source>this call needs no signature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/pending_approval.py"/>
        <source>this call no longer waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/words.py"/>
        <source>this chat, at most {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/server.py"/>
        <source>this host cannot do that</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/draft.py"/>
        <source>this is more than one value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/draft.py"/>
        <source>this is no JSON: look at line {line}, and at what stands right before it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/draft.py"/>
        <source>this is no JSON: text must be in quotation marks, names too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/draft.py"/>
        <source>this is no text in quotation marks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/requests.py"/>
        <source>this is the demonstration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/pending_approval.py"/>
        <source>this person has signed already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/pending_approval.py"/>
        <source>this question was replaced; look at the new one, then answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/rules.py"/>
        <source>this rule is no longer suggested</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/supervisor.py"/>
        <source>this server is switched off by your administrator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/supervisor.py"/>
        <source>this server is switched off in servers.json</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth.py"/>
        <source>this server needs no sign-in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/keyring_entry.py"/>
        <source>this system has no keyring that Assent can use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/gather.py"/>
        <source>this system names files differently</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>throws away what was not committed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>throws away what was put aside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/table.py"/>
        <source>ticked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>timed out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/approvals.py"/>
        <source>too many calls of this app wait already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/approvals.py"/>
        <source>too many calls of this server wait already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/session.py"/>
        <source>too many requests at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/signers.py"/>
        <source>too many signatures at once; try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/signers.py"/>
        <source>too many wrong PINs for this name; wait {seconds} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/app_files.py"/>
        <source>took too long to change, and may have been changed in part; detach restores what was</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/app_files.py"/>
        <source>took too long to read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>tool error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/conform.py"/>
        <source>true or false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>true or false: whether it may be stopped while it is unused, whatever was called before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>true or false; a rule that is not enabled has no effect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>true or false; whether a yes needs a reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>true or false; whether a yes needs somebody's PIN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>true or false; whether the result is held until a person releases it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>true, in managed.json, for a server that it configures; leave a server out that is not vouched for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>unclear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/conform.py"/>
        <source>unknown key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>unstage something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>unstage {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/words.py"/>
        <source>until Assent quits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/words.py"/>
        <source>until on {day:%Y-%m-%d} at {day:%H:%M}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>until this chat ends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/words.py"/>
        <source>until this chat ends, at the latest {until}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/words.py"/>
        <source>until you take it back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>until {day}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>until {day} at {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/words.py"/>
        <source>until {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>unverified</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grant_scope.py"/>
        <source>up to {n} texts, each up to {most} characters, may differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grant_scope.py"/>
        <source>up to {n} texts, each up to {most} characters, may differ, but are no code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>upload something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>upload something to {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>upload {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>use the tool {tool}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>use the tool {tool} with {object}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>use the tool {tool} with {object}, which may delete or overwrite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>use the tool {tool}, which may delete or overwrite</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/grants/words.py"/>
        <source>used {n} times</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>uses the app's model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>vouched for by you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>vouched for by your administrator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/rows.py"/>
        <source>waits {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/attaching.py"/>
        <source>was changed meanwhile, and is left alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/attaching.py"/>
        <source>was changed meanwhile, so nothing was written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/attaching.py"/>
        <source>was changed or removed since Assent saved it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/places.toml"/>
        <source>what a build runs by itself, often with passwords at hand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>what a server asks of the app: "elicitation/create", "roots/list", "sampling/createMessage", or a list of these; the rule is about no calls of tools then</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/places.toml"/>
        <source>what a shell runs when it starts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/autorun.toml"/>
        <source>what deploys or automates by it runs the commands in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>what happens to results that break the tool's output schema: "off", "warn" or "strict"</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../host/gate/grant_scope.py"/>
        <source>what is above ({n} characters)</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../host/policy/book.py"/>
        <source>what is confirmed here ends with this host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/binary.py"/>
        <source>what it holds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>what it is called on screen; may stay empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/places.toml"/>
        <source>what other programs hold in memory or environment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>what servers ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/schema.py"/>
        <source>what the schema does not rule out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>what the server is called on screen, 1 to 40 characters; the id in rules and records stays</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/servers.schema.json"/>
        <source>what the server speaks: "mcp", or "operations" for the simplified methods list_tools and call_tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/places.toml"/>
        <source>what the system runs by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/server_requests.py"/>
        <source>what this server says has changed; look at it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/places.toml"/>
        <source>what was typed before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>what {server} asks of apps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>what {server} asks of {app}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/arguments/texts.py"/>
        <source>what ~ means depends on the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>whatever else the inputs hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>where Assent finds: {kinds}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>where a host in {inputs} is {hosts}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>where a host is {hosts}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>where a path in {inputs} is in {folders}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>where a path is in {folders}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>where it is started; may stay empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>where the inputs meet the schema in its text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>where the server is vouched for by {whom}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>where the server {does}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>where the tool's {annotation} is {values}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>where {input} is made of {names}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../host/policy/conditions.py"/>
        <source>where {input} is {n} items, each made of {names}</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>where {input} is {values}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>where {input}, if given, is {values}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/places.toml"/>
        <source>who may do what on this system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/places.toml"/>
        <source>who may log in with a key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/signers.py"/>
        <source>who may sign changed meanwhile; try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/schemas/policy.schema.json"/>
        <source>who vouched for the server: "managed" (the administrator), "user", "none" (nobody), or a list of these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/schema.py"/>
        <source>whole number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/schema.py"/>
        <source>whole numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>with a PIN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>with a reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/words.py"/>
        <source>with exactly these inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/words.py"/>
        <source>with inputs within the bounds that are shown under {page}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/words.py"/>
        <source>with inputs within these bounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>with no other inputs than {inputs}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/words.py"/>
        <source>with these inputs: {join};</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>with {inputs} at {hosts}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>with {inputs} in {folders}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>withdrawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/action_row.py"/>
        <source>withdrawn by the app</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/page.py"/>
        <source>without a role</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>without inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/attaching.py"/>
        <source>would hold more changes than Assent can undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>writes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/autorun.toml"/>
        <source>writes a file that an interpreter runs whenever it starts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/autorun.toml"/>
        <source>writes a file that every new shell runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/autorun.toml"/>
        <source>writes a hook that git runs by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/autorun.toml"/>
        <source>writes a plugin that an editor loads by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grant_scope.py"/>
        <source>writes in {place}, not elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/commands.toml"/>
        <source>writes straight onto a disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/autorun.toml"/>
        <source>writes what AI apps go by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../resources/inspect/autorun.toml"/>
        <source>writes what an orchestrator runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/audit/store.py"/>
        <source>written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/claims.py"/>
        <source>yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/schema.py"/>
        <source>yes or no</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>yesterday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/signers.py"/>
        <source>your administrator registered you; that PIN is changed in the administrator's file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/review.py"/>
        <source>your administrator's file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>your administrator's rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/evaluate.py"/>
        <source>your confirmation of your rules cannot be found; confirm them again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>{about}: {word}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>{action} (may delete or overwrite)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/page.py"/>
        <source>{action}, on screen now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/money.py"/>
        <source>{amount} {currency}; if in cents, {counted} {currency}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/money.py"/>
        <source>{amount} {currency}; if in thousandths, {counted} {currency}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/words.py"/>
        <source>{apps} reach it through Assent and will find it gone. Give these apps their configuration back first.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/rows.py"/>
        <source>{app} (not proven)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>{app} asked {tool}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>{app} called this tool, and it ran. The result is held until you release it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>{app} called {route}; it ran. The result is held until you release it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>{app} has its own configuration again. Restart it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>{app} has its own servers again. Left alone, since changed or in use: {names}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/attaching.py"/>
        <source>{app} has no file of its own in a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/attaching.py"/>
        <source>{app} has no hook that Assent wrote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/attaching.py"/>
        <source>{app} has no hooks that Assent knows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/attaching.py"/>
        <source>{app} is not attached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>{app} may go on asking. Left alone, since changed or in use: {names}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/words.py"/>
        <source>{app} may use {tool} of {server}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>{app} reaches its servers through Assent. Restart {app}, then ask it to use one of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>{app} rewrote its file, or has new servers: nobody is asked before it uses {names}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>{app} uses its own tools without asking Assent again. Restart it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>{app} wants to read what a result of “{server}” links to</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>{app} wants to use the tool {tool} {n} times</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>{app} wants to {action}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>{app} · {n}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/page.py"/>
        <source>{app}: {what}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/text_block.py"/>
        <source>{at} of more than {most}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/text_block.py"/>
        <source>{at} of {n}</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/consent/window.py"/>
        <source>{button} is ready.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>{calls} ({conditions})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>{calls} by {app}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>{calls} · typically answered within {duration}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/evaluate.py"/>
        <source>{calls}, under its conditions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>{calls}, {errors} failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../host/inspect/flows.py"/>
        <source>{call} ({n} calls ago)</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/rows.py"/>
        <source>{count} for {server}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/header.py"/>
        <source>{count} more waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>{count} signatures as {role}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/conditions.py"/>
        <source>{days}, {hours} ({zone})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>{day} {month} {year}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>{day}: no calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>{day}: not counted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>{day}: {calls}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>{day}: {calls}, {refused} denied or expired</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>{decision}, edited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/pending_prompts.py"/>
        <source>{denied}: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>{differ}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>{differ}; {alike}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/kinds/mail.py"/>
        <source>{domains} and {n} more</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>{done} of {of} records</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>{errors} calls failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>{errors} of {calls}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/fields.py"/>
        <source>{field}: {choice}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/fields.py"/>
        <source>{field}: {problem}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/app_requests.py"/>
        <source>{field}: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/search_box.py"/>
        <source>{filter}, remove this filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>{finding}, {severity}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/masking.py"/>
        <source>{first} ({n} lines)</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../host/words.py"/>
        <source>{first} and {next}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/words.py"/>
        <source>{first} or {next}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/words.py"/>
        <source>{first} {next}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/conform.py"/>
        <source>{first}, {next}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/signers.py"/>
        <source>{first}; {next}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/place_conditions.py"/>
        <source>{folders} is a link, and no rule allows by one: write where it leads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/sandbox.py"/>
        <source>{folder} holds Assent's own files. List the folders in it that the server needs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/sandbox.py"/>
        <source>{folder} is Assent's own and cannot be given to a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/page.py"/>
        <source>{head}: {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth.py"/>
        <source>{host} answered in a form that Assent did not ask for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth.py"/>
        <source>{host} answered with more than Assent reads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth.py"/>
        <source>{host} cannot be reached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth_client.py"/>
        <source>{host} cannot refresh the sign-in now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth.py"/>
        <source>{host} did not answer in time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth_client.py"/>
        <source>{host} does not protect sign-ins as OAuth 2.1 demands (PKCE with S256)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth.py"/>
        <source>{host} is not asked: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth.py"/>
        <source>{host} would be asked without encryption</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/addresses.py"/>
        <source>{host} {does}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/label_text.py"/>
        <source>{hours} h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/label_text.py"/>
        <source>{hours} h {minutes} min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/table.py"/>
        <source>{input}: {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/warnings.py"/>
        <source>{keyword} is no keyword of JSON Schema, so it has no effect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/warnings.py"/>
        <source>{kind} is found in results, after the rules have decided</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/warnings.py"/>
        <source>{kind} is now called {now}; the rule works as if it had that name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/program.py"/>
        <source>{kind} package that Assent cannot tell by the options, fetched when it starts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/program.py"/>
        <source>{kind} package {name}, fetched when it starts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>{label}: {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/waiting/page.py"/>
        <source>{left} (paused)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/table.py"/>
        <source>{left} left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/page.py"/>
        <source>{left} more are not shown yet. All of them are confirmed at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>{local} UTC{local2}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/values.py"/>
        <source>{low} to {high}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>{meaning}, {times}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/app_requests.py"/>
        <source>{method}: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/label_text.py"/>
        <source>{minutes} min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/label_text.py"/>
        <source>{minutes} min {seconds} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>{more:,} more like these.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/roles.py"/>
        <source>{more} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>{more} more after this one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/label_text.py"/>
        <source>{ms} ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>{names} and {last}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/label_text.py"/>
        <source>{names} and {more} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>{names} are the same</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>{names} differ</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../host/conform.py"/>
        <source>{names} is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/window/previews.py"/>
        <source>{names} read it differently; this is how {dialect} does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>{names}: what was not reviewed reaches no AI app.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/alike.py"/>
        <source>{name} (beside the inputs)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>{name} (not proven)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/sandbox.py"/>
        <source>{name} cannot be set for a server in a sandbox. Remove it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>{name} holds a NUL, which no program can be given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/editor.py"/>
        <source>{name} is a secret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/config.py"/>
        <source>{name} is kept for Assent itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>{name}, as the server says: {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/table.py"/>
        <source>{name}: {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/form.py"/>
        <source>{name}: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/header.py"/>
        <source>{name}: {words}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>{number} seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/welcome.py"/>
        <source>{n} AI apps</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/kinds/mail.py"/>
        <source>{n} addresses</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/words.py"/>
        <source>{n} are unclear</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../host/inspect/hidden.py"/>
        <source>{n} blanks in a row</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/words.py"/>
        <source>{n} blanks in a row</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/content.py"/>
        <source>{n} bytes</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/summary.py"/>
        <source>{n} calls</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/waiting/page.py"/>
        <source>{n} calls of {app}…</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/toasts.py"/>
        <source>{n} calls run</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/alerts.py"/>
        <source>{n} calls run; quitting cancels them.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/tray.py"/>
        <source>{n} calls wait</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/tray.py"/>
        <source>{n} calls wait for you</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/waiting/page.py"/>
        <source>{n} calls wait.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/alerts.py"/>
        <source>{n} calls wait; quitting denies them.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/tray.py"/>
        <source>{n} calls wait…</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/alerts.py"/>
        <source>{n} changes that loosen the rules wait for you</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/content.py"/>
        <source>{n} characters</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/editing/form.py"/>
        <source>{n} characters, too long to edit here. They stay as they are.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/history/charts.py"/>
        <source>{n} days</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/history/words.py"/>
        <source>{n} days ago</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/words.py"/>
        <source>{n} delete</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../host/inspect/hidden.py"/>
        <source>{n} empty lines</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/waiting/rows.py"/>
        <source>{n} findings</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/summary.py"/>
        <source>{n} findings, first: {names}</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../host/inspect/numbers.py"/>
        <source>{n} further numbers have more digits than many programs keep.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/words.py"/>
        <source>{n} give rights</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/grants/words.py"/>
        <source>{n} grants are in force</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../host/inspect/hidden.py"/>
        <source>{n} hidden characters</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/content.py"/>
        <source>{n} hints of the protocol</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/history/words.py"/>
        <source>{n} hours ago</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/content.py"/>
        <source>{n} inputs</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/call_views.py"/>
        <source>{n} inputs are the same</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>{n} inputs changed: {names}</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/rows.py"/>
        <source>{n} inputs not given</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/key_inputs.py"/>
        <source>{n} items</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/answer_form.py"/>
        <source>{n} lines</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/words.py"/>
        <source>{n} lines above were not on screen yet. Scroll back, and unfold what is folded.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/kinds/times.py"/>
        <source>{n} minutes ago</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../host/words.py"/>
        <source>{n} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/content.py"/>
        <source>{n} more</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/asking_window.py"/>
        <source>{n} more calls like this one wait</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>{n} more findings</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/batch/window.py"/>
        <source>{n} more like these wait, and are not in this table.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/form.py"/>
        <source>{n} more parts</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/alerts.py"/>
        <source>{n} more problems.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../host/policy/explain.py"/>
        <source>{n} more rules do not match.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/waiting/rows.py"/>
        <source>{n} more servers</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/words.py"/>
        <source>{n} more servers are not started now, and wait for their own reviews: {names}.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/first_look.py"/>
        <source>{n} more wait for their turn.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/waiting/rows.py"/>
        <source>{n} need signatures</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/editing/sheet.py"/>
        <source>{n} new findings</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/words.py"/>
        <source>{n} numbers</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/rules/page.py"/>
        <source>{n} of them let calls run without asking.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>{n} of {all} behind Assent</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/words.py"/>
        <source>{n} pay</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/words.py"/>
        <source>{n} read</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/history/words.py"/>
        <source>{n} records</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/rules/words.py"/>
        <source>{n} rules</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/alerts.py"/>
        <source>{n} rules that allow</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/alerts.py"/>
        <source>{n} rules that are gone</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/rules/page.py"/>
        <source>{n} rules were added.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/rules/explanation.py"/>
        <source>{n} rules, and what each says of this call</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/words.py"/>
        <source>{n} run programs</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/asking_window.py"/>
        <source>{n} seconds</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/words.py"/>
        <source>{n} secrets are in servers.json itself.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/words.py"/>
        <source>{n} secrets go into the keyring, not into the file.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/words.py"/>
        <source>{n} send</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/words.py"/>
        <source>{n} servers</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/apps/words.py"/>
        <source>{n} servers beside Assent</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/first_look.py"/>
        <source>{n} servers have not answered yet.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/apps/words.py"/>
        <source>{n} servers stay as they are, and Assent sees nothing of what they do:</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/alerts.py"/>
        <source>{n} servers vouched for</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/alerts.py"/>
        <source>{n} servers wait for your review</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/tray.py"/>
        <source>{n} servers wait for your review…</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/words.py"/>
        <source>{n} sessions</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/key_inputs.py"/>
        <source>{n} texts to replace</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/words.py"/>
        <source>{n} times</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/rules/rule_list.py"/>
        <source>{n} times, {last}</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/words.py"/>
        <source>{n} tools</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/approval.py"/>
        <source>{n} tools were not shown yet, and stay withheld.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/words.py"/>
        <source>{n} tools: {kinds}</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/words.py"/>
        <source>{n} values</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/call_views.py"/>
        <source>{n} values are different</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/history/words.py"/>
        <source>{n} values are gone</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/history/words.py"/>
        <source>{n} weeks ago</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/rules/explanation.py"/>
        <source>{n} would be asked about</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/rules/explanation.py"/>
        <source>{n} would be decided otherwise</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/rules/explanation.py"/>
        <source>{n} would be denied</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/rules/explanation.py"/>
        <source>{n} would run without asking</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/servers/words.py"/>
        <source>{n} write</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>{object} and others</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>{object} and {n} more</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/consent/key_inputs.py"/>
        <source>{old} → {new}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>{one} and {other}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>{one} or {other}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/call_panel.py"/>
        <source>{outcome} after {duration}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/control/search.py"/>
        <source>{part} is left out: a date cannot be turned round; use before: or after:.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/control/search.py"/>
        <source>{part} is left out: it can be {values}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/control/search.py"/>
        <source>{part} is left out: write a date as 2026-11-20, yesterday, today, 3d or 2h.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/form.py"/>
        <source>{part}: text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/form.py"/>
        <source>{part}: {kind}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/call_sentences.py"/>
        <source>{path} (leads to {place})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/confusable.py"/>
        <source>{place} has the character {code}, which looks like a dot, slash, colon, at sign or hyphen and is none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/confusable.py"/>
        <source>{place} has the word “{word}”, which mixes letters of several scripts ({codes}) and looks like “{looks}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../host/inspect/hidden.py"/>
        <source>{place} has {nothing}, and then goes on: {n} characters more.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../host/inspect/hidden.py"/>
        <source>{place} holds characters that not every program draws alike.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/hidden.py"/>
        <source>{place} holds invisible letters that spell “{message}”: you do not see them, a model reads them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/hidden.py"/>
        <source>{place} holds invisible letters: you do not see them, a model reads them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/encoded.py"/>
        <source>{place} holds text behind {how}: “{text}”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/hidden.py"/>
        <source>{place} holds {many}: what you read may not be what the server reads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../host/inspect/hidden.py"/>
        <source>{place} holds {n} characters that reorder what you read.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../host/inspect/hidden.py"/>
        <source>{place} holds {n} commands to a terminal, which can hide or change what is shown.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../host/inspect/hidden.py"/>
        <source>{place} holds {n} invisible characters in a row.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/secrets.py"/>
        <source>{place} holds {what}. Whoever gets this call gets it too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>{place} is not valid in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/hidden.py"/>
        <source>{place} is {what} and goes on behind a tab or in another line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/hidden.py"/>
        <source>{place} is {what} with {many}: what you read may not be what the server reads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/confusable.py"/>
        <source>{place} names {what}, which looks like “{known}” and is not.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/gate/grant_scope.py"/>
        <source>{place}: {meaning}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>{place}: {problem}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/errors.py"/>
        <source>{place}: {problem}. {remedy}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>{problem} Free the port or choose another one in the settings, then start Assent again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>{problem} Keep a copy of the log as it is, and find out who could write to it. What stands before the broken record still holds; from there on nothing is proven.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>{records} in {path}. Check it anywhere with: {command}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/explanation.py"/>
        <source>{relative}, asked by {app}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/roles.py"/>
        <source>{role} (nobody is registered)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/roles.py"/>
        <source>{role} ({number} people)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/roles.py"/>
        <source>{role}: not signed yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/rule_list.py"/>
        <source>{rules} found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>{rule} allows {calls}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>{rule} denies {calls}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/words.py"/>
        <source>{rule} requires a person to see {calls}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>{rule} {place}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>{rule}, without asking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>{rule}, {more}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>{rule}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/rules/words.py"/>
        <source>{rule}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>{said}, {n} times</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/label_text.py"/>
        <source>{seconds} h ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/label_text.py"/>
        <source>{seconds} min ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/label_text.py"/>
        <source>{seconds} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/label_text.py"/>
        <source>{seconds} s ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>{seen} of {all} seen · {ticked} ticked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>{server} of {app}: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/apps/words.py"/>
        <source>{server}: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/grants/words.py"/>
        <source>{shown} of {total} grants</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/values.py"/>
        <source>{span} · default {default}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>{start} to {end}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/inputs/kinds/times.py"/>
        <source>{time} (UTC{offset})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/footer.py"/>
        <source>{time} left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/footer.py"/>
        <source>{time} · paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>{title}: not {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/inspector.py"/>
        <source>{title}: {n} more of this kind.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/content.py"/>
        <source>{title}: {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/explain.py"/>
        <source>{told}, it would be allowed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/twins.py"/>
        <source>{tools} and {n} more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/twins.py"/>
        <source>{tools} is called the same, of a server in use; this call is for {server}, for which nobody vouched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/twins.py"/>
        <source>{tools} is called the same; this call is for {server}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/values.py"/>
        <source>{units} or {last}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/evaluate.py"/>
        <source>{verdict} A person is asked all the same: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/evaluate.py"/>
        <source>{verdict} A person is asked each time: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>{weekday} {day} {month}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>{weekday} {day} {month} {year}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/form.py"/>
        <source>{what} (required)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/history/words.py"/>
        <source>{what}, with a finding of danger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>{when}: no calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>{when}: {calls}, {errors} failed, half of them within {median}, at worst {worst}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/sensitive.py"/>
        <source>{where} leads to {what}, through a link.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/sensitive.py"/>
        <source>{where} leads to {what}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>{who} must sign. See below who has signed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>{who} should approve as well. Assent does not ask them: your yes alone sends it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>{who} should approve as well. That is a claim. See below who must sign by your rules.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>{who} should approve such calls.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>{who} should approve, it says. See below who must sign.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/roles.py"/>
        <source>{who}, signed at {at}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/roles.py"/>
        <source>{who}, {roles}, signed at {at}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/settings/rows.py"/>
        <source>{why} It is in {place}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/parse.py"/>
        <source>{why} They say: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/servers_file.py"/>
        <source>{why} {remedy}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/alerts.py"/>
        <source>{why}, so nothing can be approved from here. This window closes by itself now. A new one opens if Assent still runs; else start it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/servers/oauth.py"/>
        <source>{why}. You can close this tab.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/policy/explain.py"/>
        <source>{without}, {would}. {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/toasts.py"/>
        <source>{words} To undo it, press {key}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/editing/form.py"/>
        <source>{words} to {where}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/pages.py"/>
        <source>{word} cannot be shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/batch/presenter.py"/>
        <source>{word}, {n} more</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/consent/presenter.py"/>
        <source>{yes} without reading {n} lines</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../host/inspect/commands.py"/>
        <source>“{command}” {does}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/servers_file.py"/>
        <source>“{key}” has a field of its own, above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/pasted.py"/>
        <source>“{name}” names neither a program nor an address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>“{name}” sends you here to sign in. Your browser opens the page: look there who asks, and for what. Assent never sees your password. Afterwards your browser comes back to Assent on this computer, which waits {n} minutes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/servers/words.py"/>
        <source>“{name}”: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>“{server}” asks you something in {app}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>“{server}” asks {app} for its folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>“{server}” wants you to open a page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/summary.py"/>
        <source>“{server}” wants {app}'s model to answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/apps/attach/pasted.py"/>
        <source>“{sign}” means something to a shell alone, and Assent uses none. Give one program; put an argument that holds it into quotes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/flows.py"/>
        <source>“{value}” comes from a text that tells the AI what to do: {call}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../host/inspect/flows.py"/>
        <source>“{value}” was chosen by whoever wrote a text from {call}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/diff.py"/>
        <source>−{gone} +{n} lines</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/alike.py"/>
        <source>⟨empty text⟩</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../ui/consent/batch/alike.py"/>
        <source>⟨not given⟩</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/lines.py"/>
        <source>⟨{n} blank characters⟩</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/lines.py"/>
        <source>⟨{n} empty lines⟩</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/lines.py"/>
        <source>⟨{n} spaces⟩</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/diff.py"/>
        <source>⟨{n} unchanged characters⟩</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/diff.py"/>
        <source>⟨{n} unchanged lines⟩</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/inputs/rows.py"/>
        <source>⟨… {n} more characters⟩</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
</context>
</TS>
