import { matchRequests } from '@twofold/contract'
import { useEffect, useState } from 'react'
import { call } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { donorTexts, type Language, type LinkProblem, languageHeader, linkProblem } from './texts/index.ts'

/** Mail scanners open links, so the transfer requires a click. */
export function ConfirmTransfer({ token, language }: { token: string; language: Language }) {
  const texts = donorTexts[language]
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<LinkProblem | null>(null)
  const [email, setEmail] = useState<string | null>(null)
  useEffect(() => {
    const headers = languageHeader(language)
    call(matchRequests.readEmailTransfer, { body: { token }, headers }).then(
      (transfer) => setEmail(transfer.email),
      (error: unknown) => setProblem(linkProblem(donorTexts[language], error)),
    )
  }, [token, language])
  const [done, setDone] = useState<{ organization: string; email: string } | null>(null)
  const confirm = async () => {
    setBusy(true)
    setProblem(null)
    try {
      setDone(await call(matchRequests.transferMatchRequest, { body: { token }, headers: languageHeader(language) }))
    } catch (error) {
      setProblem(linkProblem(texts, error))
    }
    setBusy(false)
  }
  if (done) return <Notice tone="submitted">{texts.handed_over(done.organization, done.email)}</Notice>
  if (problem && (problem.hasEnded || email === null)) return <Notice tone="problem">{problem.message}</Notice>
  if (email === null) return <Spinner />
  return (
    <>
      {problem && (
        <Notice tone="problem" className="mb-5">
          {problem.message}
        </Notice>
      )}
      <p className="mb-5">{texts.hand_over(email)}</p>
      <Button busy={busy} onClick={() => void confirm()}>
        {texts.hand_over_button}
      </Button>
      <p className="mt-5 text-muted">{texts.hand_over_not}</p>
    </>
  )
}
