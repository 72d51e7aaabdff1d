import { headerWords } from './headers.ts'
import { parseMoney } from './money.ts'
import { noteHeader, otherRowReader } from './other-rows.ts'
import type { AttentionKind, Row, Table } from './table.ts'

type StateColumn = { at: number; kinds: ReadonlyMap<string, AttentionKind | null> }

/** `Status`, `Stage`, `Gift Type`, but not the status of an address, a plan, or a matching gift. */
const stateHeader =
  /\b(status|statut|estatus|zahlungsstatus|spendenstatus|etat|stage|state|result|outcome|type|gift type|record type|reason|disposition|kind|category)\b|^(record|row|line)$|^estado( (del? )?(la )?(pago|donacion|donativo|transaccion))?$/
const otherHeader =
  /\b(address|recurring|recurrence|subscription|plan|card|payment type|payment method|tender|source|dedication|tribute|matching|match|employer|email|phone|mailing|billing|shipping|donor type|constituent|campaign|form|program|fund|acknowledg\w*|receipt|tax|fulfil\w*|decline reason|refund reason|payout|deposit|entity|device|location|country|province)\b/
const strongHeader = /\b(status|statut|estatus|zahlungsstatus|spendenstatus|etat|stage)\b|^estado\b/

/** Words are French, Spanish, and German, without accents. */
const vocabularyAbroad: [RegExp, AttentionKind | null][] = [
  [
    /^(partiellement rembourse[e]?|parcialmente reembolsad[oa]|reembolso parcial|teilweise erstattet|teilerstattet)$/,
    'payment_part_refunded',
  ],
  [
    /^(rembourse[e]?|remboursement|reembolsad[oa]|reembolso|devuelt[oa]|devolucion|(zu)?ruckerstattet|erstattet|ruckerstattung|rucklastschrift|ruckbuchung|zuruckgebucht)$/,
    'payment_refunded',
  ],
  [
    /^(en attente( de paiement)?|en cours( de traitement)?|impaye[e]?|a payer|pendiente( de pago)?|en proceso|en espera|sin pagar|no pagad[oa]|programad[oa]|ausstehend|offen|in bearbeitung|unbezahlt|nicht bezahlt|geplant|vorgemerkt)$/,
    'payment_pending',
  ],
  [
    /^(echoue[e]?|echec|refuse[e]?|rejete[e]?|annule[e]?|expire[e]?|fallid[oa]|fallo|error|rechazad[oa]|cancelad[oa]|anulad[oa]|vencid[oa]|denegad[oa]|fehlgeschlagen|abgelehnt|storniert|storno|abgebrochen|gescheitert|abgelaufen|ungultig)$/,
    'payment_failed',
  ],
  [/^(promesse( de don)?|promesa( de donacion)?|spendenzusage|zusage)$/, 'pledge'],
  [
    /^(reussi[e]?|succes|paye[e]?|complete[e]?|termine[e]?|effectue[e]?|encaisse[e]?|recu[e]?|accepte[e]?|approuve[e]?|confirme[e]?|valide[e]?|pagad[oa]|completad[oa]|complet[oa]|exitos[oa]|exito|aprobad[oa]|recibid[oa]|cobrad[oa]|aceptad[oa]|confirmad[oa]|bezahlt|gezahlt|erfolgreich|abgeschlossen|eingegangen|gebucht|verbucht|erhalten|erledigt|bestatigt)$/,
    null,
  ],
]

const vocabulary: [RegExp, AttentionKind | null][] = [
  [/^(partial(ly)?[ -]?refund(ed)?|refunded partial(ly)?|part[ -]refunded)$/, 'payment_part_refunded'],
  [
    /^(fully )?(refund(ed)?|payment refund|reversed|reversal|charge ?back|charged back|returned|clawed back|credited back|(dispute|disputed|lost dispute|charge ?back)( ?-? ?lost)?)$/,
    'payment_refunded',
  ],
  [
    /^(pending|deferred|in progress|in transit|pre[ -]?authori[sz]ed|processing|in process|on hold|held|hold|open|scheduled|awaiting( payment| funds| approval)?|unpaid|not paid|uncleared|authori[sz]ed|abandoned|pledged|promised|submitted for settlement|requires .*|under review|created|draft|initiated|queued|future|upcoming|expected|invoiced|prospecting|proposal|qualification|outstanding|retrying|past due|overdue|incomplete payment)$/,
    'payment_pending',
  ],
  [
    /^(fail(ed|ure|ing)?|declined|denied|void(ed)?|cancel(l)?ed|cancellation|error|rejected|expired|closed lost|lost|blocked|bounced|nsf|incomplete|uncaptured|revoked|unsuccessful|written off|write[ -]?off|withdrawn|terminated|deleted)$/,
    'payment_failed',
  ],
  [/^(soft credit|softcredit|soft|tribute soft credit|recognition( credit)?)$/, 'soft_credit'],
  [
    /^(pledge|pledges|recurring gift|recurring donation|recurring donation pledge|recurring pledge|recurring (plan|schedule|profile)|planned gift|bequest intention|intention|mg pledge|matching gift pledge|verbal pledge|written pledge)$/,
    'pledge',
  ],
  [
    /^(mg[ -]pay.*|matching[ -]gift( pay.*| payment)?|match|matching|matched gift|match payment|company match|corporate match|employer match(ing)?|employer matching gift)$/,
    'company_match',
  ],
  [
    /^(paid|complete(d)?|succe(ss(ful)?|ed(ed)?)|settled|posted|closed won|received|cleared|captured|approved|processed|renewal|won|ok|good|active|issued|settle|settlement|recorded|reconciled|deposited|collected|accepted|fulfilled|transferred|paid out|cash|((personal|business|cashiers?) )?(check|cheque)|credit card|donation|gift|one[ -]?time|installment|recurring|pledge ?payment|recurring ?(donation )?payment|recurring gift pay.*|hard( credit)?|user donation|payment|charge|sale|stock( property)?( \(sold\))?|property|in[ -]?kind|gift[ -]in[ -]kind|other|pay.*)$/,
    null,
  ],
]

/** Undefined for an unknown text. */
const kindOfState = (text: string): AttentionKind | null | undefined =>
  [...vocabulary, ...vocabularyAbroad].find(([pattern]) => pattern.test(text))?.[1]

export const stateKey = (cell: string) =>
  cell
    .trim()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([\p{Ll}])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[_\s/]+/g, ' ')

export function paymentColumns(table: Table): StateColumn[] {
  const columns: StateColumn[] = []
  table.originalHeaders.forEach((original, at) => {
    const words = headerWords(original)
    if (!stateHeader.test(words) || otherHeader.test(words)) return
    const texts = new Set<string>()
    let filled = 0
    for (const row of table.rows) {
      const key = stateKey(row.cells[at] ?? '')
      if (key === '') continue
      filled++
      texts.add(key)
      if (texts.size > 40) return
    }
    if (filled === 0) return
    const kinds = letterCodes(words, texts) ?? wordKinds(texts, strongHeader.test(words))
    const known = [...kinds.values()].filter((kind) => kind !== undefined).length
    // Without "of the payment", "Estado" may be a state of Mexico.
    const isState =
      strongHeader.test(words) && words !== 'estado'
        ? known > 0
        : [...kinds.values()].some((kind) => kind) || known === texts.size
    if (isState && known >= texts.size * 0.3) columns.push({ at, kinds })
  })
  return columns
}

/** "ACH Pending", "NSF - Returned", "Refunded (Full)": the worst part counts if no money came or stayed. */
function kindOfParts(text: string): AttentionKind | undefined {
  let worst: AttentionKind | null = null
  for (const part of text.split(/ - |[–—:(),;]+ ?/)) {
    const kind = kindOfState(part.trim()) ?? kindOfState(part.trim().replace(undoneSubject, ''))
    if (kind === 'payment_pending' || kind === 'payment_failed' || kind === 'payment_refunded')
      worst = worse(worst, kind)
  }
  return worst ?? undefined
}

function wordKinds(texts: ReadonlySet<string>, isStatus: boolean): Map<string, AttentionKind | null> {
  const kinds = new Map<string, AttentionKind | null>()
  for (const text of texts) {
    const whole = kindOfState(text)
    const kind = whole === undefined && isStatus ? kindOfParts(text) : whole
    if (kind !== undefined) kinds.set(text, kind)
  }
  // "Recurring Gift" is a pledge only if its payments are separate rows.
  for (const [text, kind] of kinds) {
    if (
      kind === 'pledge' &&
      /^recurring (?!plan|schedule|profile)/.test(text) &&
      ![...texts].some((other) => other !== text && other.startsWith(text))
    )
      kinds.set(text, null)
  }
  return kinds
}

/** DonorPerfect and similar: G is a gift, P a pledge, S a soft credit, M a company's matching gift. */
function letterCodes(words: string, texts: ReadonlySet<string>): Map<string, AttentionKind | null> | null {
  if (!/\brecord type\b/.test(words) || [...texts].some((text) => text.length !== 1)) return null
  const codes: Record<string, AttentionKind> = { p: 'pledge', s: 'soft_credit', m: 'company_match' }
  return new Map([...texts].map((text) => [text, codes[text] ?? null]))
}

/** "Paid?" on a sign-up sheet, and "Have you already paid?" on a form. */
const paidHeader =
  /^(has |have you |is it |already )*(paid|payment (received|made|sent)|collected|money received)( (yet|already|in full|y n|yes number|y number))?$|^(ya )?(pago|pagad[oa])$|^(deja )?paye$|^(schon |bereits )?bezahlt$/
const unpaid = /^(no|n|false|0|not (yet|paid)|unpaid|pending|will|later|non|nein|pas encore|todavia no)\b/i

/** In a note about the gift. */
const unpaidNote =
  /\biou\b|\b(has|have)(n['’]?t| not) (yet )?(paid|sent)\b|\bnot (yet )?paid\b|\b(still )?owes\b|\bpayment (has )?not (yet )?(received|arrived)\b|\bcheck (bounced|returned)\b/i

/** Free texts, and methods such as "Lastschrift storniert". */
const freeHeader =
  /\b(payment (type|method|mode)|method|tender|type|notes?|comments?|remarks?|memo|description|details|zahlungs(art|weise|methode)|bemerkung(en)?|notiz(en)?|kommentare?|moyen de paiement|mode de paiement|remarques?|commentaires?|(forma|metodo|medio) de pago|notas?|comentarios?|observaciones)\b/
const undoneWord =
  /refund|charge ?back|charged back|revers|\bvoid|cancel|returned|claw|storn|ruck|rembours|annul|reembols|devuelt|devoluc|anulad/
/** The payments of a canceled plan may still be gifts. */
const otherUndone =
  /\b(recurring|monthly|subscription|plan|pledge|match\w*|employer|event|tickets?|trip|membership|order|abo|not|no|never|nicht|kein\w*|pas|sin)\b/
const undoneSubject =
  /^((sepa|bank|credit card|card|check|cheque|ach|eft|payment|gift|donation|transaction|full|fully|lastschrift|zahlung|spende|domiciliacion|transferencia|tarjeta|recibo|cargo|virement|carte|cheque|prelevement|paiement|don|pago|donacion|donativo|was|wurde|ha sido) )+/
const undoneEnd =
  /( (in full|to (the )?donor|issued|processed|by (donor|bank|the bank)|on [\d/.-]+|am [\d.]+|[\d/.-]+))+$/

/** Banks and bookkeepers write more than a state. */
const undoneText =
  /\b(ach|check|cheque|payment|debit|echeck) (was )?return(s|ed)?\b|\b(check|cheque|payment)[ (]*(was )?bounced\b|^bounced\b|\bnsf\b|\b(non ?sufficient|insufficient) funds\b|\bstop(ped)? payment\b|\b(disputed|reversed) (the |this |a )?(charge|payment|donation|gift)\b|\b(charge|payment|donation|gift) (was |is )?(disputed|reversed)\b|\b(zuruckgegeben|geplatzt|impagad[oa]|sans provision)\b/

/** "PayPal - Refunded", "Refunded, gave twice by mistake". */
function undoneKind(cell: string): AttentionKind | null {
  const text = stateKey(cell.slice(0, 200).replace(/[–—/]/g, '-'))
  if (otherUndone.test(text)) return null
  if (undoneText.test(text)) return 'payment_failed'
  if (!undoneWord.test(text)) return null
  let kind: AttentionKind | null = null
  for (const part of text.split(/ ?[-:(),;.!]+(?!\d) ?/)) {
    const state = part.replace(undoneSubject, '').replace(undoneEnd, '')
    if (undoneWord.test(state)) kind = worse(kind, kindOfState(part) ?? kindOfState(state) ?? null)
  }
  return kind
}

const descriptionHeader = /^((gift|donation|transaction|payment) )?(description|memo)$/
const matchPayment =
  /\b(match(ing|ed)? (gift|payment|donation|contribution|grant)s?|(employer|employee|company|corporate) match(ing)?)\b/i
/** A donor asks for a match, or gives during a campaign. */
const matchRequest =
  /\b(eligible|will|requests?|requested|submit\w*|please|form|challenge|campaign|yes|pending|can|my)\b/i

export type StateOfRow = {
  readonly kind: AttentionKind | null
  /** Less than the amount, and 0 if nothing or everything was refunded, or the amount is unknown. */
  readonly refundedCents: number
}

export function stateReader(table: Table, amountAt: number | null): (row: Row, cents: number) => StateOfRow {
  const states = paymentColumns(table)
  const words = table.originalHeaders.map(headerWords)
  const isRefundTotal = (text: string) =>
    /\brefund(ed|s)?\b/.test(text) && !/\b(converted|fee|fees|reason|status|id|date|tax)\b/.test(text)
  const refundAmounts = words.flatMap((text, at) => (isRefundTotal(text) && at !== amountAt ? [at] : []))
  const refundMarks = words.flatMap((text, at) =>
    /\brefund(ed)? (id|date|at|on|number)\b|\bdate refunded\b/.test(text) ? [at] : [],
  )
  const flags = words.flatMap((text, at) =>
    /^((transaction|payment|donation|gift|charge) )?(is |was )?(refunded|soft credit|voided|failed|deleted|pledge)$/.test(
      text,
    )
      ? [{ at, text }]
      : [],
  )
  const descriptions = words.flatMap((text, at) => (descriptionHeader.test(text) ? [at] : []))
  /** "Amount Paid" next to "Pledge Amount". */
  const isPaidAmount = isPaidPart(words, amountAt ?? -1)
  const paid = words.flatMap((text, at) =>
    paidHeader.test(text) && at !== amountAt && table.rows.every(({ cells }) => !isMoney(cells[at] ?? '')) ? [at] : [],
  )
  const captures = words.flatMap((text, at) => (/^((is|payment|charge) )?captured$/.test(text) ? [at] : []))
  const notes = words.flatMap((text, at) => (noteHeader.test(text) ? [at] : []))
  const freeTexts = words.flatMap((text, at) => (freeHeader.test(text) && at !== amountAt ? [at] : []))
  const otherOf = otherRowReader(table)
  return (row, cents) => {
    const cell = (at: number) => row.cells[at]?.trim() ?? ''
    const refunded = Math.max(0, ...refundAmounts.map((at) => centsIn(cell(at))))
    const isPart = refunded > 0 && refunded < cents
    let kind: AttentionKind | null = otherOf(row)
    for (const { at, kinds } of states) kind = worse(kind, kinds.get(stateKey(cell(at))) ?? null)
    if (kind === 'pledge' && isPaidAmount) kind = null
    const isMatch = descriptions.some((at) => matchPayment.test(cell(at)) && !matchRequest.test(cell(at)))
    if (isMatch) kind = worse(kind, 'company_match')
    if (paid.some((at) => unpaid.test(cell(at))) || notes.some((at) => unpaidNote.test(cell(at).slice(0, 200))))
      kind = worse(kind, 'payment_pending')
    if (captures.some((at) => /^(no|false|n|0)$/i.test(cell(at)))) kind = worse(kind, 'payment_pending')
    for (const at of freeTexts) kind = worse(kind, undoneKind(cell(at)))
    if (refunded > 0) kind = worse(kind, isPart ? 'payment_part_refunded' : 'payment_refunded')
    if (!isPart && refundMarks.some((at) => cell(at) !== '' && !/^(0|no|false|n\/a|-)$/i.test(cell(at))))
      kind = worse(kind, 'payment_refunded')
    for (const { at, text } of flags) if (/^(yes|true|y|1|x)$/i.test(cell(at))) kind = worse(kind, flagKind(text))
    return { kind, refundedCents: isPart ? refunded : 0 }
  }
}

/** Returns whether the amount is what was paid of a pledge, because the promised amount has another column. */
export const isPaidPart = (words: readonly string[], amountAt: number): boolean =>
  /\b(paid|received|collected)\b/.test(words[amountAt] ?? '') &&
  words.some((text) => /\b(pledged?|installment|promised) amount\b|\bamount pledged\b/.test(text))

const flagKind = (text: string): AttentionKind =>
  text.includes('refunded')
    ? 'payment_refunded'
    : text.includes('soft')
      ? 'soft_credit'
      : text.includes('pledge')
        ? 'pledge'
        : 'payment_failed'

const isMoney = (text: string): boolean => /\d/.test(text) && !/^[01]$/.test(text.trim()) && parseMoney(text) !== null

const centsIn = (text: string): number => Math.abs((/\d/.test(text) ? parseMoney(text) : null)?.cents ?? 0)

const severity: AttentionKind[] = [
  'payment_part_refunded',
  'company_match',
  'soft_credit',
  'pledge',
  'payment_pending',
  'payment_refunded',
  'payment_failed',
  'organization_gift',
  'no_person',
  'goods',
  'money_out',
  'test_payment',
]

export const worse = (a: AttentionKind | null, b: AttentionKind | null) =>
  a === null ? b : b === null || severity.indexOf(a) >= severity.indexOf(b) ? a : b
