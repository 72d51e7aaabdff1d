/** Created by the real rules, identical in two databases created on the same day. */

import type { Feature } from '../../../platform/services/feature.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import { demoAccounts, demoPassword } from './demo-organizations.ts'
import { makeDemo } from './make-demo.ts'

type Options = { readonly platform: Platform; readonly directory: Directory }

export const demoFeature = ({ platform, directory }: Options): Feature => ({
  beforeWork: async () => {
    if (platform.config.demo) await makeDemo(platform, directory)
  },
})

export function demoSignIns(): string {
  const lines = demoAccounts.map(({ email, roleText }) => `  ${email.padEnd(26)} ${roleText}`)
  return ['', `Demo sign-ins (password ${demoPassword}):`, ...lines, ''].join('\n')
}
