import { fillVariables, type staffMessages } from '@twofold/contract'
import { oneLine } from '../../../../platform/mail/address-text.ts'
import { fillMail } from '../../../../platform/mail/layout/fill-layout.ts'
import { type Language, languageOf } from '../../../core/texts/index.ts'
import type { MatchFacts } from '../../match-facts/index.ts'
import { variablesOf } from '../../match-facts/index.ts'
import { headOf, postalAddress, type RenderedMail, type RenderInput } from '../donor-mails/render-mail.ts'

type MessageInput = Pick<RenderInput, 'facts' | 'links' | 'logo'> & { readonly words: staffMessages.MessageText }

export function renderMessage({ words, facts, links, logo = null }: MessageInput): RenderedMail {
  const language = languageOf(facts.organization.language)
  const variables = variablesOf(facts, language)
  const values = { ...variables, ...getNeutralVariables(facts, variables, language) }
  const subject = oneLine(fillVariables(words.subject, values) ?? words.subject)
  const body = fillVariables(words.body, values) ?? words.body
  const giftLinkLabel = language.translate('see_gift', variables)
  const why = language.translate('why_you_get_this', variables)
  const unsubscribe = language.translate('unsubscribe', variables)
  const html = fillMail({
    lang: language.locale,
    preheader: oneLine(body, 150),
    ...headOf(facts, logo),
    header: subject,
    opening: body,
    decline: giftLinkLabel,
    decline_url: links.page,
    why,
    unsubscribe,
    unsubscribe_url: links.unsubscribe,
    from_line: postalAddress(facts),
    pixel_url: links.pixel,
  })
  const withLabel = (label: string, value: string): string => language.translate('labelled', { label, value })
  const footer = ['--', why, withLabel(unsubscribe, ` ${links.unsubscribe}`), postalAddress(facts)].join('\n')
  const text = `${[body, withLabel(giftLinkLabel, `\n${links.page}`), footer].join('\n\n')}\n`
  return { subject, preheader: '', html, text }
}

function getNeutralVariables(facts: MatchFacts, variables: ReturnType<typeof variablesOf>, language: Language) {
  const employer = variables.matching_employer_name ?? ''
  return {
    donor_first_name: variables.donor_first_name || language.translate('nameless', {}),
    matching_employer_name:
      facts.companyName === '' ? employer.charAt(0).toLocaleLowerCase(language.locale) + employer.slice(1) : employer,
  }
}
