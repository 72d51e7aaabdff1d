import { linkTo, organizations, screens, setup } from '@twofold/contract'

/** What the setup looks at. */
export type SetUp = setup.SetUp &
  Pick<organizations.Organization, 'onboarded' | 'just_onboarded' | 'rule_deactivated' | 'cancelled_at'>

export type Step = {
  readonly name: setup.SetupStep
  readonly title: string
  readonly text: string
  /** Where the Configure button leads. */
  readonly to: string
}

const tab = (name: string): string => linkTo(screens.organizationDetails, { tab: name })

const detailNames = { name: 'name', type: 'type', phone: 'phone', mission: 'mission', url: 'website' } as const

type Words = Omit<Step, 'name'>

const words: Readonly<Record<setup.SetupStep, (organization: SetUp) => Words>> = {
  details: (organization) => {
    const missing = setup.missingDetails(organization)
    return {
      title: 'Details',
      text: `Companies check who you are before they match. Still missing: ${missing.map((field) => detailNames[field]).join(', ')}.`,
      // The basic tab is the first one; only the phone stands among the contacts.
      to: missing.some((field) => field !== 'phone') ? screens.organizationDetails : tab('contact'),
    }
  },
  categories: () => ({
    title: 'Categories',
    text: 'Many companies match only certain causes. Tell us yours.',
    to: tab('categories'),
  }),
  communication: ({ needed }) => ({ title: 'Communication', text: contactsMissing(needed), to: tab('contact') }),
  address: () => ({
    title: 'Address',
    text: 'Companies ask for it, and mail their checks there.',
    to: tab('address'),
  }),
  documents: () => ({
    title: 'Documents',
    text: 'Your logo shows donors that an email is from you. Other documents can come later.',
    to: tab('files'),
  }),
  billing: () => ({
    title: 'Billing',
    text: 'Choose a plan so matches can be requested.',
    to: screens.billing,
  }),
}

/** The steps that are still unmet, in their order, and what is said of them. */
export const unmetSteps = (organization: SetUp): Step[] =>
  setup.unmetStepsOf(organization).map((name) => ({ name, ...words[name](organization) }))

function contactsMissing(needed: SetUp['needed']): string {
  const both = needed.includes('billing_contact') && needed.includes('donor_contact')
  if (both) return 'Tell us who answers donors and who gets the invoices.'
  return needed.includes('donor_contact') ? 'Tell us who answers donors’ questions.' : 'Tell us who gets the invoices.'
}

/** What the dashboard shows of the setup: the steps, the welcome until a day after onboarding, then nothing; nothing where it is closed. */
export function setupView(organization: SetUp): 'steps' | 'welcome' | 'nothing' {
  if (organizations.isClosed(organization) || setup.isSetUpByParent(organization)) return 'nothing'
  if (!organization.complete || !organization.is_premium) return 'steps'
  return organization.onboarded === null || organization.just_onboarded ? 'welcome' : 'nothing'
}

/** How many steps there are for an organization of its kind, met or not. */
export const stepsInAll = (organization: Pick<SetUp, 'type'>): number => setup.stepsOf(organization).length

/** The step to go on with, for who is at one already: what is unmet elsewhere comes before what is in front of them. */
export function stepAfter(organization: SetUp, here: string): Step | null {
  const steps = unmetSteps(organization)
  return steps.find(({ to }) => to !== here) ?? null
}
