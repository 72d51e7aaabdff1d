import { Suspense, useEffect, useState } from 'react'
import { session } from '../../../api/session.ts'
import { safeStorage } from '../../../api/storage.ts'
import { useMe } from '../../../shared/me.tsx'
import { late, Nothing } from '../../../ui/late.tsx'
import { dropWords, findWords, keepWords, watchTyping } from './typed-words.ts'

// If this chunk fails to load, the text stays stored, and the next page shows it.
const KeptWordsDialog = /* @__PURE__ */ late(() => import('./kept-words-dialog.tsx'), Nothing)

const storage = safeStorage('sessionStorage')

/** After sign-in, shows the text that the same person had typed when the session ended. */
export function KeptWords() {
  const who = String(useMe().id)
  const [words, setWords] = useState(() => findWords(storage, who))
  useEffect(() => {
    const typing = watchTyping(document)
    // This runs before the screen unmounts, so the fields still exist.
    const unsubscribe = session.subscribe(() => {
      if (session.token() !== null) return
      if (session.ending() === 'expired') keepWords(storage, who, typing.words())
      else dropWords(storage)
    })
    return () => {
      unsubscribe()
      typing.stop()
    }
  }, [who])
  if (words.length === 0) return null
  const done = () => {
    dropWords(storage)
    setWords([])
  }
  return (
    <Suspense>
      <KeptWordsDialog words={words} onDone={done} />
    </Suspense>
  )
}
