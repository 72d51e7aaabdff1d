/** The demo organization: made by the real rules, the same on two databases made on one day. */
export const demoPassword = 'twofold-demo'

const accounts = [
  ['admin@riverbend.example', 'admin of Riverbend Food Bank'],
  ['writer@riverbend.example', 'write'],
  ['reader@riverbend.example', 'read'],
  ['pta@maple.example', 'admin of Maple Street PTA and write in Riverbend'],
  ['super@twofold.example', 'super user'],
] as const

/** What `npm start` prints. */
export function demoSignIns(): string {
  const lines = accounts.map(([email, who]) => `  ${email.padEnd(26)} ${who}`)
  return ['', `Demo sign-ins (password ${demoPassword}):`, ...lines, ''].join('\n')
}
