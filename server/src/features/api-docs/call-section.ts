import type { Operation } from '@twofold/contract'
import { escapeHtml } from '../../platform/escape-html.ts'
import { type Call, curlOf, hasExample, typescriptOf } from './examples.ts'
import { fieldsOf, kindOf } from './fields.ts'
import { code, marked } from './markup.ts'

/** `listDonations` reads `List donations`. */
export const titleOf = ({ operation }: Call): string => {
  const words = operation.operationId
    .replaceAll(/[A-Z]+/g, (letters) => ` ${letters.toLowerCase()}`)
    .replaceAll(/\b(api|csv)\b/g, (word) => word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** One call: what it is for, who may make it, what it takes and answers, and how it is made. */
export function callSection(call: Call, server: string): string {
  const { method, path, operation } = call
  const [body] = Object.entries(operation.requestBody?.content ?? {})
  return `<section id="${escapeHtml(operation.operationId)}"><h3>${escapeHtml(titleOf(call))}</h3>
<p class="call"><b class="${method.toLowerCase()}">${method}</b> <code>${escapeHtml(path).replaceAll('/', '/<wbr>')}</code></p>
<p>${marked(sentence(operation.summary))}</p><p class="who">${escapeHtml(operation.description)}${keyWords(operation)}</p>
${hasExample(call) ? `${code(curlOf(call, server))}<details><summary>TypeScript</summary>${code(typescriptOf(call, server))}</details>` : ''}
${parameters(operation)}${body ? fieldTable('Body', body[1].schema, body[0]) : ''}${answers(operation)}${refusals(operation)}</section>`
}

const sentence = (given: string): string => (/[.!?]$/.test(given) ? given : `${given}.`)

const keyWords = (operation: Operation): string => {
  if (operation.security.length === 0) return ''
  return operation['x-api-key'] ? ' API keys may call it.' : ' Not for API keys: for people who are signed in.'
}

const row = (name: string, kind: string, isRequired: boolean, description: string): string =>
  `<tr><th scope="row"><code>${escapeHtml(name)}</code>${isRequired ? ' <small>required</small>' : ''}</th>
<td><code class="kind">${escapeHtml(kind)}</code>${description ? ` ${marked(description)}` : ''}</td></tr>`

function parameters({ parameters: all }: Operation): string {
  const shown = all.filter((one) => one.in !== 'header')
  const rows = shown.map(({ name, in: place, required, description, schema }) =>
    row(
      name,
      kindOf(schema),
      required,
      [place === 'path' ? 'in the address' : '', description ?? ''].filter(Boolean).join('; '),
    ),
  )
  const repeats = all.length > shown.length ? '<p>Takes an <a href="#repeating">Idempotency-Key</a>.</p>' : ''
  return `${rows.length > 0 ? `<h4>Parameters</h4><table><tbody>${rows.join('')}</tbody></table>` : ''}${repeats}`
}

/** Fields that an answer always has need not say so. */
function fieldTable(title: string, schema: object, type: string, isAnswer = false): string {
  const lines = fieldsOf({ ...schema })
  if (lines.length === 0) return ''
  const rows = lines.map((line) => row(line.name, line.kind, line.isRequired && !isAnswer, line.description))
  const table = `<table><tbody>${rows.join('')}</tbody></table>`
  const heading = `${title} <small>${escapeHtml(type)}</small>`
  return isAnswer
    ? `<details><summary><h4>${heading}</h4> <small>${lines.length} ${lines.length === 1 ? 'field' : 'fields'}</small></summary>${table}</details>`
    : `<h4>${heading}</h4>${table}`
}

const answers = (operation: Operation): string =>
  Object.entries(operation.responses)
    .filter(([status]) => status !== 'default')
    .map(([status, answer]) => {
      const [type] = Object.entries(answer.content ?? {})
      if (!type) return ''
      const table = fieldTable(`Answer ${status}`, type[1].schema, type[0], true)
      return table || `<h4>Answer ${status} <small>${escapeHtml(type[0])}</small></h4>`
    })
    .join('')

function refusals(operation: Operation): string {
  const isGuarded = operation.security.length > 0
  const hasId = operation.parameters.some((one) => one.in === 'path')
  const hasInput = operation.requestBody !== undefined || operation.parameters.some((one) => one.in === 'query')
  const codes = [
    ...(isGuarded ? [401, 403] : []),
    ...(hasId ? [404] : []),
    ...(operation.parameters.some((one) => one.in === 'header') ? [409] : []),
    ...(hasInput ? [422] : []),
    429,
  ]
  return `<p class="who">May be refused with ${codes.join(', ')}: see <a href="#rules">errors</a>.</p>`
}
