const number = (count: number): string => count.toLocaleString('en-US')
const counted = (count: number, one: string, many: string): string => `${number(count)} ${count === 1 ? one : many}`
const list = (texts: readonly string[]): string => new Intl.ListFormat('en').format(texts)

const matches = (count: number): string => counted(count, 'match', 'matches')
const gifts = (count: number): string => counted(count, 'gift', 'gifts')

/** The nonprofit's weekly email. Sums and days are already formatted; '' if there is none. */
export const englishDigest = {
  list,

  subject: (name: string, waiting: number) =>
    waiting > 0
      ? `${name}: ${matches(waiting)} ${waiting === 1 ? 'needs' : 'need'} you`
      : `${name}: your week in matching`,
  heading: (waiting: number) =>
    waiting > 0 ? `${matches(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for you` : 'Your week in matching',
  opening: (about: { waiting: number; place: string; week: string }) =>
    `Here is ${about.waiting > 0 ? 'what waits for you, and ' : ''}how employer matching went ${about.place} in the week of ${about.week}.`,
  place: (name: string) => `at ${name}`,
  placeWithChapters: (name: string, count: number) => `at ${name} and its ${count} chapters`,
  placeWithNamed: (name: string, chapters: readonly string[]) => `at ${name}, with ${list(chapters)},`,
  look: (waiting: number): string => (waiting === 1 ? 'Look at the match' : 'Look at the matches'),
  openDashboard: 'Open the dashboard',
  asOf: (moment: string) => `Numbers as of ${moment}. The links show what is true when you open them.`,
  why: (name: string, isPrimaryContact: boolean) =>
    `You’re getting this email once a week at most, and only when there is something to tell, because ${
      isPrimaryContact ? `you are the primary contact of ${name}.` : `your address is a notification email of ${name}.`
    }`,
  unsubscribe: 'Unsubscribe from this weekly email',

  waitingTitle: 'Waiting for you',
  waiting: ({ count, late, worth }: { count: number; late: number; worth: string }) => {
    const some = ` ${late} of them ${late === 1 ? 'is past its deadline: please look at it' : 'are past their deadlines: please look at those'} first.`
    const all = ' The deadline has passed: please be quick, or ask the employer whether it’s still possible.'
    return {
      lead: matches(count),
      rest: `to verify or sign${worth ? `, up to ${worth} in all` : ''}.${late === 0 ? '' : late === count ? all : some}`,
    }
  },

  weekTitle: (week: string) => `The week of ${week}`,
  given: ({ count, amounts, worth }: { count: number; amounts: string; worth: string }) => ({
    lead: gifts(count),
    rest: `given, ${amounts} in all.${worth ? ` Employers could add up to ${worth}.` : ''}`,
  }),
  uploaded: ({ count, files }: { count: number; files: number }) => ({
    lead: gifts(count),
    rest: `added by ${files === 1 ? 'one upload' : `${number(files)} uploads`}.`,
  }),
  submitted: ({ count, worth }: { count: number; worth: string }) => ({
    lead: `${matches(count)} ${count === 1 ? 'was' : 'were'} submitted`,
    rest: `in that week${worth ? `, ${worth} in all by our estimate` : ''}. The list shows all that are with employers now.`,
  }),
  /** `worth`: the estimated amount of matches without a payment. */
  completed: ({ count, received, worth }: { count: number; received: string; worth: string }) => {
    const paid = received && ` Received for ${count === 1 ? 'it' : 'them'} so far: ${received}.`
    const others = received && worth && ` Where nothing has been received yet: ${worth} by our estimate.`
    return {
      lead: `${matches(count)} ${count === 1 ? 'was' : 'were'} approved or paid`,
      rest: `in that week${worth && !received ? `, ${worth} in all by our estimate` : ''}.${paid}${others} The list shows all that are completed now.`,
    }
  },

  deadlinesTitle: 'Deadlines in the next three weeks',
  deadline: (match: { donor: string; employer: string; worth: string; isYours: boolean }) =>
    `– ${match.donor || 'A donor'}, ${match.employer || 'no employer'}${match.worth ? `, up to ${match.worth}` : ''}. ${match.isYours ? 'It waits for you.' : 'It waits for the donor.'}`,

  heldTitle: 'Emails to donors are on hold',
  heldByBounces: {
    lead: 'Too many came back',
    rest: 'of your last 500. Please check where the addresses of your latest uploads come from, then resume sending there.',
  },
  heldWithoutAddress: { lead: 'Add your mailing address', rest: 'which every email to a donor must show.' },

  setupTitle: 'Your setup is not finished',
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
        : ` ${gifts(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for it; no donor is emailed before that.`
    return { lead: 'Finish the setup', rest: `to enable matching. ${left}${wait}` }
  },
}
