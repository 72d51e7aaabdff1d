import { isDeceasedName } from '@twofold/matching'
import { headerWords } from './headers.ts'
import { noteHeader } from './other-rows.ts'
import { otherPeople } from './score-words.ts'
import type { Row, Table } from './table.ts'

export type ContactPreference = 'opted_out' | 'bounced' | 'deceased'

/** English, French, Spanish, and German words. `headerWords` removes accents and reads "no" as "number". */
const topic =
  /\b(e ?mails?|contact(s|ed|er|ar|o)?|kontakt\w*|solicit\w*|sollicit\w*|communicat\w*|comunicacion(es)?|marketing|(mailing|email) list|mailings?|newsletters?|updates|courriels?|correos?|infolettre|bulletins?|boletin(es)?|rundbriefe?|gdpr)\b/
const refusal =
  /\b(do not|dont|does not|not to|never|stop|remove|exclude|suppress(ed)?|block(ed)?|unsubscribe\w*|ne pas|ne plus|pas de|sans|aucun|no|sin|excluir|keine?|nicht)\b|\b(number|dont|donot) (send )?(emails?|contacts?|solicit\w*|communications?|marketing|newsletters?|contactar|enviar|correos?)\b/
/** These need no topic. */
const refusalAlone =
  /\b(opt(ed)? ?outs?|unsubscribed?|dnc|dne|desabonn\w*|desinscrit\w*|desuscrit\w*|cancelad[oa] la suscripcion|abgemeldet|werbesperre|mail ?sperre|kontakt ?sperre)\b/
const consent =
  /\b(opt(ed)? ?in|consent\w*|permission|allow(s|ed)?|ok|okay|may|can|wants?|wish(es)?|would like|would you like|receive|accepts?|agree[ds]?|subscribe[ds]?|send|accepte\w*|autoris\w*|recevoir|abonn\w*|souhaite|acepta|autoriza|recibir|suscrit\w*|permite|desea|einwilligung|zustimmung|erlaubt|darf|empfang\w*|angemeldet|zugestimmt)\b/
const consentAlone =
  /^((donor|contact|constituent|supporter|primary|is|email|receives?|wants?|recibe) )*(opt(ed)? in( to)?( email)?s?|consent( given)?|subscribed|suscrit[oa]|abonn(e|iert)|emailable|contactable|(email )?updates|accepts marketing)$/
/** Other channels, and other purposes of a contact. */
const otherTopic =
  /\b(sms|texts?|texting|phones?|calls?|called|telephone|postal|direct mail|address|receipts?|acknowledg\w*|statements?|invoices?|share[ds]?|public\w*|anonymous\w*|employers?|volunteer\w*|will|legacy|planned|estate|recurring|plan|payment|name)\b/
const deathHeader =
  /\b(deceased|decd|dead|died|death|decede\w*|deces|fallecid[oa]|fallecimiento|difunt[oa]|defuncion|verstorben|todes(datum|tag)|sterbedatum)\b/
const preferenceHeader =
  /\b(preferences?|preferred|restrictions?|privacy|permissions?|communications?|interest type|solicit\w*|mail(ing)? (code|status|reason)|(email|contact|marketing|subscription|subscriber|mailchimp|mailing list|list) (status|code|method|tag|setting|verification)s?|contact reason|preferencias?)\b/
const reasonHeader = /mail ?reason$/

const yes =
  /^(yes|true|y|1|x|t|on|checked|oui|vrai|s[ií]|verdadero|ja|wahr|[✓✔☑•]|opted[ -]?out|opt[ -]?out|unsubscribed|do not.*)$/iu
const no =
  /^(no|false|n|0|f|off|unchecked|non|faux|nein|falsch|falso|[✗✘☐]|not .*|no .*|non[ -].*|opted[ -]?out|opt[ -]?out|unsubscribed|never|declined|denied|revoked|withdrawn|refus\w*)$/iu
const isDay = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/
const preferenceWords =
  /\bnone\b|\bno (further )?(contact|communication)|\bemails?:? no\b|^(postal )?mail only$|^(?!.*\b(e ?mails?|online)\b).*\bonly$|\bremoved?\b.*\blist\b|^(denied|declined|revoked|withdrawn)$|\bopt(ed)? ?out\b|\bunsubscribe|\baucun\b|\bno (contactar|enviar)\b|\bcomplain(t|ed)\b|\bspam\b/i
/** How the donor wants to be contacted. */
const channelHeader =
  /\b(contact|communication|correspondence|mail(ing)?) preferences?\b|\bcontact (method|option|choice)\b|\bpreferred (contact|communication|correspondence)( (method|channel|type|mode|medium|option|way))?$|\b(preferred|best|favorite) (method|way|means|mode|form|channel)s?( (of|to|for) (contact|communicat\w*|correspondence|reach|be (contacted|reached))\b.*)?$|\bpreferences? (of|for|de) (contact|communication|correspondence)\b|\bhow\b.*\b(contact(ed)?|reach(ed)?)\b|\b(moyen|mode|methode|medio|metodo|forma|preferencia) de (contact|communication|contacto|comunicacion)\b|\bbevorzugte[rs]? kontakt\w*|\bkontaktweg\b/
const otherChannel =
  /\b(phones?|telephones?|calls?|called|calling|texts?|texting|sms|mail(ed|ing)?|post(al)?|paper|letters?|print|usps|fax|whats ?app|in person|mobile|cell|landline|telefono|llamadas?|mensajes?|carta|courrier|poste|lettre|appel|texto|telefon|anruf|brief)\b/
/** "Mail" means email in other languages. */
const emailChannel =
  /\b(e ?mail\w*|online|web|electronic\w*|digital\w*|courriels?|correo (electronico|e)|correos?(?! postal)|any\w*|all|either|both|no preference|every\w*|tous|toutes|cualquier\w*|todos?|ambos|egal|alle|unknown|other)\b/
const headerAbroad = /\b(de|moyen|methode|medio|metodo|forma|bevorzugt\w*|kontakt\w*)\b/

/** The address, not the donor, stops emails. Mailchimp calls it "cleaned". */
const brokenHeader =
  /\b((?<!(check|cheque) )bounced?|undeliverable|rebondi\w*|rebotad\w*|unzustellbar)\b|\b(invalid|bad|wrong|dead)\b.*\b(email|courriel|correo)|\b(email|courriel|correo)\b.*\b(invalid\w*|bad|incorrect\w*)\b/
const workingHeader =
  /\b(email|courriel|correo)\b.*\b(is )?(valid\w*|deliverab\w*)\b|\b(valid\w*|deliverable) (email|courriel|correo)/
const brokenWords =
  /\b(hard|soft)?[ -]?bounc(ed?|ing)\b|^in ?valid\w*|\bundeliverable\b|^cleaned$|\bno longer (valid|works)\b|\b(bad|wrong|dead) (e ?mail|address)\b|^rebondi|^rebotad|^incorrect/i
const broken = /^(no|false|n|0|bad|failed|non|nein|not (valid|deliverable)|undeliverable|in ?valid\w*)$/i
/** In any column about the donor. */
const refusalAnywhere =
  /\b(do not|don'?t|never|stop|please no|donot) ?(send |mail or |mail and |call or |contact or )?(any )?(e-?mail(s|ing)?|contact(ing)?|communicate|communication|solicit\w*)(?! (preference|status|(my|the|our|his|her) (employer|company|office|work)))\b|\b(take|taken|remove|removed) (me )?(off|from) (all |our |the |your |any )*(e-?mails?|mailing|(e-?mail|mailing) list)\b|\bne (pas|plus) (contacter|solliciter|envoyer)|\b(no|sin) (contactar|enviar|mandar|correos?|emails?)\b|\bpas de courriels?\b|\bnicht kontaktieren\b/i
const refusalItem =
  /^(dnc|dne|no ?e ?mails?|no contact|no solicit\w*|opt(ed)? ?out|unsubscribed?|email opt(ed)? ?out|unsubscribed from emails?|globally unsubscribed|aucun courriel|sin correos?|keine (e ?)?mails?)$/i
const deceasedItem = /^(deceased|decd|dead|the late|decede|decedee|fallecid[oa]|difunt[oa]|verstorben)$/i
/** Only at the start of a note: later words may be about another person. */
const deceasedNote = /^((the |this )?donor|he|she|mr|mrs|ms)?( (has|is|was))? ?(passed( away)?|deceased|died)\b/i
const deceasedWords = /\bdeceased\b|\bdied\b/i
/** The codes of DonorPerfect. */
const deceasedCode = /^(de|dc|dec|decd)$/i

const cellLength = 200

/** Reads the cell without accents, hyphens, and parentheses; `DoNotEmail` becomes words. */
const normalized = (cell: string): string =>
  cell
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[-_()[\]]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

type Meaning = 'forbids' | 'allows' | 'death' | null

/** "OK to email" and "subscribed to" are about the donor. */
const isOfOthers = (words: string): boolean => otherPeople.test(words.replace(/\bto\b/g, ''))

function meaningOf(words: string): Meaning {
  if (isOfOthers(words)) return null
  if (deathHeader.test(words)) return 'death'
  if (otherTopic.test(words)) return null
  if (refusalAlone.test(words) || (topic.test(words) && refusal.test(words))) return 'forbids'
  return consentAlone.test(words) || (topic.test(words) && consent.test(words)) ? 'allows' : null
}

export function contactPreferenceReader(table: Table): (row: Row, name: string) => ContactPreference | null {
  const words = table.originalHeaders.map(headerWords)
  const meanings = words.map(meaningOf)
  const columns = (test: (at: number) => boolean) => [...words.keys()].filter(test)
  const forbids = columns((at) => meanings[at] === 'forbids')
  const allows = columns((at) => meanings[at] === 'allows')
  const deaths = columns((at) => meanings[at] === 'death')
  const isOfDonor = (at: number) => !otherPeople.test(words[at] ?? '')
  const reasons = columns((at) => reasonHeader.test(words[at] ?? ''))
  const ofDonor = columns(isOfDonor)
  const notes = ofDonor.filter((at) => noteHeader.test(words[at] ?? ''))
  const emailColumns = columns((at) => isOfDonor(at) && !otherTopic.test(words[at] ?? ''))
  const preferences = emailColumns.filter((at) => preferenceHeader.test(words[at] ?? ''))
  const channels = columns(
    (at) => channelHeader.test(words[at] ?? '') && !isOfOthers(words[at] ?? '') && !otherTopic.test(words[at] ?? ''),
  )
  const namesOtherChannel = (at: number, text: string) =>
    otherChannel.test(text) &&
    !emailChannel.test(text) &&
    !(headerAbroad.test(words[at] ?? '') && /\be?mails?\b/.test(text))
  const brokenColumns = emailColumns.filter((at) => brokenHeader.test(words[at] ?? ''))
  const workingColumns = emailColumns.filter((at) => workingHeader.test(words[at] ?? '') && !brokenColumns.includes(at))
  return (row, name) => {
    const cell = (at: number) => (row.cells[at]?.trim() ?? '').slice(0, cellLength)
    const matches = (at: number, form: RegExp) => form.test(cell(at))
    const items = (at: number) =>
      cell(at)
        .split(/[;,|\n]/)
        .map(normalized)
    const hasDied =
      isDeceasedName(name) ||
      deaths.some((at) => matches(at, yes) || matches(at, deceasedWords) || matches(at, isDay)) ||
      preferences.some((at) => matches(at, deceasedWords)) ||
      reasons.some((at) => matches(at, deceasedCode)) ||
      notes.some((at) => matches(at, deceasedNote)) ||
      ofDonor.some((at) => items(at).some((item) => deceasedItem.test(item)))
    if (hasDied) return 'deceased'
    const isForbidden =
      forbids.some((at) => matches(at, yes) || matches(at, isDay)) ||
      allows.some((at) => matches(at, no)) ||
      preferences.some((at) => preferenceWords.test(normalized(cell(at)))) ||
      channels.some((at) => namesOtherChannel(at, normalized(cell(at)).toLowerCase())) ||
      emailColumns.some(
        (at) => refusalAnywhere.test(normalized(cell(at))) || items(at).some((item) => refusalItem.test(item)),
      )
    if (isForbidden) return 'opted_out'
    const isBroken =
      brokenColumns.some((at) => matches(at, yes) || matches(at, isDay) || matches(at, /^[1-9]\d?$/)) ||
      workingColumns.some((at) => matches(at, broken)) ||
      [...preferences, ...brokenColumns, ...workingColumns].some((at) => brokenWords.test(normalized(cell(at))))
    return isBroken ? 'bounced' : null
  }
}
