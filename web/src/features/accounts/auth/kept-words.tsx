import { Suspense, useEffect, useState } from 'react'
import { session } from '../../../api/session.ts'
import { safeStorage } from '../../../api/storage.ts'
import { useMe } from '../../../shared/me.tsx'
import { late, Nothing } from '../../../ui/late.tsx'
import { dropWords, findWords, keepWords, watchTyping } from './typed-words.ts'

// Where it cannot be had the words stay where they are kept, and are handed back by the next page.
const KeptWordsDialog = /* @__PURE__ */ late(() => import('./kept-words-dialog.tsx'), Nothing)

const storage = safeStorage('sessionStorage')

/** Hands back what somebody had typed when their session ended, after they have signed in again. */
export function KeptWords() {
  const who = String(useMe().id)
  const [words, setWords] = useState(() => findWords(storage, who))
  useEffect(() => {
    const typing = watchTyping(document)
    // Told before the screen is taken away: the fields are still there.
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
