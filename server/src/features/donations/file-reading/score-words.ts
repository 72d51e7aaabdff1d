import type { FieldTarget } from '@twofold/contract'
import { lexicon, type Rule } from './lexicon.ts'

export const otherPeople =
  /\b(fundraiser|fundraising|staff|dedication|honou?ree?|honor|tribute|memorial|memory|recipient|partner|solicitor|owner|cashier|spouse|team|to|notification|notify|acknowledgee|ecard|merchant|seller|agent|manager|device|campaign|event|form|page|fund|appeal|appeals|guest|referrer|referral|bank|file|payout|managed|user|login|assigned|relationship|child|student|teacher|grade|ticket holder|organizer|organiser|advocate|peer|participant team|beneficiary|middle|maiden|nick|file|former|previous)\b/

const employerDetail =
  /\bemployers?\b.*\b(address|street|city|state|zip|postal|country|email|phone|id|ein|url|website|status|match(ed|es)?$|contact|policy|amount)\b/
const lessLikelyHeader =
  /\b(shipping|secondary|alternate|alternative|other|work|business|seasonal|delivery|second|2|3)\b/

/** Penalties apply next to matching words. 0 excludes the target. */
export const scorePenalties: Partial<Record<FieldTarget, readonly Rule[]>> = {
  amount: [
    [
      /\b(fees?|fee covered|refunded|refunds?|tips?|tax|taxes|discounts?|match|matched|matching|fair market|fmv|deductible|goal|balance|handling|insurance|cost|deposit|benefits?|advantage|boost|ytd|lifetime|largest|count|number|id|type|date|name|code|soft|gift card|outstanding|payout|disbursed|remaining|raised|target|status|currency|range|level|employer|ticket|tickets|quantity|unattributed|charges?$|rate|percentage|symbol|description|note|notes|comment|comments|email|declined|covered|frequency|method|designation|identifier|reference|anonymous|kind|subtype|category|page|form|campaign)\b/,
      0,
    ],
    [
      /\b(monthly|weekly|recurring|annual|pledged?|scheduled|installments?|expected|converted|eligible|shipping|extra|additional|processing|include)\b/,
      0.3,
    ],
  ],
  transaction_id: [
    [
      /\b(donor|constituent|cn|customer|campaign|form|page|fundraiser|fundraising|payouts?|deposit|disbursement|team|plan|recurring|recurrence|user|account|supporter|staff|recipient|partner|refund|recovery|existing|tax receipt|tax|batch|fund|parent|organization|company|employer|event|appeal|contact|household|card|designation|gov|passport|level|series|subscription|pledge|check|cheque|phone|billed|status|form|tribute|project|product|item id|device|location|order reference|fiscal|gl|ein|zip|routing|related|linked|campaigns|of|member|profile|session|invoice|mailing|package|address|tickets?|last|bank|serial|employees?)\b/,
      0,
    ],
    [/\b(payment processor|processor|gateway|capture|stripe|pay pal|paypal|invoice|external|import|intent)\b/, 0.75],
  ],
  donated_at: [
    [
      /\b(payouts?|deposit|disbursement|refund|refunded|recovery|expir\w*|exp|starts?|started|end|ends|ended|next|first|last|birth|birthday|dob|modified|updated|update|acknowledge\w*|thanked|thank|due|schedule\w*|check|cheque|rollover|recurring|join\w*|receipt|pledge|event|estimated|available|cancel\w*|transferred|transfer|anniversary|verified|approved|sent|printed|account|member|passport|campaign|zone|timezone|fiscal|year|month|quarter|settings?|by|type|status|reminder|employment|hire|eligible|tribute|form|email|name)\b/,
      0,
    ],
    [/\b(time|posted|post|settled|settlement|submitted|entered|entry|processed|process|system)\b/, 0.9],
  ],
  'donor.name': [
    [
      /\b(first|last|given|family name|family id|sur|company|organization|business|corporate|campaign|fund|form|page|team|staff|device|event|fundraiser|item|appeal|product|project|discount|employer|opportunity|user|nick|bank|file|merchant|partner|designation|title|option|field|label|custom|program|category|account holder bank|city|country|state|package|(?<!pay(ee|er|or) )source|brand|type|id|email|phone|level|plan|location|code|method|number|prefix|suffix|date|comments?|notes?|anonymous|message|amount|covered|address)\b/,
      0,
    ],
  ],
  'donor.email': [
    [
      /\b(opt|subscribed|subscribe|status|type|consent|sent|list|opened|receipt sent|permission|marketing|preference|id|date|verified|valid|updates|newsletter|template)\b/,
      0,
    ],
  ],
  'donor.phone': [[/\b(fax|type|extension|ext|opt|consent|id|country|code|text|sms|card|carrier)\b/, 0]],
  'company.name': [
    [
      /\b(id|ein|email|phone|address|street|city|state|zip|postal|country|status|url|website|amount|type|industry|code|match policy|eligible|size|date|position|title|branch|contact(?! (company|employer)))\b/,
      0,
    ],
    [/\b(donating|giving|sponsor|donor type|is|merchant|card|vendor)\b/, 0.5],
    // "Does your employer match gifts?" is answered by yes or no
    [/^(does|do|has|have|will|would|can|could|did)\b(?!.*\b(who|which|what|name)\b)/, 0.5],
  ],
  'address.street': [
    [
      /\b(email|ip|web|url|status|type|id|verified|block|2|two|3|three|city|state|zip|postal|country|name|updated|valid|date|county)\b/,
      0,
    ],
  ],
  'address.street2': [[/\b(email|id|type)\b/, 0]],
  'address.city': [[/\b(id|capacity|code|birth)\b/, 0]],
  'address.state': [[/\b(status|payment|transaction|id|gift|donation)\b/, 0]],
  'address.country': [[/\b(phone|bank|card issuer|ip|issuing|currency|id)\b/, 0]],
  'address.zip': [[/\b(id|ext|four|4|plus)\b/, 0.3]],
  organization_name: [
    [/\b(company|business|primary|employer|account|type|id|code|remote|email|date|status|committee|category)\b/, 0],
  ],
}

const personalTargets: ReadonlySet<FieldTarget> = new Set([
  'donor.name',
  'donor.first_name',
  'donor.last_name',
  'donor.email',
  'donor.phone',
  'donor.language',
  'address.street',
  'address.street2',
  'address.city',
  'address.state',
  'address.zip',
  'address.country',
])

/** `Donor 1 First Name` next to `Donor 2 First Name`: the first person is the donor. */
const firstOfTwo = /\b(donor|contact|constituent|supporter|person|parent|adult|guardian) 1(?= )/

/** Scores how strongly a header's words indicate a target, from 0 to 1. */
export function scoreWords(header: string, target: FieldTarget): number {
  const words = header.replace(firstOfTwo, '$1')
  const rule = lexicon[target].find(([pattern]) => pattern.test(words))
  if (!rule) return 0
  let score = rule[1]
  for (const [pattern, factor] of scorePenalties[target] ?? []) {
    if (pattern.test(words)) score *= factor
  }
  if (personalTargets.has(target)) {
    if (otherPeople.test(words) || employerDetail.test(words) || /\bemployers?\b/.test(words)) return 0
    if (lessLikelyHeader.test(words) && target !== 'address.street2') score *= 0.7
  }
  if (
    target === 'company.name' &&
    otherPeople.test(words.replace(/\b(to|match(ing)?|memory|form|campaign|fund|page)\b/g, ''))
  )
    return 0
  return score
}
