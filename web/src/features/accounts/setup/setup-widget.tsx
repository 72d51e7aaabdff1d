import { mails, type organizations } from '@twofold/contract'
import { type ReactNode, Suspense, useState } from 'react'
import { call } from '../../../api/client.ts'
import type { SaveState } from '../../../shared/autosave.ts'
import { useMe } from '../../../shared/me.tsx'
import { ReevaluationNotice } from '../../../shared/reevaluation-notice.tsx'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SendReviewDialog, useSendReview } from '../../email/mails/index.ts'
import { potentialMatchesSentence } from './potential-matches-sentence.ts'
import { setupView } from './setup-steps.ts'
import { useSetupSave } from './use-setup-save.ts'

type Organization = organizations.Organization

const SetupCards = lazyComponent(() => import('./setup-cards.tsx'))

/** Needs a `key` per organization. */
export function SetupWidget({ organization }: { organization: Organization }) {
  const isSuper = useMe().globalPermission === 'super'
  const { state, complete, retry } = useSetupSave(organization)
  const view = setupView(organization)
  const sending = useSendReview()
  const [potential, setPotential] = useState<mails.MatchPotential>()
  const finish = () => {
    const loadReview = async () => {
      const review = await call(mails.reviewOrganizationChange, {
        params: { id: organization.id },
        body: { complete: true },
      })
      setPotential(review.could_be_matched)
      return review
    }
    void sending.ask(loadReview, complete)
  }
  return (
    <>
      {isSuper && (
        <Notice tone="verify" className="mb-6">
          <p className="font-semibold">Organization Selected</p>
          <p>You are working with {organization.name}.</p>
        </Notice>
      )}
      <ReevaluationNotice organization={organization} />
      {view !== 'nothing' && (
        <Suspense fallback={<div className="mb-8 min-h-64" />}>
          <SetupCards
            view={view}
            organization={organization}
            onComplete={finish}
            busy={sending.isCounting || (state !== 'idle' && state !== 'failed')}
          >
            <SaveStatusText isCounting={sending.isCounting && organization.has_gifts} state={state} onRetry={retry} />
          </SetupCards>
        </Suspense>
      )}
      <SendReviewDialog
        review={sending.review}
        title="Turn matching on?"
        action="Turn matching on"
        onSend={sending.send}
        onClose={sending.close}
      >
        {potential && potential.gifts > 0 && (
          <p className="mb-2 text-lg leading-snug font-semibold">{potentialMatchesSentence(potential)}</p>
        )}
        <p className="mb-4">We’ll check your gifts for matches now and email their donors.</p>
      </SendReviewDialog>
    </>
  )
}

/** Counting takes seconds when many gifts wait. */
function SaveStatusText({
  isCounting,
  state,
  onRetry,
}: {
  isCounting: boolean
  state: SaveState
  onRetry: () => void
}) {
  return (
    <div role="status" className="text-[0.9375rem] text-muted not-empty:mt-1">
      {isCounting ? 'Counting matchable gifts and donor emails…' : describeState(state, onRetry)}
    </div>
  )
}

function describeState(state: SaveState, onRetry: () => void): ReactNode {
  if (state === 'saving') return 'Saving…'
  if (state !== 'failed' && state !== 'kept') return null
  return (
    <span className="text-danger-text">
      Not saved,{' '}
      <button type="button" onClick={onRetry} className="min-h-6 font-semibold underline underline-offset-3">
        retry
      </button>
      {state === 'kept' && '. It’s saved on this device and will sync when you’re back online.'}
    </span>
  )
}
