import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../security/escape-html.ts'

/** Trusted HTML. Only `html` creates it, and it escapes all inserted values. */
export type Html = { readonly html: string }

type Part = Html | string | number | null | false | readonly Part[]

function partText(part: Part): string {
  if (part === null || part === false) return ''
  if (typeof part === 'object') return 'html' in part ? part.html : part.map(partText).join('')
  return escapeHtml(String(part))
}

/** A template tag: escapes text, omits null and false, and joins lists. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({
  html: strings.map((text, index) => text + partText(parts[index] ?? '')).join(''),
})

const style = `
:root{color-scheme:light dark;--paper:#f7f4ed;--surface:#fffefb;--sunken:#f0ebe1;--hairline:#e3ddd0;--edge:#8c867a;--ink:#1b2823;--muted:#5a625c;--brand:#1f5b4a;--brand-strong:#174739;--soft:#e1ece5;--on-brand:#fffefb;--marigold:#e3a52c;--problem:#97341f}
@media(prefers-color-scheme:dark){:root{--paper:#131b1c;--surface:#1a2425;--sunken:#0f1617;--hairline:#2d3b3c;--edge:#7b8985;--ink:#ebece4;--muted:#a6b1ab;--brand:#63bd99;--brand-strong:#7fd0af;--soft:#1f3a33;--on-brand:#0d1a16;--marigold:#e8b34a;--problem:#f09a85}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.6 'Source Sans 3','Segoe UI',-apple-system,Roboto,'Helvetica Neue',Arial,sans-serif;-webkit-text-size-adjust:100%}
.mail{width:100%;height:44rem;border:1px solid var(--hairline);border-radius:8px}.below{margin-top:1rem}.near{margin-top:.5rem}
.page{max-width:40rem;margin:0 auto;padding:1.5rem 1rem 4rem}.page.wide{max-width:64rem}
.from{display:flex;gap:.75rem;align-items:center;margin:0 .25rem 1rem;font-weight:700;color:var(--brand)}.from img{flex:none;max-width:45%;height:auto;padding:.25rem;border-radius:6px;background:#fff}
main{background:var(--surface);border:1px solid var(--hairline);border-top:4px solid var(--marigold);border-radius:10px;padding:1.75rem 1.25rem}
@media(min-width:34rem){main{padding:2.25rem}}
main>:last-child{margin-bottom:0}
h1{margin:0 0 .75rem;font-size:1.75rem;line-height:1.2;letter-spacing:-.015em;text-wrap:balance}
h2{margin:2rem 0 .5rem;font-size:1.25rem;line-height:1.3}
p{margin:0 0 1rem;overflow-wrap:anywhere}
a{color:var(--brand)}
.muted{color:var(--muted)}small,.small{font-size:.9375rem;line-height:1.5}
.steps{margin:.5rem 0 1.25rem;padding:0;list-style:none;counter-reset:step}
.steps>li{position:relative;padding:.25rem 0 1rem 2.75rem;counter-increment:step}
.steps>li::before{content:counter(step);position:absolute;left:0;top:.2rem;width:2rem;height:2rem;border-radius:50%;background:var(--soft);color:var(--brand);font-weight:700;line-height:2rem;text-align:center}
.steps li>:last-child{margin-bottom:0}.steps ol{margin:.75rem 0 0;padding-left:1.5rem}.steps ol li{padding:.125rem 0}.steps ol p{margin:0}
dl{margin:.5rem 0 1rem;border-top:1px solid var(--hairline)}
dl>div{display:flex;flex-wrap:wrap;align-items:center;gap:0 1rem;padding:.5rem 0;border-bottom:1px solid var(--hairline);min-height:3rem}
dt{flex:0 0 7.5rem;color:var(--muted)}@media(max-width:28rem){dt{flex-basis:100%}}dd{display:flex;align-items:center;justify-content:space-between;gap:.75rem;flex:1 1 14rem;min-width:0;margin:0;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}dd>span{min-width:0}dd .copy{flex:none}
@media(max-width:28rem){body{font-size:1rem;line-height:1.5}.steps>li{padding-bottom:.625rem}dl>div:has(.copy:not([hidden])){display:grid;grid-template-columns:1fr auto;gap:0 .75rem;line-height:1.4}dl>div:has(.copy:not([hidden])) dd{display:contents}dd .copy{grid-area:1/2/3}}
form{margin:0}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-height:2.875rem;padding:.625rem 1.375rem;border:1px solid var(--brand);border-radius:8px;background:var(--brand);color:var(--on-brand);font:inherit;font-weight:700;line-height:1.25;text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:var(--brand-strong)}
.quiet{background:transparent;color:var(--ink);border-color:var(--edge)}.quiet:hover{background:var(--sunken)}
.copy{min-height:2.75rem;padding:.25rem .875rem;font-size:.9375rem;font-weight:600}
.copy[hidden]{display:none}
:focus-visible{outline:2px solid var(--brand);outline-offset:2px}
.buttons{display:flex;flex-wrap:wrap;gap:.75rem;align-items:flex-start}section>.buttons{margin-top:.5rem}
details{margin:0}details+:is(p,dl){margin-top:1rem}:is(main>form,.buttons,details)+details{margin-top:.75rem}details[open]{flex-basis:100%}.buttons>details{margin-top:0}
summary{display:inline-flex;align-items:center;min-height:2.875rem;padding:.5rem 1.125rem;border:1px solid var(--edge);border-radius:8px;font-weight:700;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}summary:hover{background:var(--sunken)}
details>div>dl{margin-top:0;border-top:0}
details>div{margin-top:.75rem;padding:1rem;border-radius:8px;background:var(--sunken)}details>div>:last-child{margin-bottom:0}details details>div{padding:0}
label{display:block;margin-bottom:.25rem;font-weight:700}
input[type=text],select{width:100%;min-height:2.875rem;margin-bottom:1rem;padding:.5rem .75rem;border:1px solid var(--edge);border-radius:8px;background:var(--surface);color:inherit;font:inherit}
fieldset{margin:0 0 1rem;padding:0;border:0}legend{padding:0;font-weight:700}
.choice{display:flex;gap:.75rem;align-items:center;min-height:2.875rem;margin:0;padding:.5rem 0;border-bottom:1px solid var(--hairline);font-weight:400;cursor:pointer}.choice span{min-width:0;overflow-wrap:anywhere}
input[type=radio],input[type=checkbox]{flex:none;width:1.25rem;height:1.25rem;margin:0;accent-color:var(--brand)}
.sheet{display:block;margin:0 0 1rem;border:1px solid var(--hairline);border-radius:4px;overflow:hidden;background:#fff}.sheet img{display:block;width:100%;height:auto}
.draw canvas{display:block;width:100%;max-width:600px;aspect-ratio:3;margin:.25rem 0 .5rem;border:1px solid var(--edge);border-radius:8px;background:#fff;touch-action:none}.draw p{margin:0}.draw button{margin-bottom:1rem}.draw[hidden]{display:none}
.papers{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin:0 0 1rem;padding:0;list-style:none}.papers a{display:inline-flex;align-items:center;min-height:2.75rem}
.rows{margin:.5rem 0 0;padding:0;border-top:1px solid var(--hairline);list-style:none}.rows li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;padding:.625rem 0;border-bottom:1px solid var(--hairline);font-variant-numeric:tabular-nums}.rows li>:last-child{flex-basis:100%;overflow-wrap:anywhere}.rows a{padding:.25rem 0}
pre.letter{margin:.5rem 0 1rem;padding:1rem;border:1px solid var(--hairline);border-radius:8px;background:var(--sunken);font:inherit;font-size:1rem;white-space:pre-wrap;overflow-wrap:anywhere}
.done{display:flex;gap:.75rem;align-items:flex-start;margin:0 0 1.25rem;padding:.875rem 1rem;border-radius:8px;background:var(--soft)}
.done svg{flex:none;width:1.5rem;height:1.5rem;margin-top:.1rem;color:var(--brand)}.done p{margin:0}
.problem{color:var(--problem);font-weight:600}
footer{margin:1.25rem .25rem 0;color:var(--muted);font-size:.9375rem}
table{width:100%;border-collapse:collapse}th,td{padding:.5rem;border-bottom:1px solid var(--hairline);text-align:left;vertical-align:top;overflow-wrap:anywhere}
@media(max-width:28rem){.page{padding:1rem .75rem}.from img{width:auto;max-height:3rem}main{padding:1.25rem 1rem}h2{margin-top:1.25rem}footer p{margin-bottom:.5rem}button,.button,summary{padding-inline:.875rem}.buttons{gap:.5rem}dl>div{padding:.25rem 0}}.secondary summary{min-height:2.75rem;padding-inline:.75rem;font-size:.9375rem;font-weight:600}@media(max-width:28rem){.secondary summary{padding-inline:.625rem;font-size:.875rem}}
@media print{body{background:#fff;color:#000}main{border:0}form,:not(.steps>li)>details,.copy{display:none}}
@supports selector(::details-content){@media print,(min-width:34rem){.steps summary{display:none}.steps details::details-content{display:block;content-visibility:visible}}}
`

const styleHash = createHash('sha256').update(style).digest('base64')

export type PlainPage = {
  readonly title: string
  readonly lang?: string
  readonly body: Html
  readonly status?: number
  readonly formsLeadTo?: readonly string[]
  /** Path of a script on this server; the page must work without it too. */
  readonly script?: string
  readonly framesShown?: boolean
  readonly published?: { readonly description: string; readonly address: string }
}

/** Sends a page that is neither cached nor framed. Unless published, it is not indexed and sends no referrer. */
export function sendPlainPage(reply: FastifyReply, page: PlainPage): FastifyReply {
  const { html: document } = html`<!doctype html>
<html lang="${page.lang ?? 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
${
  page.published
    ? html`<meta name="description" content="${page.published.description}">
<link rel="canonical" href="${page.published.address}">`
    : html`<meta name="robots" content="noindex, nofollow">`
}
<meta name="format-detection" content="telephone=no">
<title>${page.title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${{ html: style }}</style>
${page.script ? html`<script src="${page.script}" defer></script>` : null}
</head>
<body>
${page.body}
</body>
</html>
`
  if (!page.published) reply.header('x-robots-tag', 'noindex, nofollow')
  return reply
    .code(page.status ?? 200)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('content-security-policy', policyFor(page))
    .type('text/html; charset=utf-8')
    .send(document)
}

function policyFor({ formsLeadTo = [], script, framesShown }: PlainPage): string {
  const forms = ["'self'", ...formsLeadTo].join(' ')
  const scripts = script ? "'self'" : "'none'"
  return (
    `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self' data:; script-src ${scripts}; ` +
    `frame-src ${framesShown ? "'self'" : "'none'"}; ` +
    `form-action ${forms}; base-uri 'none'; frame-ancestors 'none'`
  )
}
