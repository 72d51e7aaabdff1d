import { documents, organizations } from '@twofold/contract'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../../api/api-error.ts'
import { call } from '../../../../api/client.ts'
import { queryClient, queryKeyOf } from '../../../../api/use-api.ts'
import { useOrganization } from '../../../../shared/current-organization.tsx'
import { toast, toastError } from '../../../../ui/toast-store.ts'

const tooLarge = (file: File): boolean => file.size > documents.documentLimits.megabytes * 1024 * 1024

export function useUpload(messages: { done: string; failed: string }) {
  const { id } = useOrganization()
  const [pending, setPending] = useState<File | null>(null)
  const [problem, setProblem] = useState<string>()

  const refuse = (message: string) => {
    setProblem(message)
    toastError(messages.failed, message)
    return false
  }
  const upload = async (file: File, fields: Readonly<Record<string, string>>): Promise<boolean> => {
    if (pending) return false
    if (tooLarge(file)) return refuse(documents.documentMessages.tooLarge)
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    body.set('file', file)
    setPending(file)
    setProblem(undefined)
    try {
      const saved = await call(documents.uploadFile, { params: { id }, body })
      queryClient.setQueryData<organizations.Organization>(
        queryKeyOf(organizations.getOrganization, { params: { id } }),
        (current) => current && { ...current, ...saved },
      )
      toast({ title: messages.done })
      return true
    } catch (error) {
      // The server checks the request's size limit before it knows the field.
      const isTooLarge = error instanceof ApiError && error.status === 413
      return refuse(isTooLarge ? documents.documentMessages.tooLarge : messageOf(error))
    } finally {
      setPending(null)
    }
  }
  return { upload, pending, problem, refuse, clear: () => setProblem(undefined) }
}
