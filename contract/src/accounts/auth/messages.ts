export const messages = {
  invalidEmail: 'Please enter a valid email address',
  passwordTooShort: 'Password must be at least 6 characters',
  passwordTooLong: 'Password must be at most 256 characters',
  loginFailed: 'Login failed. Please try again.',
  wrongCredentials: 'That email or password is incorrect.',
  noUserFound: 'No user found with that email address',
  expired: 'Authentication expired. Please login again.',
  linkUsed: 'This link has expired or was already used. Please request a new one.',
  passwordLinkUsed:
    'This link has expired or was already used. If you have set your password, sign in with it; if not, press "Forgot password?" on the sign-in page for a new link.',
  resetSentTitle: 'Password Reset Email Sent',
  resetSent: 'If that address has an account, we’ve emailed a link to set a new password.',
  invalidEmailTitle: 'Invalid Email',
  invalidEmailToReset: 'Please enter a valid email address.',
  forgotFailedTitle: 'Request Failed',
  forgotFailed: 'Unable to process your request. Please try again later.',
  passwordsDiffer: "Passwords don't match",
  noResetToken: 'Invalid or missing reset token. Please request a new password reset link.',
  resetFailedTitle: 'Password Reset Failed',
  resetFailed: 'Password reset failed. The link may have expired. Please try again.',
  passwordTooCommon: 'This password is on lists of stolen passwords. Choose another one.',
  signInAgain: 'That took too long. Sign in again.',
  wrongCode: 'That code is incorrect. Codes change every 30 seconds, and each works once.',
  wrongPasskey: 'We couldn’t check that passkey. Try again.',
  wrongPassword: 'That password is incorrect.',
  sixDigits: 'Enter the 6-digit code from the email',
  wrongMailCode: 'That code is incorrect. Use the newest email. After five wrong tries, only its link works.',
  nameMissing: 'Name is required',
  nameTooLong: 'Name must be less than 100 characters',
  currentMissing: 'Enter your password',
  confirmMissing: 'Enter your password or a code from your authenticator app',
  emailTaken: 'Another account already uses this address.',
  emailYours: 'This is already your address.',
  factorRequired: 'Super users need two-step sign-in: add another second step before you remove this one.',
  passwordIsYours: 'This password is too easy to guess. Don’t use your name or email.',
} as const

export const passwordMinimum = 6

/** Returns the message for a password shorter than `minimum` characters. */
export const passwordTooShort = (minimum: number): string =>
  minimum <= passwordMinimum ? messages.passwordTooShort : `Password must be at least ${minimum} characters`
