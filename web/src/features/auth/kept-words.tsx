import { useEffect, useState } from 'react'
import { session } from '../../api/session.ts'
import { safeStorage } from '../../api/storage.ts'
import { useMe } from '../../shell/me.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { dropWords, findWords, keepWords, watchTyping } from './typed-words.ts'

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
    <Dialog
      open
      keep="What you haven’t copied is gone once this closes."
      onClose={done}
      title="What you typed"
      description="Your session ended before this was saved. Copy what you still need."
      footer={<Button onClick={done}>Done</Button>}
    >
      <ul className="divide-y divide-hairline">
        {words.map(({ label, text }) => (
          <li key={`${label} ${text}`} className="flex items-start justify-between gap-4 py-3">
            <div className="min-w-0">
              <p className="text-[0.9375rem] text-muted">{label}</p>
              <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
            </div>
            <CopyButton text={text} label={`Copy ${label}`} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
