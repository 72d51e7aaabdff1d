import { normalizeName } from '../employers/company-names.ts'
import type { GiftKind } from '../shared/gift-kinds.ts'
import { isOrganizationName } from './donor-names.ts'

/** Words of a row that indicate the kind of a gift. Source tools use different columns. */

export type GiftWords = {
  /** Columns such as "Gift Type", "Payment Type", or "Kind" have it. */
  readonly kind?: string | null | undefined
  readonly paymentMethod?: string | null | undefined
  readonly giver?: string | null | undefined
}

/** The first match wins, from specific to general. "Stock gift to the auction" is an auction gift. */
const kindPatterns: readonly (readonly [GiftKind, RegExp])[] = [
  ['money', /^money$/i],
  ['organization', /^organization('s|’s)?( gift)?$/i],
  ['deceased', /^(estate( gift)?|deceased|estate or deceased donor)$/i],
  [
    'employer_match',
    /\b(mg|matching|match(ed)?|employer|corporate|company)[ -](gift|match(ing)?|pay(ment)?|pledge|contribution|donation)s?\b|\bmg pay|^match(ing)?$|\bmatched gift|\bemployee match/i,
  ],
  ['pledge', /\bpledge(?! ?pay)|\bpledged\b|\bpromise\b|\bbequest|\bplanned gift|\bintention\b|^commitment$/i],
  [
    'donor_advised_fund',
    /\bdaf\b|donor[ -]?advised|\bdonor[ -]?directed|\bcharitable (fund|gift fund)|\bdafpay\b|\badvised fund|\bgrant recommendation/i,
  ],
  ['auction', /\bauction|\bfund[ -]a[ -]need purchase|\braffle|\bsilent bid|\bpaddle raise item/i],
  [
    'event_ticket',
    /\bticket|\b(event|gala|golf|dinner) (registration|purchase|fee|admission|table)|\bregistration( fee)?$|^registration|\badmission|\battendee|\btable purchase|^event$/i,
  ],
  ['dues', /\bdues\b|\bmembership|\btuition|\bsubscription fee|^member$/i],
  ['volunteer_hours', /\bvolunteer|\bdollars for doers|\bhours\b|\bvolunteer time/i],
  [
    'stock',
    /\bstocks?\b|\bsecurit(y|ies)\b|\bshares?\b|\bmutual fund|\bmarketable|\bcrypto|\bbitcoin|^(btc|eth|usdc)$|\bequit(y|ies)\b|\bbonds?\b|\bstock\/property/i,
  ],
  [
    'in_kind',
    /\bin[ -]?kind|\bgik\b|\bgoods\b|\bservices? donat|\bdonated (goods|services|items|property|vehicle)|\bproperty\b|\bvehicle|\bcar donation|\breal estate|\btangible|\bnon[ -]?cash|\bmerchandise|\bproduct donation/i,
  ],
  ['payroll', /\bpayroll|\bworkplace (giving|campaign)|\bsalary deduction|\bpaycheck|\bcfc\b|\bcombined federal/i],
  [
    'grant',
    /^grants?$|\b(foundation|government|federal|state|corporate|private|research) grant|\bgrant (payment|award|income)/i,
  ],
]

/** French, Spanish, and German, without accents. */
const kindPatternsAbroad: readonly (readonly [GiftKind, RegExp])[] = [
  ['pledge', /^(promesse|promesa|spendenzusage|zusage|legado|vermachtnis)\b/i],
  ['auction', /\b(encan|encheres?|subasta|rifa|versteigerung|auktion|tombola|loterie)\b/i],
  ['event_ticket', /\b(billets?|entradas?|boletos?|eintritt(skarten?)?|inscription|inscripcion|anmeldung)\b/i],
  ['dues', /\b(cotisation|adhesion|cuota( de (socio|miembro))?|membresia|mitgliedsbeitrag|mitgliedschaft)\b/i],
  ['stock', /^actions$|\b(dons? d.?actions|valeurs mobilieres|acciones|wertpapiere?|aktien)\b/i],
  ['in_kind', /\b(en nature|en especies?|sachspenden?|sachleistung|bien(es)? donad[oa]s?)\b/i],
  ['grant', /\b(subvention|subvencion|zuschuss|fordermittel)\b/i],
]

const maxLength = 80

const fundSponsors =
  /\b(fidelity (investments )?charitable|schwab charitable|daffodil|dafgiving360|daf giving ?360|vanguard charitable|national philanthropic trust|american endowment foundation|goldman sachs (philanthropy|charitable)|morgan stanley gift|us charitable gift trust|u\.?s\.? charitable gift|bank of america charitable gift|bnymellon charitable|bny mellon charitable|renaissance charitable|jewish communal fund|national christian foundation|impactassets|raymond james charitable|t\.? ?rowe price charitable|ayco charitable|greater kansas city community foundation|silicon valley community foundation|tides foundation|charityvest|daffy( charitable)?|donor ?advised fund|community foundation|charitable gift fund|gift fund)\b/i

/** They pay out employee gifts and employer matches, which are no gifts of a donor. */
const payers =
  /\b(benevity|american online giving|amer online giv|aogf|yourcause|blackbaud giving fund|cybergrants|cyber ?grants|bright ?funds|paypal giving fund|network for good|percent impact|groundswell charitable|uk online giving|double the donation|givinga|frontstream|truist charit|america'?s charities|united way worldwide|paypal charitable|charities aid foundation|caf america|benefaction|goodstack|givelify matching)\b|\bmatching gifts?( program| center| dept)?$/i

/** Returns the kind of a gift; money by default. */
export function readGiftKind({ kind, paymentMethod, giver }: GiftWords): GiftKind {
  const statedKind = kindOfCell(kind) ?? kindOfCell(paymentMethod)
  const giverKind = kindOfGiver(giver ?? '')
  // Sponsors of donor-advised funds call their payments grants.
  return statedKind === 'grant' ? (giverKind ?? statedKind) : (statedKind ?? giverKind ?? 'money')
}

function kindOfCell(cell: string | null | undefined): GiftKind | null {
  const text = (cell ?? '')
    .slice(0, maxLength)
    .replaceAll(/([\p{Ll}])(\p{Lu})/gu, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
  if (text === '') return null
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return [...kindPatterns, ...kindPatternsAbroad].find(([, pattern]) => pattern.test(plain))?.[0] ?? null
}

/** Returns whether an organization or a giving fund gave, so that there is no person to email. */
export function isFromOrganization({
  kind,
  giver,
}: {
  readonly kind: GiftKind | null
  readonly giver: string
}): boolean {
  if (kind === 'organization') return true
  return kind !== null && kind !== 'money' && (isOrganizationName(giver) || kindOfGiver(giver) !== null)
}

function kindOfGiver(giver: string): GiftKind | null {
  const name = giver.slice(0, maxLength)
  if (normalizeName(name) === '') return null
  if (payers.test(name)) return 'employer_match'
  return fundSponsors.test(name) ? 'donor_advised_fund' : null
}
