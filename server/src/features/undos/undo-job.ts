import { z } from 'zod'
import type { Undoable } from './undos.queries.ts'

const jobData = z.object({
  organizationId: z.number(),
  importId: z.number().optional(),
  reportId: z.number().optional(),
  userId: z.number(),
  level: z.enum(['read', 'write', 'admin', 'super']),
})
export type UndoJob = Pick<z.infer<typeof jobData>, 'organizationId' | 'userId' | 'level'> & { readonly id: number }

/** What a job that undoes this says of it, by which one that waits is found. */
export const undoOf = ({ key }: Undoable, { organizationId, id }: Pick<UndoJob, 'organizationId' | 'id'>) => ({
  organizationId,
  [key]: id,
})

export const undoJob = (undoable: Undoable, job: UndoJob) => ({
  ...undoOf(undoable, job),
  userId: job.userId,
  level: job.level,
})

export function readUndoJob({ key }: Undoable, data: unknown): UndoJob {
  const { organizationId, userId, level, [key]: id } = jobData.parse(data)
  if (id === undefined) throw new Error(`a job of undoing without its ${key}`)
  return { organizationId, userId, level, id }
}
