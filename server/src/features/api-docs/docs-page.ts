import { type OpenApi, screens } from '@twofold/contract'
import { escapeHtml } from '../../platform/escape-html.ts'
import { callSection, titleOf } from './call-section.ts'
import type { Call } from './examples.ts'
import { type Chapter, guide, type Part, type SignIn } from './guide.ts'
import { code, marked } from './markup.ts'
import { style } from './style.ts'

type Group = { readonly id: string; readonly title: string; readonly about: string; readonly calls: readonly Call[] }

/** What a call is about, by the first of these that its address fits. */
const subjects: readonly (readonly [id: string, title: string, about: string, paths: RegExp])[] = [
  ['uploads', 'Uploads', 'Files of gifts, as platforms export them.', /\/import/],
  [
    'gifts',
    'Gifts and matches',
    'What was given, and what became of its match.',
    /donation(\/|$)|\/donation\/\{id\}|download/,
  ],
  ['figures', 'Figures', 'Sums and counts of gifts and matches.', /\/statistics/],
  ['webhook-calls', 'Webhooks', 'Receivers, and what was sent to them.', /webhook/],
  ['keys', 'API keys', 'Keys with which programs call.', /api[-_]key/],
  [
    'people-calls',
    'People',
    'Who belongs to an organization, and at which level.',
    /\/user|\/notifee|\/audit|\/digest/,
  ],
  ['files', 'Documents', 'Logo, W-9, IRS letter and documents.', /\/(document|logo|upload)/],
  ['organization', 'Organization', 'Profile, chapters and settings.', /^\/api\/organization/],
  [
    'public',
    'Companies and public pages',
    'What anybody may ask.',
    /^\/(api\/public|api\/companies|api\/contact|search)/,
  ],
]
const others = [
  'accounts',
  'Signing in and registering',
  'Steps of the portal’s own pages, listed to be complete.',
] as const

function groupsOf(calls: readonly Call[]): readonly Group[] {
  const subjectOf = ({ path }: Call): string => subjects.find(([, , , paths]) => paths.test(path))?.[0] ?? others[0]
  return [...subjects.map(([id, title, about]) => [id, title, about] as const), others]
    .map(([id, title, about]) => ({ id, title, about, calls: calls.filter((call) => subjectOf(call) === id) }))
    .filter((group) => group.calls.length > 0)
}

/** What only our own support calls is in openapi.json and not here. */
const callsOf = (contract: OpenApi): readonly Call[] =>
  Object.entries(contract.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    )
    .filter(({ operation }) => operation['x-who'] !== 'super')

/** The contract as one page without scripts: a list of calls at the side, each call with what it takes and answers. */
export function docsPage(contract: OpenApi, signIn: SignIn): string {
  const server = contract.servers[0]?.url ?? ''
  const chapters = guide(server, signIn)
  const groups = groupsOf(callsOf(contract))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · ${escapeHtml(contract.info.title)}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${style}</style></head>
<body><a class="skip" href="#content">Skip to the content</a>
<header><p class="brand"><a href="${screens.integrations}">${escapeHtml(contract.info.title)}</a></p><h1>API</h1>
<p class="lead">${marked(contract.info.description)}</p>
<p><a href="/api/openapi.json">openapi.json</a> <small>OpenAPI 3.1, for programs</small></p></header>
<div class="page"><nav aria-label="On this page" tabindex="0"><details><summary>On this page</summary>
<ol>${chapters.map(({ id, title }) => item(id, title)).join('')}</ol>${groups.map(groupLinks).join('')}</details></nav>
<main id="content" tabindex="-1">${chapters.map(chapter).join('')}${groups.map((group) => groupOf(group, server)).join('')}</main></div>
<footer><a class="top" href="#">Top</a></footer></body></html>`
}

const item = (id: string, title: string): string => `<li><a href="#${escapeHtml(id)}">${escapeHtml(title)}</a></li>`

const groupLinks = ({ title, calls }: Group): string =>
  `<h2>${escapeHtml(title)}</h2><ol>${calls.map((call) => item(call.operation.operationId, titleOf(call))).join('')}</ol>`

const groupOf = ({ id, title, about, calls }: Group, server: string): string =>
  `<div class="group" id="${id}"><h2>${escapeHtml(title)}</h2><p>${escapeHtml(about)}</p></div>${calls.map((call) => callSection(call, server)).join('')}`

const chapter = ({ id, title, parts }: Chapter): string =>
  `<section id="${escapeHtml(id)}"><h2>${escapeHtml(title)}</h2>${parts.map(part).join('')}</section>`

function part(given: Part): string {
  if ('text' in given) return `<p>${marked(given.text)}</p>`
  if ('code' in given) return code(given.code)
  if ('link' in given) return `<p><a href="${escapeHtml(given.link)}">${escapeHtml(given.words)}</a></p>`
  const rows = given.rows.map(
    ([name, meaning]) => `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${marked(meaning)}</td></tr>`,
  )
  return `<h3>${escapeHtml(given.about)}</h3><table><tbody>${rows.join('')}</tbody></table>`
}
