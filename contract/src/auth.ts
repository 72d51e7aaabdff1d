/** People and how they come in. */
export * from './auth/factors.ts'
export * from './auth/links.ts'
export * from './auth/messages.ts'
export * from './auth/passwords.ts'
export * from './auth/people.ts'
export * from './auth/second-step.ts'
export * from './auth/sessions.ts'
export * from './auth/sign-in.ts'
