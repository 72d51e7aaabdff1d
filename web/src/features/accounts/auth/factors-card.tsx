import { auth } from '@twofold/contract'
import { useState } from 'react'
import { queryClient, queryKeyOf, useApiQuery } from '../../../api/use-api.ts'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { formatDateTime, plural } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { AccountLine } from './account-line.tsx'
import { type FactorChange, FactorDialog } from './factor-dialog.tsx'
import { proofOf } from './identity-proof.tsx'
import { canUsePasskeys, passkeysUnavailableReason } from './passkey-support.ts'

export function FactorsCard() {
  const { data: factors, error, refetch } = useApiQuery(auth.getFactors, {}, { staleMs: 0 })
  const [change, setChange] = useState<FactorChange | null>(null)
  return (
    <Card>
      <CardTitle>Two-step sign-in</CardTitle>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : factors ? (
        <FactorList factors={factors} onChange={setChange} />
      ) : (
        <Loading />
      )}
      {factors && change && (
        <FactorDialog
          change={change}
          proof={proofOf(factors)}
          onClose={() => setChange(null)}
          onChanged={(after) => {
            queryClient.setQueryData(queryKeyOf(auth.getFactors, {}), after)
            void queryClient.invalidateQueries({ queryKey: [auth.listAccountEvents.name] })
          }}
        />
      )}
    </Card>
  )
}

function FactorList({ factors, onChange }: { factors: auth.Factors; onChange: (change: FactorChange) => void }) {
  const isOn = factors.totp_since !== null || factors.passkeys.length > 0
  // Without a password, an app code confirms a change. Without both, no confirmation is possible.
  const missingReason = factors.has_password || factors.totp_since ? undefined : 'Choose a password first.'
  return (
    <>
      <p className="text-muted">
        {isOn
          ? 'After your password or a magic link, we’ll ask for one of these.'
          : 'Protect your account even if someone steals your password.'}
        {factors.required && ' Super users need one.'}
      </p>
      {missingReason && (
        <Notice tone="verify" className="mt-4">
          You need a password to confirm changes here. Use “Forgot password?” on the sign-in page to create one.
        </Notice>
      )}
      <ul className="mt-3 divide-y divide-hairline">
        <AccountLine
          title="Authenticator app"
          action={factors.totp_since ? 'Remove' : 'Set up'}
          onPress={() => onChange({ kind: factors.totp_since ? 'remove-app' : 'add-app' })}
          refused={missingReason}
        >
          {factors.totp_since
            ? `In use since ${formatDateTime(factors.totp_since)}.`
            : 'A 6-digit code from your phone.'}
        </AccountLine>
        {factors.passkeys.map(({ id, name, created_at, last_used_at }) => (
          <AccountLine
            key={id}
            title={name}
            action="Remove"
            onPress={() => onChange({ kind: 'remove-passkey', id, name })}
            refused={missingReason}
          >
            Added {formatDateTime(created_at)}
            {last_used_at && `, last used ${formatDateTime(last_used_at)}`}.
          </AccountLine>
        ))}
        <AccountLine
          title={factors.passkeys.length > 0 ? 'Another passkey' : 'Passkey'}
          action="Add"
          onPress={() => onChange({ kind: 'add-passkey' })}
          refused={canUsePasskeys() ? missingReason : passkeysUnavailableReason()}
        >
          Use your fingerprint, face or a security key instead of a password.
        </AccountLine>
        {isOn && (
          <AccountLine
            title="Recovery codes"
            action="Create new ones"
            onPress={() => onChange({ kind: 'new-codes' })}
            refused={missingReason}
          >
            {plural(factors.recovery_codes_left, 'code')} left. Each works once.
          </AccountLine>
        )}
      </ul>
    </>
  )
}
