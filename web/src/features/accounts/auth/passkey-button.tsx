import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { beginSession } from '../../../shared/begin-session.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toastError } from '../../../ui/toast-store.ts'
import { canUsePasskeys, passkeyFailure, passkeysUnavailableReason } from './passkey-support.ts'

/** A passkey counts as two factors: possession of the device plus a PIN or biometric check. */
export function PasskeyButton() {
  const [problem, setProblem] = useState('')
  const [isPrompting, setPrompting] = useState(false)
  const signIn = async () => {
    setProblem('')
    setPrompting(true)
    try {
      const { signInWithPasskey } = await import('./passkey.ts')
      beginSession(await signInWithPasskey())
    } catch (error) {
      const message = passkeyFailure(error)
      toastError('Login Failed', message)
      setProblem(message)
      setPrompting(false)
    }
  }
  return (
    <>
      <p className="my-5 flex items-center gap-3 text-[0.9375rem] text-muted before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline">
        or
      </p>
      {problem && (
        <Notice tone="problem" className="mb-4">
          {problem}
        </Notice>
      )}
      <Button
        variant="secondary"
        icon={KeyRound}
        className="w-full"
        busy={isPrompting}
        disabled={!canUsePasskeys()}
        onClick={() => void signIn()}
      >
        Sign in with a passkey
      </Button>
      {!canUsePasskeys() && <p className="mt-2 text-[0.9375rem] text-muted">{passkeysUnavailableReason()}</p>}
    </>
  )
}
