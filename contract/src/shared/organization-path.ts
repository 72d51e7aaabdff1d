import { z } from 'zod'
import { wireId } from './wire.ts'

export const organizationPath = z.object({ id: wireId })
