/** How long it is said that a password was set before the sign-in page opens by itself. */
export const redirectAfterMs = 3_000
