import type { auth } from '@twofold/contract'
import type { Platform } from '../../../../platform/services/platform.ts'

/** Super users have access to every organization. */
export const needsFactor = (platform: Pick<Platform, 'config'>, user: auth.User): boolean =>
  platform.config.superUsersNeedFactor && user.globalPermission === 'super'
