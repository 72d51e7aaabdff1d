import type { Organization } from './organizations.ts'

export const setupSteps = ['details', 'categories', 'communication', 'address', 'documents', 'billing'] as const
export type SetupStep = (typeof setupSteps)[number]

export type SetupFields = Pick<
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

/** Returns the details that are still empty. */
export const missingDetails = (organization: SetupFields): (typeof details)[number][] =>
  details.filter((field) => isBlank(organization[field]))

const isIncomplete: Readonly<Record<SetupStep, (organization: SetupFields) => boolean>> = {
  details: (organization) => missingDetails(organization).length > 0,
  categories: ({ category_id_array }) => category_id_array.length === 0,
  communication: ({ needed }) => needed.length > 0,
  address: ({ address_id }) => address_id === null,
  documents: ({ file_logo }) => isBlank(file_logo ?? ''),
  // 'parent' also counts as a plan, because the parent pays for a chapter.
  billing: ({ is_premium }) => !is_premium,
}

/** A chapter uses its parent's causes and logo. */
const notOfChapters: ReadonlySet<SetupStep> = new Set(['categories', 'documents'])

/** Returns all steps for an organization of this type, completed or not. */
export const stepsOf = ({ type }: Pick<SetupFields, 'type'>): readonly SetupStep[] =>
  setupSteps.filter((step) => type !== 'chapter' || !notOfChapters.has(step))

/** Returns whether the parent's setup enables matching. Steps that the parent completed are not required again. */
export const isSetUpByParent = ({
  complete,
  parent_complete,
}: Pick<SetupFields, 'complete' | 'parent_complete'>): boolean => parent_complete && !complete

/** Returns the incomplete steps in order. */
export const incompleteStepsOf = (organization: SetupFields): SetupStep[] =>
  isSetUpByParent(organization) ? [] : stepsOf(organization).filter((step) => isIncomplete[step](organization))
