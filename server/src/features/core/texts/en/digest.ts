const number = (count: number): string => count.toLocaleString('en-US')
const counted = (count: number, one: string, many: string): string => `${number(count)} ${count === 1 ? one : many}`
const list = (texts: readonly string[]): string => new Intl.ListFormat('en').format(texts)

const matches = (count: number): string => counted(count, 'match', 'matches')
const gifts = (count: number): string => counted(count, 'gift', 'gifts')

/** Sums and days are already formatted; '' if there is none. */
export const englishDigest = {
  list,

  subject: (name: string, waiting: number) =>
    waiting > 0
      ? `${name}: ${matches(waiting)} ${waiting === 1 ? 'needs' : 'need'} you`
      : `${name}: your week in matching`,
  heading: (week: string) => `Week of ${week}`,
  opening: (place: string) => `Your weekly update on employer matching ${place}.`,
  quietWeek: 'There were no new gifts, requests, or payments.',
  place: (name: string) => `at ${name}`,
  placeWithChapters: (name: string, count: number) => `at ${name} and its ${count} chapters`,
  placeWithNamed: (name: string, chapters: readonly string[]) => `at ${name}, with ${list(chapters)}`,
  reviewMatches: (waiting: number): string => (waiting === 1 ? 'Review the match' : 'Review the matches'),
  openDashboard: 'Open the dashboard',
  asOf: (moment: string) => `Numbers as of ${moment}. Links open the current lists.`,
  why: (name: string, isPrimaryContact: boolean) =>
    `You’re getting this email, once a week at most, because ${
      isPrimaryContact ? `you’re the primary contact for ${name}.` : `your address is a notification email for ${name}.`
    }`,
  unsubscribe: 'Unsubscribe from this weekly email',

  waitingTitle: 'Your turn',
  waiting: ({ count, late, worth }: { count: number; late: number; worth: string }) => {
    const some = ` ${number(late)} past deadline. Start there.`
    const all = ' The deadline has passed. Ask the employer whether it’s still possible.'
    return {
      lead: matches(count),
      rest: `to verify or sign${worth ? `, up to ${worth} in all` : ''}.${late === 0 ? '' : late === count ? all : some}`,
    }
  },

  weekTitle: 'What changed',
  given: ({ count, amounts, worth }: { count: number; amounts: string; worth: string }) => ({
    lead: gifts(count),
    rest: `given, ${amounts} in all.${worth ? ` Employers could add up to ${worth}.` : ''}`,
  }),
  uploaded: ({ count, files }: { count: number; files: number }) => ({
    lead: gifts(count),
    rest: `added in ${files === 1 ? 'one upload' : `${number(files)} uploads`}.`,
  }),
  submitted: ({ count, worth }: { count: number; worth: string }) => ({
    lead: `${matches(count)} ${count === 1 ? 'was' : 'were'} submitted`,
    rest: `that week${worth ? `, ${worth} in all by our estimate` : ''}.`,
  }),
  /** `worth`: estimated matches without a payment. */
  completed: ({ count, received, worth }: { count: number; received: string; worth: string }) => {
    const paid = received && ` Received so far: ${received}.`
    const others = received && worth && ` Where nothing has been received yet: ${worth} by our estimate.`
    return {
      lead: `${matches(count)} ${count === 1 ? 'was' : 'were'} approved or paid`,
      rest: `that week${worth && !received ? `, ${worth} in all by our estimate` : ''}.${paid}${others}`,
    }
  },

  deadlinesTitle: 'Deadlines in the next three weeks',
  deadline: (match: { donor: string; employer: string; worth: string; isYours: boolean }) =>
    `– ${match.donor || 'Unknown donor'}, ${match.employer || 'no employer'}${match.worth ? `, up to ${match.worth}` : ''}. ${match.isYours ? 'Your turn.' : 'Waiting on the donor.'}`,

  moreDeadlines: (count: number) => ({
    lead: `And ${number(count)} more`,
    rest: count === 1 ? 'deadline.' : 'deadlines.',
  }),

  heldTitle: 'Donor emails are paused',
  heldByBounces: {
    lead: 'Too many bounced',
    rest: 'of your last 500. Check the addresses in your latest uploads, then resume sending.',
  },
  heldWithoutAddress: {
    lead: 'Add your mailing address',
    rest: 'so we can email your donors. Every email must show it.',
  },

  setupTitle: 'Matching is off',
  setupSteps: {
    details: 'details',
    categories: 'categories',
    communication: 'contacts',
    address: 'address',
    documents: 'logo',
    billing: 'plan',
  },
  setup: ({ missing, waiting }: { missing: readonly string[]; waiting: number }) => {
    const left =
      missing.length > 0
        ? `Still missing: ${missing.join(', ')}.`
        : 'Everything is filled in: press “Mark Setup Complete”.'
    const wait =
      waiting === 0
        ? ''
        : ` ${gifts(waiting)} ${waiting === 1 ? 'is' : 'are'} waiting. We won’t email donors until setup is done.`
    return { lead: 'Finish your setup', rest: `to turn it on. ${left}${wait}` }
  },
}
