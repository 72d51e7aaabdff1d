import type { MatchFacts } from '../../email/match-facts/index.ts'
import type { Translate } from './page-texts.ts'
import { stageOf } from './stage.ts'

const daysBefore = 3

export const hasCalendar = (facts: MatchFacts): boolean =>
  stageOf(facts).kind === 'act' && facts.donation.deadlineDay !== null && !facts.donation.deadlinePassed

/**
 * RFC 5545. Its ID is the match's, so a newer file replaces an older one.
 * @param pageAddress the full address of the donor's page
 */
export async function calendarFile(
  facts: MatchFacts,
  { translate, pageAddress, now }: { readonly translate: Translate; readonly pageAddress: string; readonly now: Date },
): Promise<string> {
  const { default: createCalendar, ICalAlarmType } = await import('ical-generator')
  const calendar = createCalendar({ prodId: { company: 'Twofold', product: 'Matching gifts', language: 'EN' } })
  const event = calendar.createEvent({
    id: `match-${facts.donation.id}@${new URL(pageAddress).hostname}`,
    start: `${facts.donation.deadlineDay}T00:00:00Z`,
    allDay: true,
    stamp: now,
    summary: translate('calendar_summary'),
    description: `${translate('calendar_text')}\n\n${pageAddress}`,
    url: pageAddress,
  })
  event.createAlarm({
    type: ICalAlarmType.display,
    triggerBefore: daysBefore * 86_400,
    description: translate('calendar_summary'),
  })
  return calendar.toString()
}
