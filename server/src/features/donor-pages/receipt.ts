import { oneLine } from '../../platform/mail/plain-words.ts'
import { startPaper } from '../../platform/paper/paper.ts'
import { employerLanguage, type MatchFacts, variablesOf } from '../notifications/index.ts'
import { contactOf, giftRows } from './match-page.ts'
import { sayWith } from './page-texts.ts'

/**
 * What employers and their platforms ask for as proof: the gift as the nonprofit recorded it. It is not the receipt for taxes,
 * which says what was given in return, and says so.
 */
export async function receiptFile(facts: MatchFacts, now: Date): Promise<Buffer> {
  const language = employerLanguage(facts)
  const variables = variablesOf(facts, language)
  const say = sayWith(language, variables)
  const { organization } = facts
  const paper = await startPaper({
    title: say('receipt_title'),
    author: oneLine(organization.name),
    locale: language.locale,
    madeAt: now,
  })
  paper.heading(say('receipt_title'))
  paper.line(say('receipt_text'))
  paper.facts([
    [say('fact_nonprofit'), variables.receiving_org_name],
    [say('fact_ein'), variables.receiving_org_ein],
    [say('fact_address'), organization.addressLines.map((line) => oneLine(line)).join(', ')],
    [say('fact_contact'), contactOf(facts)],
    [say('fact_website'), variables.receiving_org_website],
  ])
  paper.facts([
    [say('receipt_donor'), variables.donor_full_name],
    [say('fact_gift'), variables.gift_amount],
    ...giftRows(facts, variables, language),
  ])
  paper.small(say('receipt_taxes'))
  return paper.end()
}
