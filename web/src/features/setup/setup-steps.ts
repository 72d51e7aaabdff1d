import { type organizations, screens } from '@twofold/contract'

/** What the setup looks at. */
export type SetUp = Pick<
  organizations.Organization,
  | 'name'
  | 'type'
  | 'phone'
  | 'mission'
  | 'url'
  | 'address_id'
  | 'category_id_array'
  | 'file_logo'
  | 'is_premium'
  | 'needed'
  | 'complete'
  | 'onboarded'
  | 'just_onboarded'
>

export type StepName = 'details' | 'categories' | 'communication' | 'address' | 'documents' | 'billing'

export type Step = {
  readonly name: StepName
  readonly title: string
  readonly text: string
  /** Where the Configure button leads. */
  readonly to: string
}

const tab = (name: string): string => `${screens.organizationDetails}?tab=${name}`

const detailNames = { name: 'name', type: 'type', phone: 'phone', mission: 'mission', url: 'website' } as const
const detailFields = ['name', 'type', 'phone', 'mission', 'url'] as const

const isBlank = (text: string): boolean => text.trim() === ''

/** The steps that are still unmet, in their order. */
export function unmetSteps(organization: SetUp): Step[] {
  const { type, needed } = organization
  const missing = detailFields.filter((field) => isBlank(organization[field]))
  const isChapter = type === 'chapter'
  const steps: (Step | false)[] = [
    missing.length > 0 && {
      name: 'details',
      title: 'Details',
      text: `Companies check who you are before they match. Still missing: ${missing.map((field) => detailNames[field]).join(', ')}.`,
      // The basic tab is the first one; only the phone stands among the contacts.
      to: missing.some((field) => field !== 'phone') ? screens.organizationDetails : tab('contact'),
    },
    !isChapter &&
      organization.category_id_array.length === 0 && {
        name: 'categories',
        title: 'Categories',
        text: 'Many companies match only some causes. Say what yours is.',
        to: tab('categories'),
      },
    (needed.includes('billing_contact') || needed.includes('donor_contact')) && {
      name: 'communication',
      title: 'Communication',
      text: contactsMissing(needed),
      to: tab('contact'),
    },
    organization.address_id === null && {
      name: 'address',
      title: 'Address',
      text: 'Companies ask where you are, and mail their checks there.',
      to: tab('address'),
    },
    !isChapter &&
      isBlank(organization.file_logo ?? '') && {
        name: 'documents',
        title: 'Documents',
        text: 'Your logo shows donors that a mail comes from you. Other papers can follow.',
        to: tab('files'),
      },
    // 'parent' is a plan too: a chapter's bills go to its parent.
    !organization.is_premium && {
      name: 'billing',
      title: 'Billing',
      text: 'Choose a plan, so that matches can be requested.',
      to: screens.billing,
    },
  ]
  return steps.filter((step) => step !== false)
}

function contactsMissing(needed: SetUp['needed']): string {
  const both = needed.includes('billing_contact') && needed.includes('donor_contact')
  if (both) return 'Say who answers donors, and who gets the invoices.'
  return needed.includes('donor_contact')
    ? 'Say who answers donors when they have a question.'
    : 'Say who gets the invoices.'
}

/** What the dashboard shows of the setup: the steps, the welcome until a day after onboarding, then nothing. */
export function setupView(organization: SetUp): 'steps' | 'welcome' | 'nothing' {
  if (!organization.complete || !organization.is_premium) return 'steps'
  return organization.onboarded === null || organization.just_onboarded ? 'welcome' : 'nothing'
}

/** How many steps there are for an organization of its kind, met or not. */
export const stepsInAll = ({ type }: Pick<SetUp, 'type'>): number => (type === 'chapter' ? 4 : 6)

/** The step to go on with, for who is at one already: what is unmet elsewhere comes before what is in front of them. */
export function stepAfter(organization: SetUp, here: string): Step | null {
  const steps = unmetSteps(organization)
  return steps.find(({ to }) => to !== here) ?? null
}
