export type SetupState = {
  readonly isComplete: boolean
  readonly isParentComplete?: boolean | null | undefined
}

/** Whether an organization's gifts are matched: its setup was marked complete, or that of the parent whose chapter it is. */
export const isSetUp = ({ isComplete, isParentComplete }: SetupState): boolean =>
  isComplete || isParentComplete === true
