export const messages = {
  invalidEmail: 'Please enter a valid email address',
  passwordTooShort: 'Password must be at least 6 characters',
  passwordTooLong: 'Password must be at most 256 characters',
  loginFailed: 'Login failed. Please try again.',
  wrongCredentials: 'The email or password is not right.',
  noUserFound: 'No user found with that email address',
  expired: 'Authentication expired. Please login again.',
  linkUsed: 'This link has expired or was already used. Please request a new one.',
  passwordLinkUsed:
    'This link has expired or was already used. If you have set your password, sign in with it; if not, press "Forgot password?" on the sign-in page for a new link.',
  resetSentTitle: 'Password Reset Email Sent',
  resetSent: 'If that address has an account here, an email with a link to set a new password is on its way.',
  invalidEmailTitle: 'Invalid Email',
  invalidEmailToReset: 'Please enter a valid email address.',
  forgotFailedTitle: 'Request Failed',
  forgotFailed: 'Unable to process your request. Please try again later.',
  passwordsDiffer: "Passwords don't match",
  noResetToken: 'Invalid or missing reset token. Please request a new password reset link.',
  resetFailedTitle: 'Password Reset Failed',
  resetFailed: 'Password reset failed. The link may have expired. Please try again.',
  passwordTooCommon:
    'This password is too easy to guess: it’s on lists of stolen passwords. Please choose another one.',
  signInAgain: 'That took too long. Please sign in again.',
  wrongCode: 'That code isn’t right. Codes change every 30 seconds, and each works once.',
  wrongPasskey: 'We couldn’t check that passkey. Please try again.',
  wrongPassword: 'The password is not right.',
  sixDigits: 'Enter the six digits from the email',
  wrongMailCode: 'That code isn’t right. It’s in the newest email; after five wrong tries, only the link in it works.',
  nameMissing: 'Name is required',
  nameTooLong: 'Name must be less than 100 characters',
  currentMissing: 'Enter your password',
  confirmMissing: 'Enter your password or a code from your authenticator app',
  emailTaken: 'Someone already signs in with this address.',
  emailYours: 'This is already your address.',
  factorRequired: 'Super users need two-step sign-in: add another second step before you remove this one.',
  passwordIsYours: 'This password is too easy to guess: it’s your name or email. Please choose another one.',
} as const

/** An installation may require more than the specification's six characters. */
export const passwordTooShort = (minimum: number): string =>
  minimum <= 6 ? messages.passwordTooShort : `Password must be at least ${minimum} characters`
