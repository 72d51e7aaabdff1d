import { statusIds } from '@twofold/matching'
import { z } from 'zod'

/** Apart from the shapes that all screens need: the table of statuses is no part of the first script. */
export const statusId = z.literal(statusIds)
