import { matchRequests } from '@twofold/contract'
import { useState } from 'react'
import { messageOf } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** Behind the link that the stored address got: nothing happens before a person presses. */
export function HandOver({ token }: { token: string }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [done, setDone] = useState<{ organization: string; email: string } | null>(null)
  const press = async () => {
    setBusy(true)
    try {
      setDone(await call(matchRequests.handOverMatchRequest, { body: { token } }))
    } catch (error) {
      setProblem(messageOf(error))
    }
    setBusy(false)
  }
  if (done) {
    return (
      <Notice tone="submitted">
        Done. From now on, emails about your gift to {done.organization} go to {done.email}, and only whoever reads that
        address can change the request.
      </Notice>
    )
  }
  if (problem) return <Notice tone="problem">{problem}</Notice>
  return (
    <>
      <p className="mb-5">
        Somebody asked to move your match request to another email address. Once you agree, only that address can change
        it, and the links in your earlier emails stop working.
      </p>
      <Button busy={busy} onClick={() => void press()}>
        Hand it over
      </Button>
      <p className="mt-5 text-muted">
        Didn’t ask for this? Close this page. Nothing changes until you press the button.
      </p>
    </>
  )
}
