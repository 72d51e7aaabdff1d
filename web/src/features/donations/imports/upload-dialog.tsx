import type { imports } from '@twofold/contract'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { toastError } from '../../../ui/toast-store.ts'
import { ChooseFileDialog } from './choose-file-dialog.tsx'
import FieldMapperDialog from './field-mapper-dialog.tsx'
import { preCheckFile } from './pre-check-file.ts'
import { RunDialog } from './run-dialog.tsx'
import { defaultOptions, preCheckForm } from './upload-form.ts'

type Step =
  | { readonly at: 'choose'; readonly file: File | null; readonly problem?: string }
  | { readonly at: 'check'; readonly file: File; readonly sent: number; readonly waits?: boolean }
  | { readonly at: 'map'; readonly file: File; readonly preCheck: imports.TestResult }
  | { readonly at: 'run'; readonly run: imports.ImportRun }

const start: Step = { at: 'choose', file: null }

export default function UploadDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { id } = useOrganization()
  const [step, setStep] = useState<Step>(start)
  const checking = useRef<AbortController | null>(null)
  useEffect(() => () => checking.current?.abort(), [])

  const closeDialog = () => {
    checking.current?.abort()
    setStep(start)
    onClose()
  }

  const check = async (file: File, sheet: string | null = null) => {
    checking.current?.abort()
    const attempt = new AbortController()
    checking.current = attempt
    const { signal } = attempt
    setStep({ at: 'check', file, sent: 0 })
    try {
      let isWaiting = false
      const preCheck = await preCheckFile({
        params: { id },
        form: preCheckForm(file, { ...defaultOptions, sheet }),
        onSent: (sent) => !signal.aborted && !isWaiting && setStep({ at: 'check', file, sent }),
        onWaiting: () => {
          isWaiting = true
          if (!signal.aborted) setStep({ at: 'check', file, sent: 1, waits: true })
        },
        signal,
      })
      setStep({ at: 'map', file, preCheck })
    } catch (error) {
      if (signal.aborted) return
      toastError('Upload failed', error)
      setStep({ at: 'choose', file, problem: messageOf(error) })
    }
  }

  if (!open) return null
  switch (step.at) {
    case 'choose':
      return (
        <ChooseFileDialog
          file={step.file}
          problem={step.problem}
          onFile={(file, problem) => (problem ? setStep({ at: 'choose', file, problem }) : void check(file))}
          onShow={(run) => setStep({ at: 'run', run })}
          onClose={closeDialog}
        />
      )
    case 'check':
      return <ChooseFileDialog file={step.file} sent={step.sent} waits={step.waits} onClose={closeDialog} />
    case 'map':
      return (
        <FieldMapperDialog
          key={step.preCheck.file.sheet}
          file={step.file}
          preCheck={step.preCheck}
          onSheet={(sheet) => void check(step.file, sheet)}
          onUploaded={(run) => setStep({ at: 'run', run })}
          onBack={() => setStep(start)}
          onClose={closeDialog}
        />
      )
    case 'run':
      return <RunDialog started={step.run} onAnother={() => setStep(start)} onClose={closeDialog} />
  }
}
