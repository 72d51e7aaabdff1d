import type { auth } from '@twofold/contract'
import type { Platform } from '../../../../platform/services/platform.ts'

/** Super users work in everybody's name: outside the demo a password alone is not enough for them. */
export const needsFactor = (platform: Pick<Platform, 'config'>, user: auth.User): boolean =>
  platform.config.superUsersNeedFactor && user.globalPermission === 'super'
