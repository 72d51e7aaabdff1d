/** The demo organizations: made by the real rules, the same on two databases made on one day. */
import { demoAccounts, demoPassword } from './demo-organizations.ts'

export { makeDemo } from './make-demo.ts'

/** What `npm start` prints. */
export function demoSignIns(): string {
  const lines = demoAccounts.map(({ email, who }) => `  ${email.padEnd(26)} ${who}`)
  return ['', `Demo sign-ins (password ${demoPassword}):`, ...lines, ''].join('\n')
}
