import { saveFile } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Notice } from '../../../ui/notice.tsx'

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = `Recovery codes for Twofold. Each works once.\n\n${codes.join('\n')}\n`
  return (
    <div className="mt-4">
      <Notice tone="awaiting">
        Keep these codes somewhere safe. They won’t be shown again. Each one signs you in once, without your phone or
        passkey.
      </Notice>
      <ul className="mt-4 grid gap-y-1.5 rounded-control bg-sunken p-4 font-mono text-[0.9375rem]">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button
          variant="secondary"
          size="small"
          onClick={() =>
            saveFile({ blob: new Blob([text], { type: 'text/plain' }), name: 'twofold-recovery-codes.txt' })
          }
        >
          Download
        </Button>
        <CopyButton text={text} label="Copy the recovery codes" />
      </div>
    </div>
  )
}
