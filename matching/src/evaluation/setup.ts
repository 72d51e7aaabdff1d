export type SetupState = {
  readonly isComplete: boolean
  readonly isParentComplete?: boolean | null | undefined
}

/** Returns whether the setup of the organization or of its parent is complete. */
export const isSetUp = ({ isComplete, isParentComplete }: SetupState): boolean =>
  isComplete || isParentComplete === true
