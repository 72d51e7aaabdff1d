/** Placeholder values from the specification. */
export const supportContact = {
  email: 'support@twofold.example',
} as const
