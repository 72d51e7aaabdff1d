import { z } from 'zod'
import { changedFields } from '../core/organization-changes.ts'
import { organizationPath } from '../shared/organization-path.ts'
import { route } from '../shared/route.ts'
import { currency, wireId, wireMoney } from '../shared/wire.ts'

/** A second confirmation is required above this number of recipients. */
export const confirmSendAbove = 100

const moment = z.iso.datetime({ offset: true })

/** An email as one donor receives it, with inactive links. */
export const mailSample = z.object({
  from: z.string().describe('name and address'),
  to: z.string().describe('name and address'),
  subject: z.string(),
  html: z.string(),
})
export type MailSample = z.infer<typeof mailSample>

/** Planned emails to donors: number, times, one sample, and excluded ones. */
export const sendReview = z.object({
  mails: z.number().describe('that will leave, by what is known now, once none of them is held'),
  held: z.number().describe('of these, held until somebody releases them'),
  first_at: moment.nullable().describe('when the first one leaves that is not held'),
  last_at: moment
    .nullable()
    .describe(
      'when the last one leaves: several gifts of one donor are told a day apart, nobody is written to at night',
    ),
  not_sent: z
    .array(z.object({ why: z.string(), count: z.number() }))
    .describe('mails that were prepared and will not leave, the most frequent reason first'),
  about: z
    .array(z.object({ template_id: z.number(), mails: z.number() }))
    .optional()
    .describe('what those that leave say, by the template of their words; where they say different things'),
  neutral_greetings: z
    .number()
    .optional()
    .describe('of those that leave, how many say “Hello,” because the donor’s name leaves open whom to greet'),
  waits_because: z
    .enum(['held', 'held_by_support', 'directory', 'payout', 'bounces', 'no_address'])
    .nullable()
    .describe(
      'why none leaves: the team or support holds them, they follow from news of the directory of which nobody has seen ' +
        'the number, they thank for a payout and nobody has let them go, too many came back, there is no postal address',
    ),
  warm_up: z
    .object({
      domain: z.string().describe('from which the emails come; it is new to sending'),
      by_day: z.array(z.object({ day: z.string(), mails: z.number() })).describe('how many leave on which day'),
    })
    .optional()
    .describe('where a limit of emails a day lets some leave on a later day'),
  sample: mailSample.nullable().describe('the first one'),
  is_whole: z.boolean().describe('false: more mails wait than were looked at, so it is at least as many'),
})
export type SendReview = z.infer<typeof sendReview>

/** Effect of a change on matches. */
export const changedMatches = {
  joined: z.number().describe('gifts that become part of another match of their donor: no matches that change'),
  moves: z
    .array(z.object({ from_status_id: z.number(), to_status_id: z.number(), count: z.number() }))
    .describe('whose status changes, the most frequent first'),
  examples: z
    .array(
      z.object({
        organization_name: z.string(),
        donation_id: z.number(),
        donor_name: z.string(),
        amount: wireMoney,
        currency,
        from_status_id: z.number(),
        to_status_id: z.number(),
        estimated_from: wireMoney,
        estimated_to: wireMoney,
      }),
    )
    .describe('at most five that change'),
}

/** Effect of an external change on organizations. `mails.is_whole` states whether everything was checked. */
export const changeReview = z.object({
  gifts: z.number().describe('that the rules would look at again'),
  organizations: z.number().describe('whose gifts these are'),
  matchable: z.number().describe('of these gifts, those that could be matched then'),
  changed: z.number().describe('of these gifts, those whose status or estimate would be another one'),
  ...changedMatches,
  mails: sendReview,
})
export type ChangeReview = z.infer<typeof changeReview>

const scope = {
  import_id: wireId.optional().describe('only the emails of this upload; without it all that wait'),
  payout_report_id: wireId.optional().describe('only the thank-you emails that this payout report brought'),
}
const waiting = z.object({
  review: sendReview,
  sent: z.number().describe('of the upload or report that have left; 0 without one'),
})
export type WaitingMails = z.infer<typeof waiting>

export const getWaitingMails = route({
  name: 'getWaitingMails',
  method: 'GET',
  path: '/api/organization/{id}/mails/waiting',
  summary: 'Emails to donors that wait to be sent: how many, from when on, and one of them',
  who: 'read',
  within: 'organization',
  params: organizationPath,
  query: z.object(scope),
  answer: waiting,
})

export const getSampleMail = route({
  name: 'getSampleMail',
  method: 'GET',
  path: '/api/organization/{id}/mails/sample',
  summary: 'The first email to a donor, about a gift that is made up: a sample for who has no gifts yet',
  who: 'read',
  within: 'organization',
  params: organizationPath,
  answer: mailSample,
})

export const holdMails = route({
  name: 'holdMails',
  method: 'POST',
  path: '/api/organization/{id}/mails/hold',
  summary: 'Hold the emails to donors that wait: none of them leaves until they are released',
  who: 'write',
  within: 'organization',
  params: organizationPath,
  body: z.object(scope),
  answer: waiting,
})

export const releaseMails = route({
  name: 'releaseMails',
  method: 'POST',
  path: '/api/organization/{id}/mails/release',
  summary: 'Release emails to donors that were held',
  who: 'write',
  within: 'organization',
  params: organizationPath,
  body: z.object(scope),
  answer: waiting,
})

/** A caller waits for the result, and each call performs the full computation. */
const rehearsalRate = { max: 30, seconds: 300 }

/** Potential matches of an organization's gifts. */
const couldBeMatched = z.object({
  gifts: z.number().describe('matches that could be asked for'),
  sums: z.array(z.object({ currency, sum: wireMoney })).describe('up to how much these could add, where that is known'),
  is_whole: z.boolean().describe('false: there are more'),
})
export type MatchPotential = z.infer<typeof couldBeMatched>

export const reviewOrganizationChange = route({
  name: 'reviewChange',
  method: 'POST',
  path: '/api/organization/{id}/partial/review',
  summary: 'The emails to donors that a change of an organization would start; nothing is changed',
  who: 'write',
  within: 'organization',
  changes: false,
  params: organizationPath,
  body: changedFields,
  answer: sendReview.extend({
    could_be_matched: couldBeMatched.optional().describe('where the change completes the setup'),
  }),
  rate: rehearsalRate,
})

export const reviewChapterRequest = route({
  name: 'reviewJoining',
  method: 'POST',
  path: '/api/organization/{id}/chapter-request/{requestId}/review',
  summary: 'The emails to donors that becoming a chapter would start; nothing is changed',
  who: 'admin',
  within: 'organization',
  changes: false,
  params: organizationPath.extend({ requestId: wireId }),
  body: z.object({}),
  answer: sendReview,
  rate: rehearsalRate,
})
