import { statusIds } from '@twofold/matching'
import { z } from 'zod'

/** Separate from the shapes that all screens need, so that the status table is not in the initial bundle. */
export const statusId = z.literal(statusIds)
