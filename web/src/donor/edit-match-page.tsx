import { auth, linkTo, screens } from '@twofold/contract'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { messageOf } from '../api/api-error.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page.tsx'
import { CorrectionScreen } from './correction-screen.tsx'
import { HandOver } from './hand-over.tsx'
import { type Opened, openRequest } from './open-request.ts'

/**
 * A donor's way to their own match. The address of this page shows nothing: a one-time link goes to the address that is
 * stored, and opens the match after one press.
 */
export default function EditMatchPage() {
  const { matchId = '' } = useParams()
  const [search] = useSearchParams()
  const [opened, setOpened] = useState<Opened | null>(null)
  const token = search.get('token')
  const handover = search.get('handover')
  return (
    <div className="mx-auto max-w-xl">
      <PageHeading title="Edit Your Match Request" />
      <Card>
        {opened ? (
          <CorrectionScreen opened={opened} />
        ) : handover ? (
          <HandOver token={handover} />
        ) : token ? (
          <OpenMatch token={token} matchId={matchId} onOpen={setOpened} />
        ) : (
          <AskForLink matchId={matchId} email={search.get('email') ?? ''} />
        )}
      </Card>
    </div>
  )
}

/** A plain form: the address it leads to is the link of the specification. */
function AskForLink({ matchId, email }: { matchId: string; email: string }) {
  return (
    <form method="get" action={auth.followLinkRequest.path} className="flex flex-col gap-5">
      <p className="text-muted">
        To keep your details safe, nothing is shown here. We’ll email a one-time link to the address that came with your
        gift.
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

function OpenMatch({ token, matchId, onOpen }: { token: string; matchId: string; onOpen: (opened: Opened) => void }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const open = async () => {
    setBusy(true)
    try {
      onOpen(await openRequest(token))
    } catch (error) {
      setProblem(messageOf(error))
      setBusy(false)
    }
  }
  if (problem) {
    return (
      <>
        <Notice tone="problem">{problem}</Notice>
        <div className="mt-5">
          <AskForLink matchId={matchId} email="" />
        </div>
      </>
    )
  }
  return (
    <>
      <p className="mb-5">You opened the link from your email. Press the button to see your match request.</p>
      <Button busy={busy} onClick={() => void open()}>
        Open my match request
      </Button>
    </>
  )
}
