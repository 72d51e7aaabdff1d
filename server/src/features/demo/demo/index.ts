/** The demo organizations: made by the real rules, the same on two databases made on one day. */
import type { Platform } from '../../../platform/services/platform.ts'
import type { Room } from '../../../platform/services/room.ts'
import type { Directory } from '../../core/companies/index.ts'
import { demoAccounts, demoPassword } from './demo-organizations.ts'
import { makeDemo } from './make-demo.ts'

type Given = { readonly platform: Platform; readonly directory: Directory }

export const demoRoom = ({ platform, directory }: Given): Room => ({
  beforeWork: async () => {
    if (platform.config.demo) await makeDemo(platform, directory)
  },
})

/** What `npm start` prints. */
export function demoSignIns(): string {
  const lines = demoAccounts.map(({ email, who }) => `  ${email.padEnd(26)} ${who}`)
  return ['', `Demo sign-ins (password ${demoPassword}):`, ...lines, ''].join('\n')
}
