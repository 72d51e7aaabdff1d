/** Delay before the sign-in page opens, in ms. */
export const redirectAfterMs = 3_000
