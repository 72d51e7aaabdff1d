export type SetupState = {
  readonly isComplete: boolean
  readonly isParentComplete?: boolean | null | undefined
}

/** Returns whether an organization's gifts are matched: its setup, or that of its parent, is complete. */
export const isSetUp = ({ isComplete, isParentComplete }: SetupState): boolean =>
  isComplete || isParentComplete === true
