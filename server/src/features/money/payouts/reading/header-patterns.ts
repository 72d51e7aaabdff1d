import type { ColumnRole, HeaderPattern } from './column-roles.ts'
import { frenchHeaderPatterns } from './french-columns.ts'
import { germanHeaderPatterns } from './german-columns.ts'
import { spanishHeaderPatterns } from './spanish-columns.ts'

const englishHeaderPatterns: readonly HeaderPattern[] = [
  {
    role: 'expected_match',
    pattern:
      /\b(potential|possible|projected|estimated?|est|expected|anticipated|eligible|available|maximum|matchable|future|pending|unpaid|outstanding|requested?|pledged?|promised|committed|submitted)\b.{0,20}\bmatch(ing|ed|es)?\b|\bmatch(ing|ed|es)?\b.{0,20}\b(potential|projected|estimated?|expected|anticipated|eligible|available|pending|unpaid|outstanding|due|owed|requested?|pledged?|promised|committed|submitted)\b/,
  },
  {
    role: 'replaced_by',
    pattern: /^(reissued?|replacement|replaced by|resent) (payment|check|cheque)?( as)? ?number$/,
  },
  {
    role: 'currency',
    pattern: /^(currency|ccy|(payment|payout|settlement|donation|gift|transaction) currency)( code)?$/,
  },
  {
    role: 'status',
    pattern:
      /^(((payment|payout|grant|disbursement|distribution|remittance|settlement|deposit|transfer|funding|check|cheque|eft|ach|wire|processing|transaction|donation|gift|contribution) )?status|(payment|payout|disbursement|settlement|transfer) state)( name| description)?$/,
  },
  {
    role: 'request_status',
    pattern: /^(match(ing)?( gift)?|request|claim|grant request|match request|approval) status$/,
  },
  {
    role: 'paid_on',
    pattern:
      /^(payments?|payout|disbursement|distribution|deposit|settlement|remittance|check|cheque|eft|ach|wire|paid|sent|issued|cleared|deposited|disbursed|distributed|settled|remitted|transferred)$/,
    cells: 'dates',
  },
  {
    role: 'given_on',
    pattern: /^((employee|donor|original) )?(gift|donation|contribution|pledge|gave|given|gifted|donated|contributed)$/,
    cells: 'dates',
  },
  {
    role: 'paid_on',
    pattern:
      /^((disbursement|distribution|payout|payment|check|cheque|deposit|settlement|bank|remittance|paid|eft|ach|wire|transfer|funding)( status)? date|(check|cheque) (or )?(eft|ach) date|effective( entry)? date|date (of )?(paid|sent|issued|cleared|deposited|disbursed|payment|disbursement|distribution|payout|transfer)|(paid( out)?|sent|issued|cleared|settled|deposited|disbursed|distributed|transferred|remitted) (on|at|date)|settlement settled at)$/,
  },
  {
    role: 'payout_id',
    pattern:
      /^((disbursement|distribution|remittance|voucher|payout|deposit|settlement|check|cheque|eft|ach|payment|statement|batch)( (id|number|ref|reference|code|batch))?|(wire|transfer|funding|grant payment) (id|number|ref|reference|code)|(check|cheque) (or )?(eft|ach) number|utr( ref(erence)?)?( number)?|trace number|settlement deposit id)$/,
  },
  {
    role: 'payer',
    pattern:
      /^(payer|payor|((payment|check|disbursement|received|funds?) )?from|(paid|sent|issued|remitted|funded|donated) by|remitter|originator|issuer|funder|processing partner name|grantor)( name)?$/,
  },
  { role: 'platform', pattern: /^(partner|platform)( name)?$/ },
  {
    role: 'company',
    pattern:
      /^(company|employer|corporation|corporate|(corporate )?client( name)?|donor (company|employer)|business|foundation|(corporate|matching|sponsor|participating) (partner|company|employer|sponsor)|corporate match company|match(ed|ing) by)( name)?$/,
  },
  { role: 'project', pattern: /^(project|chapter|project name|chapter name|beneficiary|charity name|nonprofit name)$/ },
  { role: 'on_behalf_of', pattern: /^on behalf of$/ },
  { role: 'recognition', pattern: /^(alternate )?recognition name$/ },
  {
    role: 'employee_first',
    pattern:
      /^(employee|associate|participant|colleague|team member|staff member|(match(ed|ing)|original|underlying) (donor|employee)) (first|given)( name)?$/,
  },
  {
    role: 'employee_last',
    pattern:
      /^(employee|associate|participant|colleague|team member|staff member|(match(ed|ing)|original|underlying) (donor|employee)) (last( name)?|surname|family name)$/,
  },
  {
    role: 'employee_email',
    pattern:
      /^(employee|associate|participant|colleague|team member|staff member|(match(ed|ing)|original|underlying) (donor|employee)) email( address| id)?$/,
  },
  {
    role: 'employee_name',
    pattern:
      /^(employee|associate|participant|colleague|team member|staff member|(match(ed|ing)|original|underlying) (donor|employee))( full)?( name)?$/,
  },
  {
    role: 'donor_first',
    pattern: /^((donor|giver|supporter|attribution primary donor) )?(first|given) name$|^donor first$/,
  },
  {
    role: 'donor_last',
    pattern: /^((donor|giver|supporter|attribution primary donor) )?(last name|surname|family name)$|^donor last$/,
  },
  {
    role: 'email',
    pattern: /^((donor|giver|supporter|contributor|attribution primary donor|work) )?email( address| id)?$/,
  },
  {
    role: 'donor_name',
    pattern:
      /^((donor|giver|supporter|contributor|for)( full)?( name)?|((match(ing)? )?for|in match of) (employee|donor|associate)( name)?|(company|employer) (and |or )?(employee|donor|associate)( name)?|(full )?name|attribution primary donor full name)$/,
  },
  { role: 'donor_type', pattern: /^(donor|giver|contributor) type$/ },
  {
    role: 'unread',
    pattern: /^(address|street|city|state|state province|province|postal code|zip|zip code|country|phone)( .{1,20})?$/,
  },
  { role: 'balance', pattern: /^(remaining |open )?balance( due| remaining)?$/, cells: 'money' },
  {
    role: 'unread',
    pattern: /\b(percent|percentage|rate|cap|limit|maximum|remaining|ytd|to date|cumulative|lifetime)\b/,
  },
  { role: 'gift', pattern: /^(pay |payroll )?deduction amount$/, cells: 'money' },
  {
    role: 'fee',
    pattern: /\b(fee|fees|cost|costs|administration|deduction|deductions|charge|charges|shrinkage)\b|^less\b/,
    cells: 'money',
  },
  { role: 'net', pattern: /\bnet\b/, cells: 'money' },
  {
    role: 'gift',
    pattern:
      /(^total donation to be acknowledged$|^individual gift amount$|^(pledge )?(gift|donation|contribution) amount received$|^(payroll|employee) (deduction|contribution|donation)( amount)?$)/,
    cells: 'money',
  },
  { role: 'approved', pattern: /\bapproved( match(ing)?( gift)?)?( amount)?$/, cells: 'money' },
  {
    role: 'match',
    pattern:
      /^((gross |total )?((company|corporate|employer|sponsor) )?match(ing|ed)?( (gift|contribution|donation|funds|grant))?( amount| amt)?( paid| payment| received| disbursed| distributed)?|(we|they) match(ed)?|(company|corporate|employer|sponsor) (contribution|donation|gift|grant|share|portion)( amount| amt)?( paid)?)$/,
    cells: 'money',
  },
  { role: 'gross', pattern: /^(gross( .{1,20})?|amount gross)$/, cells: 'money' },
  {
    role: 'paid',
    pattern:
      /^(amount (received|paid|disbursed|distributed|deposited|remitted|transferred|sent)|(amount )?(this|current) (payment|disbursement|distribution)( amount)?|paid( .{1,20})?|payment amount|total paid)$/,
    cells: 'money',
  },
  {
    role: 'stated_gift',
    pattern:
      /^(((employee|donor|original|eligible|associate) )?((gift|donation|contribution)( amount| amt| value)?|transaction amount)|((employee|donor|associate|they|who) )?(gave|given|gifted|donated|contributed)|amount (given|donated|of (the )?(gift|donation|contribution))|(given|donated) amount)$/,
    cells: 'money',
  },
  { role: 'paid', pattern: /^(amount|total|total amount|payment|grant amount)$/, cells: 'money' },
  {
    role: 'given_on',
    pattern:
      /^(((employee|donor|original) )?(gift|donation|pledge|contribution|transaction|match|given|donated|created|entry|grant)? ?(date|dt|on|at)|date( created| given| donated| of (gift|donation|contribution|pledge))?|(gift|donation|contribution) (received|created|made|given)( (at|on|date))?)$/,
  },
  {
    role: 'line_id',
    pattern:
      /^((transaction|donation|request|gift|match|pledge|contribution|grant|claim|submission|application)? ?(id|number)|(transaction|donation|gift) reference|matching gift (id|number))$/,
  },
  {
    role: 'kind',
    pattern:
      /^(reason|source|type|(source|origin|type) of funds|fund(s|ing)? source|(contribution|transaction|donation|gift|payment|match|grant|request|record|program) (type|source)|contribution|donation|gift)$/,
  },
]

export const headerPatterns = [
  ...englishHeaderPatterns,
  ...frenchHeaderPatterns,
  ...spanishHeaderPatterns,
  ...germanHeaderPatterns,
]

/** The role that a header has whatever its cells are. */
export const roleOfHeader = (words: string): ColumnRole | undefined =>
  headerPatterns.find(({ pattern, cells }) => cells === undefined && pattern.test(words))?.role

/** Applies if no column has that role. A money role requires exactly one fitting column. */
export const fallbacks: readonly HeaderPattern[] = [
  {
    role: 'match',
    pattern:
      /\b(match(ed|ing|es)?|company|corporate|employer|sponsor|contrepartie|jumele\w*|jumelage|l ?employeur|igualacion|contrapartida|empleador|\w*zuschuss)\b/,
    cells: 'money',
  },
  { role: 'paid_on', pattern: /^(received date|date received|received (on|at))$/ },
  {
    role: 'donor_name',
    pattern: /^(((opportunity|donor) )?primary contact( name)?|who|recommended by|advisor( name)?|addressee( name)?)$/,
  },
  { role: 'donor_name', pattern: /^((giving )?account|fund|giving fund|account holder)( name)?$/ },
  { role: 'line_id', pattern: /^confirmation (number|code|id)$/ },
]

/** These count or number companies and matches, and are never money. */
export const nonMoneyHeaderPattern =
  /\b(ids?|no|numbers?|num|code|ein|tax|vat|zip|postal|phone|fax|ref|reference|year|count|employees|hours|ratio|factor|multiple|multiplier)\b/

export const matchHeaderPatterns = headerPatterns.filter(({ role }) => role === 'match')
