import { imports } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { useMe } from '../../../shared/me.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorSummary } from '../../../ui/field.tsx'
import { formatCount, formatDay, formatShare, plural } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { toastError, toasts } from '../../../ui/toast-store.ts'
import { SendButton } from '../../email/mails/index.ts'
import { ColumnList } from './column-list.tsx'
import { conflictsIn, lacksDates, mappingProblem } from './column-mapping.ts'
import { DateQuestion, GiftDateField, SheetQuestion } from './file-questions.tsx'
import {
  deleteMappingDraft,
  findMappingDraft,
  type MappingDraft,
  type MappingDraftKey,
  saveMappingDraft,
} from './mapping-draft.ts'
import { OptionsAndOutcome } from './options-and-outcome.tsx'
import { OrganizationNamesQuestion, SingleOrganizationQuestion } from './organization-questions.tsx'
import { ProblemRows } from './problem-rows.tsx'
import { sendFile } from './send-file.ts'
import { defaultOptions, uploadForm } from './upload-form.ts'
import { usePreCheck } from './use-pre-check.ts'

type FieldMapperProps = {
  file: File
  preCheck: imports.TestResult
  onSheet: (sheet: string) => void
  onUploaded: (run: imports.ImportRun) => void
  onBack: () => void
  onClose: () => void
}

type Refusal = {
  readonly title: string
  readonly message: string
  readonly attempt: number
  readonly toastId: number
}

export default function FieldMapperDialog({
  file,
  preCheck: first,
  onSheet,
  onUploaded,
  onBack,
  onClose,
}: FieldMapperProps) {
  const { id } = useOrganization()
  const start: MappingDraft = { choices: first.map, options: { ...defaultOptions, sheet: first.file.sheet } }
  const draftKey: MappingDraftKey = { userId: useMe().id, organizationId: id, file, sheet: first.file.sheet }
  const [savedDraft] = useState(() => findMappingDraft(draftKey))
  const [choices, setChoices] = useState((savedDraft ?? start).choices)
  const [options, setOptions] = useState((savedDraft ?? start).options)
  const isUploaded = useRef(false)
  useEffect(() => {
    if (!isUploaded.current) saveMappingDraft(draftKey, start, { choices, options })
  })
  const [refused, setRefused] = useState<Refusal | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const hasChapters = first.organization.children.length > 0
  const mapsOrganization = Object.values(choices).includes('organization_name')
  const problem = mappingProblem(choices, {
    needsOrganization: hasChapters && options.everyRow === null,
    giftDate: options.giftDate,
  })
  const { preCheck, isChecking } = usePreCheck({ organizationId: id, file, first, choices, options, ready: !problem })
  const isDateOrderAmbiguous = preCheck.date_order === 'ambiguous'
  const conflicts = conflictsIn(choices)

  const refuse = (title: string, message: string) => {
    setRefused({ title, message, attempt: (refused?.attempt ?? 0) + 1, toastId: toastError(title, message) })
  }
  // The problem may be fixed now, and its toast would cover the button.
  const changed = () => {
    if (refused) toasts.dismiss(refused.toastId)
    setRefused(null)
  }

  const upload = async () => {
    if (problem) return refuse(problem.title, problem.message)
    if (isDateOrderAmbiguous && !options.dateOrder) {
      return refuse('Missing Required Field', 'Choose whether dates start with the month or the day.')
    }
    setRefused(null)
    setSent(0)
    try {
      const answer = await sendFile(imports.uploadImportFile, {
        params: { id },
        form: uploadForm(file, options, choices),
        onSent: setSent,
      })
      isUploaded.current = true
      deleteMappingDraft()
      onUploaded(answer.import)
    } catch (error) {
      setSent(null)
      refuse('Upload failed', messageOf(error))
    }
  }

  return (
    <Dialog
      onClose={onClose}
      confirmClose="The file hasn’t been uploaded yet."
      width="full"
      title="Field Mapper"
      description={`${file.name}: ${plural(preCheck.rows, 'row')}, ${plural(preCheck.columns.length, 'column')}${describe(preCheck.file)}${first.remembered_at ? ` · same mapping as ${formatDay(first.remembered_at)}` : ''}`}
      footer={
        <>
          {sent !== null && <Sending share={sent} />}
          <Button variant="secondary" onClick={onBack} disabled={sent !== null}>
            Choose another file
          </Button>
          {sent === null && !problem && preCheck.review && <Summary review={preCheck.review} isChecking={isChecking} />}
          <SendButton
            review={problem || isChecking ? null : (preCheck.review?.mails ?? null)}
            disabled={isChecking && !problem}
            disabledReason="Still checking"
            busy={sent !== null}
            onSend={() => void upload()}
          >
            Upload
          </SendButton>
        </>
      }
    >
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr]">
        <div className="flex flex-col gap-4 empty:hidden lg:col-start-2">
          {refused && (
            <ErrorSummary title={refused.title} errors={[{ message: refused.message }]} attempt={refused.attempt} />
          )}
          {savedDraft && (
            <Notice tone="submitted">
              Your work on this file is back as you left it.{' '}
              <button
                type="button"
                className="min-h-6 font-semibold text-brand-text underline underline-offset-2"
                onClick={() => {
                  setChoices(start.choices)
                  setOptions(start.options)
                  changed()
                }}
              >
                Start over
              </button>
            </Notice>
          )}
          <SheetQuestion file={preCheck.file} onSheet={onSheet} />
          {hasChapters && !mapsOrganization && (
            <SingleOrganizationQuestion
              organization={first.organization}
              value={options.everyRow}
              onChange={(everyRow) => {
                setOptions({ ...options, everyRow })
                changed()
              }}
            />
          )}
          {mapsOrganization && (
            <OrganizationNamesQuestion
              organization={preCheck.organization}
              chosen={options.organizations}
              onChange={(name, mapping) => {
                setOptions({ ...options, organizations: { ...options.organizations, [name]: mapping } })
                changed()
              }}
            />
          )}
          {lacksDates(choices) && (
            <GiftDateField
              value={options.giftDate}
              onChange={(giftDate) => {
                setOptions({ ...options, giftDate })
                changed()
              }}
            />
          )}
          {isDateOrderAmbiguous && (
            <DateQuestion
              preCheck={preCheck}
              value={options.dateOrder}
              onChange={(dateOrder) => {
                setOptions({ ...options, dateOrder })
                changed()
              }}
            />
          )}
        </div>
        <div className="lg:sticky lg:top-0 lg:col-start-2 lg:self-start">
          <OptionsAndOutcome
            preCheck={preCheck}
            isChecking={isChecking}
            problem={problem}
            isProblemShown={refused !== null}
            options={options}
            onOptions={(chosen) => setOptions({ ...options, ...chosen })}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-6 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          {!problem && preCheck.review && (
            <ProblemRows
              review={preCheck.review}
              columns={first.columns}
              corrections={options.corrections}
              onChange={(corrections) => setOptions({ ...options, corrections })}
            />
          )}
          <ColumnList
            columns={first.columns}
            sample={first.sample}
            choices={choices}
            conflicts={conflicts}
            onChoose={(header, target) => {
              setChoices({ ...choices, [header]: target })
              if (target === 'organization_name') setOptions({ ...options, everyRow: null })
              changed()
            }}
          />
        </div>
      </div>
    </Dialog>
  )
}

/** Next to the button, because the rest may be scrolled away. */
function Summary({
  review: { gifts, updates, outcome, mails },
  isChecking,
}: {
  review: imports.ImportReview
  isChecking: boolean
}) {
  if (isChecking) return <p className="flex flex-1 items-center text-[0.9375rem] text-muted">Checking…</p>
  const parts = [
    plural(gifts, 'new gift'),
    updates > 0 && `${formatCount(updates)} updated`,
    outcome.matchable > 0 && `${formatCount(outcome.matchable)} could be matched`,
    mails.waits_because
      ? `${plural(mails.mails, 'email')} waiting`
      : plural(mails.mails, 'email to donors', 'emails to donors'),
  ]
  return <p className="flex min-w-48 flex-1 items-center text-[0.9375rem]">{parts.filter(Boolean).join(' · ')}</p>
}

/** An encoding other than UTF-8 explains garbled characters. */
const describe = ({ format, encoding, sheet }: imports.TestResult['file']): string => {
  if (format !== 'csv') return sheet ? ` · sheet ${quoted(sheet)}` : ''
  return encoding && encoding.toLowerCase() !== 'utf-8' ? ` · text encoding ${encoding.toUpperCase()}` : ''
}

function Sending({ share }: { share: number }) {
  const isSent = share >= 1
  return (
    <div role="status" className="flex min-w-40 flex-1 flex-col justify-center gap-1.5">
      <span className="text-[0.9375rem] text-muted">
        {isSent ? 'Checking the file…' : `Sending the file: ${formatShare(share, 1)}`}
      </span>
      <ProgressBar label="Sending the file" value={isSent ? null : share} max={1} />
    </div>
  )
}
