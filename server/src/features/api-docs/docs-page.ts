import type { OpenApi, Operation } from '@twofold/contract'
import { type Call, curlOf, typescriptOf } from './examples.ts'
import { type Chapter, guide, type Part, type SignIn } from './guide.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const text = (given: string): string => given.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

/** The contract as one page without scripts: a list of calls at the side, each call with what it takes and answers. */
export function docsPage(contract: OpenApi, signIn: SignIn): string {
  const calls: Call[] = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const server = contract.servers[0]?.url ?? ''
  const chapters = guide(server, signIn)
  const byKey = calls.filter(({ operation }) => operation['x-api-key'])
  const others = calls.filter(({ operation }) => !operation['x-api-key'])
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · ${text(contract.info.title)}</title><style>${style}</style></head>
<body><header><h1>${text(contract.info.title)} API</h1><p>${marked(contract.info.description)}</p>
<p>For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1). Every refusal is
<code>{ "error": code, "message": sentence, "fields"?: { path: sentence }, "request_id": id }</code>.</p></header>
<div class="page"><nav aria-label="On this page"><ol>${chapters.map(chapterLink).join('')}</ol><h2>With an API key</h2><ol>${byKey.map(link).join('')}</ol>
<h2>For everybody and for people who are signed in</h2><ol>${others.map(link).join('')}</ol></nav>
<main>${chapters.map(chapter).join('')}${[...byKey, ...others].map((call) => section(call, server)).join('')}</main></div></body></html>`
}

const chapterLink = ({ id, title }: Chapter): string => `<li><a href="#${text(id)}">${text(title)}</a></li>`

const chapter = ({ id, title, parts }: Chapter): string =>
  `<section id="${text(id)}"><h2>${text(title)}</h2>${parts.map(part).join('')}</section>`

const part = (given: Part): string => ('text' in given ? `<p>${text(given.text)}</p>` : code(given.kind, given.code))

/** Scrolls by itself, so it must be reached by keyboard. */
const code = (kind: string, lines: string): string =>
  `<pre tabindex="0" aria-label="${text(kind)}">${text(lines)}</pre>`

const who = (operation: Operation): string => {
  if (operation.security.length === 0) return ''
  return operation['x-api-key'] ? 'API keys may call it.' : 'For people who are signed in, not for API keys.'
}

/** What stands between backticks is code. */
const marked = (given: string): string => text(given).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

const link = ({ operation }: Call): string =>
  `<li><a href="#${text(operation.operationId)}">${text(operation.summary)}</a></li>`

function section(call: Call, server: string): string {
  const { method, path, operation } = call
  const [body] = Object.entries(operation.requestBody?.content ?? {})
  const answers = Object.entries(operation.responses).filter(([status]) => status !== 'default')
  return `<section id="${text(operation.operationId)}"><h2>${text(operation.summary)}</h2>
<p class="call"><b>${method}</b> <code>${text(path)}</code></p><p>${text(operation.description)} ${text(who(operation))}</p>
${operation.parameters.length > 0 ? parameters(operation) : ''}
${body ? `<h3>Body <small>${text(body[0])}</small></h3>${schema(body[1].schema)}` : ''}
${answers
  .map(([status, answer]) => {
    const [type] = Object.entries(answer.content ?? {})
    return type ? `<h3>Answer ${status} <small>${text(type[0])}</small></h3>${schema(type[1].schema)}` : ''
  })
  .join('')}
<h3>Try it</h3>${code('Shell', curlOf(call, server))}
<details><summary>TypeScript</summary>${code('TypeScript', typescriptOf(call, server))}</details></section>`
}

const parameters = ({ parameters: all }: Operation): string =>
  `<h3>Parameters</h3><table><tbody>${all
    .map(
      ({ name, in: place, required, description, schema: shape }) =>
        `<tr><th scope="row"><code>${text(name)}</code></th><td>${place}${required ? ', required' : ''}</td>
<td>${text(description ?? '')} <code>${text(kindOf(shape))}</code></td></tr>`,
    )
    .join('')}</tbody></table>`

const schema = (shape: object): string =>
  `<details><summary>Shape</summary><pre>${text(JSON.stringify(shape, null, 2))}</pre></details>`

function kindOf(shape: Record<string, unknown>): string {
  const { type, default: fallback, enum: choices } = shape
  const kind = Array.isArray(choices) ? choices.join(' | ') : typeof type === 'string' ? type : 'text'
  return fallback === undefined || typeof fallback === 'object' ? kind : `${kind} = ${String(fallback)}`
}

const style = `
:root{color-scheme:light dark;--ink:#1d2b24;--quiet:#5c665f;--paper:#f7f4ed;--card:#fff;--line:#e4ded0;--green:#1f5a43}
@media(prefers-color-scheme:dark){:root{--ink:#e9ede8;--quiet:#a5b0a8;--paper:#121a17;--card:#1a2420;--line:#2c3934;--green:#8ccfb0}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 system-ui,sans-serif}
header,.page{max-width:1100px;margin:auto;padding:24px 16px}a{color:var(--green)}
.page{display:grid;grid-template-columns:260px minmax(0,1fr);gap:32px}
nav ol{list-style:none;margin:0;padding:0;font-size:14px}nav{position:sticky;top:16px;max-height:95vh;overflow:auto;align-self:start}nav h2{font-size:14px;border-top:1px solid var(--line);margin-top:8px;padding-top:8px}nav li{padding:3px 0}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:24px;margin-bottom:24px}
h2{margin:0;font-size:19px}h3{font-size:14px;margin:16px 0 4px}small{color:var(--quiet);font-weight:400}
.call b{color:var(--green)}code,pre{font:13px/1.5 ui-monospace,monospace}
pre{overflow:auto;background:var(--paper);border-radius:8px;padding:12px;margin:4px 0}
table{border-collapse:collapse;width:100%;font-size:14px}th,td{text-align:left;vertical-align:top;padding:6px 12px 6px 0;border-top:1px solid var(--line)}
@media(max-width:760px){.page{grid-template-columns:minmax(0,1fr)}pre,code{white-space:pre-wrap;overflow-wrap:anywhere}nav{position:static;max-height:none}}`
