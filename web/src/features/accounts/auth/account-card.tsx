import { auth } from '@twofold/contract'
import { useState } from 'react'
import { queryClient, queryKeyOf, useApiMutation, useApiQuery } from '../../../api/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { AccountLine } from './account-line.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'

type Change = 'name' | 'email' | 'password'

const cacheAccount = (account: auth.Account) => queryClient.setQueryData(queryKeyOf(auth.getAccount, {}), account)

export function AccountCard() {
  const { data: account, error, refetch } = useApiQuery(auth.getAccount, {}, { staleMs: 0 })
  const [change, setChange] = useState<Change | null>(null)
  const close = () => setChange(null)
  return (
    <Card>
      <CardTitle>You</CardTitle>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : account ? (
        <Lines account={account} onChange={setChange} />
      ) : (
        <Loading />
      )}
      {account && change === 'name' && <NameDialog account={account} onChanged={cacheAccount} onClose={close} />}
      {account && change === 'email' && <EmailDialog account={account} onChanged={cacheAccount} onClose={close} />}
      {account && change === 'password' && <PasswordDialog onClose={close} />}
    </Card>
  )
}

function Lines({ account, onChange }: { account: auth.Account; onChange: (change: Change) => void }) {
  return (
    <>
      {account.pending_email && <Pending email={account.pending_email} />}
      <ul className="divide-y divide-hairline">
        <AccountLine title="Name" action="Change" onPress={() => onChange('name')}>
          {account.name}
        </AccountLine>
        <AccountLine title="Email" action="Change" onPress={() => onChange('email')}>
          {account.email}
        </AccountLine>
        <AccountLine
          title="Password"
          action="Change"
          onPress={() => onChange('password')}
          refused={account.has_password ? undefined : 'You don’t have one yet.'}
        >
          {account.has_password
            ? 'Changing it signs you out everywhere else.'
            : 'You don’t have one yet. Use “Forgot password?” on the sign-in page to create one.'}
        </AccountLine>
      </ul>
    </>
  )
}

function Pending({ email }: { email: string }) {
  const cancel = useApiMutation(auth.cancelEmailChange, { failed: 'Couldn’t save' })
  return (
    <Notice tone="verify" className="mb-2">
      <p>
        <strong className="font-semibold wrap-anywhere">{email}</strong> isn’t confirmed yet. Open the link we emailed
        to that address. It expires in 1 hour.
      </p>
      <Button
        variant="secondary"
        size="small"
        className="mt-3"
        busy={cancel.isPending}
        onClick={() =>
          cancel.mutate(
            {},
            {
              onSuccess: (account) => {
                cacheAccount(account)
                toast({ title: 'Your email stays the same' })
              },
            },
          )
        }
      >
        Keep my current email
      </Button>
    </Notice>
  )
}
