import { linkTo, organizations, screens, setup } from '@twofold/contract'

export type SetupOrganization = setup.SetupFields &
  Pick<organizations.Organization, 'onboarded' | 'just_onboarded' | 'rule_deactivated' | 'cancelled_at'>

export type Step = {
  readonly name: setup.SetupStep
  readonly title: string
  readonly text: string
  readonly to: string
}

const tab = (name: string): string => linkTo(screens.organizationDetails, { tab: name })

const detailNames = { name: 'name', type: 'type', phone: 'phone', mission: 'mission', url: 'website' } as const

type StepTexts = Omit<Step, 'name'>

const stepTexts: Readonly<Record<setup.SetupStep, (organization: SetupOrganization) => StepTexts>> = {
  details: (organization) => {
    const missing = setup.missingDetails(organization)
    return {
      title: 'Details',
      text: `Companies verify nonprofits before they match. Still missing: ${missing.map((field) => detailNames[field]).join(', ')}.`,
      // Only the phone field is on the contact tab.
      to: missing.some((field) => field !== 'phone') ? screens.organizationDetails : tab('contact'),
    }
  },
  categories: () => ({
    title: 'Categories',
    text: 'Some companies only match certain causes. What’s yours?',
    to: tab('categories'),
  }),
  communication: ({ needed }) => ({ ...contactsMissing(needed), to: tab('contact') }),
  address: () => ({
    title: 'Address',
    text: 'Companies ask for this address and mail checks to it.',
    to: tab('address'),
  }),
  documents: () => ({
    title: 'Logo',
    text: 'Your logo helps donors recognize your emails. You can add other documents later.',
    to: tab('files'),
  }),
  billing: () => ({
    title: 'Billing',
    text: 'Choose a plan so matches can be requested.',
    to: screens.billing,
  }),
}

export const incompleteSteps = (organization: SetupOrganization): Step[] =>
  setup.incompleteStepsOf(organization).map((name) => ({ name, ...stepTexts[name](organization) }))

function contactsMissing(needed: SetupOrganization['needed']): Pick<StepTexts, 'title' | 'text'> {
  const needsBoth = needed.includes('billing_contact') && needed.includes('donor_contact')
  if (needsBoth) return { title: 'Contacts', text: 'Who answers donors’ questions, and who should receive invoices?' }
  return needed.includes('donor_contact')
    ? { title: 'Primary contact', text: 'Who answers donors’ questions?' }
    : { title: 'Billing contact', text: 'Who should receive invoices?' }
}

/** The welcome lasts until a day after onboarding. */
export function setupView(organization: SetupOrganization): 'steps' | 'welcome' | 'nothing' {
  if (organizations.isClosed(organization) || setup.isSetUpByParent(organization)) return 'nothing'
  if (!organization.complete || !organization.is_premium) return 'steps'
  return organization.onboarded === null || organization.just_onboarded ? 'welcome' : 'nothing'
}

export const stepCount = (organization: Pick<SetupOrganization, 'type'>): number => setup.stepsOf(organization).length

/** Null if no other screen has an unmet step. */
export function nextStep(organization: SetupOrganization, here: string): Step | null {
  const steps = incompleteSteps(organization)
  return steps.find(({ to }) => to !== here) ?? null
}
