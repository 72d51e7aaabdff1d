/** How people reach a human. Placeholder values, as the specification has them. */
export const support = {
  email: 'support@twofold.example',
} as const
