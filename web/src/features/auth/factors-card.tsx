import { auth } from '@twofold/contract'
import { useState } from 'react'
import { answerKey, queryClient, useAnswer } from '../../api/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { formatMoment, plural } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { type FactorChange, FactorDialog } from './factor-dialog.tsx'
import { canUsePasskeys } from './passkey-failure.ts'

/** The optional second step: an authenticator app, passkeys, recovery codes. */
export function FactorsCard() {
  const { data: factors, error, refetch } = useAnswer(auth.getFactors, {}, { staleMs: 0 })
  const [change, setChange] = useState<FactorChange | null>(null)
  return (
    <Card>
      <CardTitle>Second step of signing in</CardTitle>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : factors ? (
        <FactorList factors={factors} onChange={setChange} />
      ) : (
        <Loading />
      )}
      {change && (
        <FactorDialog
          change={change}
          onClose={() => setChange(null)}
          onChanged={(after) => queryClient.setQueryData(answerKey(auth.getFactors, {}), after)}
        />
      )}
    </Card>
  )
}

function FactorList({ factors, onChange }: { factors: auth.Factors; onChange: (change: FactorChange) => void }) {
  const isOn = factors.totp_since !== null || factors.passkeys.length > 0
  return (
    <>
      <p className="text-muted">
        {isOn
          ? 'After your password or a magic link you are asked for one of these.'
          : 'With a second step a stolen password is not enough to come in as you.'}
        {factors.required && ' Super users need one.'}
      </p>
      {!factors.has_password && (
        <Notice tone="verify" className="mt-4">
          You have no password yet, and changes here are confirmed with it. "Forgot password?" on the sign-in page sends
          you a link to choose one.
        </Notice>
      )}
      <ul className="mt-3 divide-y divide-hairline">
        <Line
          title="Authenticator app"
          text={
            factors.totp_since ? `In use since ${formatMoment(factors.totp_since)}.` : 'Six digits from your phone.'
          }
          action={factors.totp_since ? 'Remove' : 'Set up'}
          onPress={() => onChange({ kind: factors.totp_since ? 'remove-app' : 'add-app' })}
        />
        {factors.passkeys.map(({ id, name, created_at, last_used_at }) => (
          <Line
            key={id}
            title={name}
            text={`Passkey of ${formatMoment(created_at)}${last_used_at ? `, last used ${formatMoment(last_used_at)}` : ''}.`}
            action="Remove"
            onPress={() => onChange({ kind: 'remove-passkey', id, name })}
          />
        ))}
        <Line
          title={factors.passkeys.length > 0 ? 'Another passkey' : 'Passkey'}
          text="Your fingerprint, your face, or a key that you plug in."
          action="Add"
          onPress={() => onChange({ kind: 'add-passkey' })}
          refused={canUsePasskeys() ? undefined : 'Passkeys work only under a name, over a safe connection.'}
        />
        {isOn && (
          <Line
            title="Recovery codes"
            text={`${plural(factors.recovery_codes_left, 'code')} left, each good once.`}
            action="Make new ones"
            onPress={() => onChange({ kind: 'new-codes' })}
          />
        )}
      </ul>
    </>
  )
}

function Line({
  title,
  text,
  action,
  onPress,
  refused,
}: {
  title: string
  text: string
  action: string
  onPress: () => void
  refused?: string | undefined
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{title}</p>
        <p className="text-[0.9375rem] text-muted">{text}</p>
      </div>
      <Button look="secondary" size="small" disabled={Boolean(refused)} why={refused} onClick={onPress}>
        {action}
        <span className="sr-only"> {title}</span>
      </Button>
    </li>
  )
}
