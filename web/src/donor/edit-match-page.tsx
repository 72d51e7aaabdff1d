import { auth, linkTo, screens } from '@twofold/contract'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page.tsx'
import { ConfirmTransfer } from './confirm-transfer.tsx'
import { CorrectionScreen } from './correction-screen.tsx'
import { type OpenedRequest, openRequest } from './open-request.ts'
import {
  type DonorTexts,
  donorTexts,
  type Language,
  type LinkProblem,
  linkProblem,
  requestedLanguage,
  usePageLanguage,
} from './texts/index.ts'

/** The address itself reveals nothing: a one-time link goes to the stored email address. */
export default function EditMatchPage() {
  const { matchId = '' } = useParams()
  const [search] = useSearchParams()
  const [opened, setOpened] = useState<OpenedRequest | null>(null)
  const token = search.get('token')
  const handover = search.get('handover')
  const language = opened?.request.language ?? requestedLanguage(search.get('lang'))
  const texts = donorTexts[language]
  usePageLanguage(language)
  return (
    <div className="mx-auto max-w-xl">
      <PageHeading title={texts.title} />
      {/* Rendered empty first: screen readers do not announce a status that appears together with its text. */}
      <p role="status" className="sr-only">
        {opened && texts.loaded}
      </p>
      <Card>
        {opened ? (
          <CorrectionScreen opened={opened} />
        ) : handover ? (
          <ConfirmTransfer token={handover} language={language} />
        ) : token ? (
          <OpenMatch token={token} matchId={matchId} language={language} onOpen={setOpened} />
        ) : (
          <AskForLink matchId={matchId} email={search.get('email') ?? ''} texts={texts} />
        )}
      </Card>
    </div>
  )
}

function AskForLink({ matchId, email, texts }: { matchId: string; email: string; texts: DonorTexts }) {
  return (
    <form method="get" action={auth.followLinkRequest.path} className="flex flex-col gap-5">
      <p className="text-muted">{texts.ask}</p>
      <input type="hidden" name="redirect" value={linkTo(screens.donorMatch, { matchId })} />
      <input type="hidden" name="press" value="1" />
      <Field name="email" label={texts.email}>
        <Input type="email" name="email" autoComplete="email" inputMode="email" required defaultValue={email} />
      </Field>
      <Button type="submit" className="self-start">
        {texts.ask_button}
      </Button>
    </form>
  )
}

function OpenMatch({
  token,
  matchId,
  language,
  onOpen,
}: {
  token: string
  matchId: string
  language: Language
  onOpen: (opened: OpenedRequest) => void
}) {
  const texts = donorTexts[language]
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<LinkProblem | null>(null)
  const open = async () => {
    setBusy(true)
    setProblem(null)
    try {
      onOpen(await openRequest(token, language))
    } catch (error) {
      setProblem(linkProblem(texts, error))
      setBusy(false)
    }
  }
  if (problem?.hasEnded) {
    return (
      <>
        <Notice tone="problem">{problem.message}</Notice>
        <div className="mt-5">
          <AskForLink matchId={matchId} email="" texts={texts} />
        </div>
      </>
    )
  }
  return (
    <>
      {problem && (
        <Notice tone="problem" className="mb-5">
          {problem.message}
        </Notice>
      )}
      <p className="mb-5">{texts.open}</p>
      <Button busy={busy} onClick={() => void open()}>
        {texts.open_button}
      </Button>
    </>
  )
}
