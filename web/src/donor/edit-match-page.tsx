import { auth, linkTo, screens } from '@twofold/contract'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { messageOf } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page.tsx'

/**
 * A donor's way to their own match. The address of this page shows nothing: a one-time link goes to the address that is
 * stored, and opens the match after one press.
 */
export default function EditMatchPage() {
  const { matchId = '' } = useParams()
  const [search] = useSearchParams()
  const token = search.get('token')
  return (
    <div className="mx-auto max-w-xl">
      <PageHeading title="Edit Your Match Request" />
      <Card>
        {token ? <OpenMatch token={token} /> : <AskForLink matchId={matchId} email={search.get('email') ?? ''} />}
      </Card>
    </div>
  )
}

/** A plain form: the address it leads to is the link of the specification. */
function AskForLink({ matchId, email }: { matchId: string; email: string }) {
  return (
    <form method="get" action={auth.followLinkRequest.path} className="flex flex-col gap-5">
      <p className="text-muted">
        For your safety nothing is shown here. We mail you a one-time link, to the address that we know from your gift.
      </p>
      <input type="hidden" name="redirect" value={linkTo(screens.donorMatch, { matchId })} />
      <input type="hidden" name="press" value="1" />
      <Field name="email" label="Email">
        <Input type="email" name="email" autoComplete="email" inputMode="email" required defaultValue={email} />
      </Field>
      <Button type="submit" className="self-start">
        Send me the link
      </Button>
    </form>
  )
}

function OpenMatch({ token }: { token: string }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const open = async () => {
    setBusy(true)
    try {
      const { page } = await call(auth.redeemDonorLink, { body: { token } })
      if (page) return location.replace(page)
      setProblem('There is nothing to do for this match yet: no mail about it was written so far.')
    } catch (error) {
      setProblem(messageOf(error))
    }
    setBusy(false)
  }
  return (
    <>
      {problem ? (
        <Notice tone="problem">{problem}</Notice>
      ) : (
        <>
          <p className="mb-5">You opened the link from your mailbox. Press the button to see your matching request.</p>
          <Button busy={busy} onClick={() => void open()}>
            Open my matching request
          </Button>
        </>
      )}
      <p className="mt-5 text-muted">
        There you see what your employer needs from you. Changing your name, address or employer here is not built yet.
      </p>
    </>
  )
}
