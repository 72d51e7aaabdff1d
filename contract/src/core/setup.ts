import type { Organization } from './organizations.ts'

// What an organization still has to say before it can be marked complete: one rule for the dashboard, the organization's own
// page and the weekly mail.

/** In the order in which they are asked for. */
export const setupSteps = ['details', 'categories', 'communication', 'address', 'documents', 'billing'] as const
export type SetupStep = (typeof setupSteps)[number]

/** What the steps look at. */
export type SetUp = Pick<
  Organization,
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
  | 'parent_complete'
>

const details = ['name', 'type', 'phone', 'mission', 'url'] as const

const isBlank = (text: string): boolean => text.trim() === ''

/** The details that nobody has written yet. */
export const missingDetails = (organization: SetUp): (typeof details)[number][] =>
  details.filter((field) => isBlank(organization[field]))

const isUnmet: Readonly<Record<SetupStep, (organization: SetUp) => boolean>> = {
  details: (organization) => missingDetails(organization).length > 0,
  categories: ({ category_id_array }) => category_id_array.length === 0,
  communication: ({ needed }) => needed.length > 0,
  address: ({ address_id }) => address_id === null,
  documents: ({ file_logo }) => isBlank(file_logo ?? ''),
  // 'parent' is a plan too: a chapter's bills go to its parent.
  billing: ({ is_premium }) => !is_premium,
}

/** A chapter has its parent's causes and logo. */
const notOfChapters: ReadonlySet<SetupStep> = new Set(['categories', 'documents'])

/** The steps of an organization of its kind, met or not. */
export const stepsOf = ({ type }: Pick<SetUp, 'type'>): readonly SetupStep[] =>
  setupSteps.filter((step) => type !== 'chapter' || !notOfChapters.has(step))

/** Matching is on by the word of the parent: what the parent has said is not asked again. */
export const isSetUpByParent = ({ complete, parent_complete }: Pick<SetUp, 'complete' | 'parent_complete'>): boolean =>
  parent_complete && !complete

/** The steps that are still unmet, in their order. */
export const unmetStepsOf = (organization: SetUp): SetupStep[] =>
  isSetUpByParent(organization) ? [] : stepsOf(organization).filter((step) => isUnmet[step](organization))
