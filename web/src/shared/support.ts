/** Support contact. Placeholder values from the specification. */
export const support = {
  email: 'support@twofold.example',
} as const
