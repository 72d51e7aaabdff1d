import { Suspense, useEffect, useState } from 'react'
import { session } from '../../../api/session.ts'
import { safeStorage } from '../../../api/storage.ts'
import { useMe } from '../../../shared/me.tsx'
import { EmptyFallback, lazyComponent } from '../../../ui/lazy.tsx'
import { deleteUnsavedFields, findUnsavedFields, saveUnsavedFields, trackTypedFields } from './unsaved-fields.ts'

// If this chunk fails to load, the text stays stored, and the next page shows it.
const UnsavedInputDialog = /* @__PURE__ */ lazyComponent(() => import('./unsaved-input-dialog.tsx'), EmptyFallback)

const storage = safeStorage('sessionStorage')

export function UnsavedInput() {
  const who = String(useMe().id)
  const [fields, setFields] = useState(() => findUnsavedFields(storage, who))
  useEffect(() => {
    const typing = trackTypedFields(document)
    // This runs before the screen unmounts, so the fields still exist.
    const unsubscribe = session.subscribe(() => {
      if (session.token() !== null) return
      if (session.ending() === 'expired') saveUnsavedFields(storage, who, typing.fields())
      else deleteUnsavedFields(storage)
    })
    return () => {
      unsubscribe()
      typing.stop()
    }
  }, [who])
  if (fields.length === 0) return null
  const done = () => {
    deleteUnsavedFields(storage)
    setFields([])
  }
  return (
    <Suspense>
      <UnsavedInputDialog fields={fields} onDone={done} />
    </Suspense>
  )
}
