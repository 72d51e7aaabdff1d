import { directory, type mails } from '@twofold/contract'
import { possessive } from '@twofold/matching'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../../../api/api-error.ts'
import { useApiMutation, useApiQuery } from '../../../../api/use-api.ts'
import { Button } from '../../../../ui/button.tsx'
import { Radio, RadioGroup, Select } from '../../../../ui/choice.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field } from '../../../../ui/field.tsx'
import { plural } from '../../../../ui/format.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { CompanySearch } from '../../../core/companies/index.ts'
import { SendButton } from '../../../email/mails/index.ts'
import { ChangeReview } from './change-review.tsx'
import { describeChange } from './change-text.ts'

const { directoryMessages, directoryUndoDays } = directory

type KeptPolicy = 'this' | 'other'
type Review = directory.CompanyMergeReview

export default function MergeCompanies({
  company,
  onClose,
}: {
  company: directory.DirectoryCompany
  onClose: () => void
}) {
  const { company_id: companyId, name } = company.company
  const [otherId, setOtherId] = useState<number | null>(null)
  const [policy, setPolicy] = useState<KeptPolicy | null>(null)
  const input = { params: { companyId }, body: { other_id: otherId ?? 0, policy } }
  const preview = useApiQuery(directory.reviewCompanyMerge, input, { enabled: otherId !== null, staleMs: 0 })
  const merge = useApiMutation(directory.mergeCompanies, {
    refreshes: [directory.getDirectoryCompany, directory.listDirectoryChanges],
    failed: directoryMessages.mergeFailed,
  })
  const asksPolicy = preview.data?.asks_policy === true
  return (
    <Merge
      kind="companies"
      name={name}
      isChosen={otherId !== null}
      needsPolicy={asksPolicy && policy === null}
      preview={preview}
      merge={merge}
      failed={directoryMessages.mergeFailed}
      successNote="Its gifts are moving now. "
      onMerge={(onSuccess) => merge.mutate(input, { onSuccess })}
      onClose={onClose}
      field={
        <Field name="other" label="Which company is the same?" hint="Any name or spelling works">
          <CompanySearch
            value=""
            placeholder="Type the name of a company"
            onlyOf={{ directoryBut: companyId }}
            onChoose={(match) => {
              setPolicy(null)
              merge.reset()
              setOtherId(match?.company_id ?? null)
            }}
          />
        </Field>
      }
      choice={
        asksPolicy &&
        preview.data && <PolicyChoice review={preview.data} name={name} chosen={policy} onChoose={setPolicy} />
      }
      moves={(review) => <CompanyMoves review={review} name={name} />}
    />
  )
}

type PlatformProps = {
  platform: directory.DirectoryPlatform
  others: readonly directory.DirectoryPlatform[]
  onClose: () => void
}

export function MergePlatforms({ platform: { id: platformId, name }, others, onClose }: PlatformProps) {
  const [otherId, setOtherId] = useState('')
  const input = { params: { platformId }, body: { other_id: otherId } }
  const preview = useApiQuery(directory.reviewPlatformMerge, input, { enabled: otherId !== '', staleMs: 0 })
  const merge = useApiMutation(directory.mergePlatforms, {
    refreshes: [directory.listDirectoryPlatforms, directory.listDirectoryChanges, directory.getDirectoryCompany],
    failed: directoryMessages.mergePlatformsFailed,
  })
  return (
    <Merge
      kind="platforms"
      name={name}
      isChosen={otherId !== ''}
      preview={preview}
      merge={merge}
      failed={directoryMessages.mergePlatformsFailed}
      onMerge={(onSuccess) => merge.mutate(input, { onSuccess })}
      onClose={onClose}
      field={
        <Field name="other" label="Which platform is the same?">
          <Select
            value={otherId}
            onChange={(event) => {
              merge.reset()
              setOtherId(event.target.value)
            }}
          >
            <option value="">Choose a platform</option>
            {others.map((other) => (
              <option key={other.id} value={other.id}>
                {other.name}
              </option>
            ))}
          </Select>
        </Field>
      }
      moves={({ other, companies, changes }) => (
        <>
          <li>
            {companies === 0
              ? `No company’s policy uses ${other.name}.`
              : `${plural(companies, 'company policy', 'company policies')} will use ${name}.`}
          </li>
          {changes.map((change) => (
            <li key={`${change.term} ${change.to}`}>{describeChange(change)}</li>
          ))}
          <li>
            {other.name} disappears from all lists. Reports and deposits that name it count as {name}.
          </li>
        </>
      )}
    />
  )
}

type Previewed = {
  readonly other: { readonly name: string }
  readonly review: mails.ChangeReview | null
  readonly conflicts?: readonly string[]
}

function Merge<Shown extends Previewed>({
  kind,
  name,
  isChosen,
  needsPolicy = false,
  preview,
  merge,
  failed,
  successNote = '',
  onMerge,
  onClose,
  field,
  choice,
  moves,
}: {
  kind: 'companies' | 'platforms'
  name: string
  isChosen: boolean
  needsPolicy?: boolean
  preview: { readonly isFetching: boolean; readonly error: Error | null; readonly data: Shown | undefined }
  merge: { readonly isPending: boolean; readonly error: Error | null }
  failed: string
  successNote?: string
  onMerge: (onSuccess: () => void) => void
  onClose: () => void
  field: ReactNode
  choice?: ReactNode
  moves: (shown: Shown) => ReactNode
}) {
  const review = !isChosen || preview.isFetching || preview.error ? undefined : preview.data
  const save = () => {
    if (!review) return
    onMerge(() => {
      toast({
        title: `${review.other.name} merged into ${name}`,
        description: `${successNote}You can undo this for ${directoryUndoDays} days.`,
      })
      onClose()
    })
  }
  return (
    <Dialog
      width="wide"
      onClose={onClose}
      confirmClose={isChosen}
      title={`Merge two ${kind}`}
      description={`${name} stays and keeps the data of both.`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <SendButton
            review={review?.review?.mails ?? null}
            busy={merge.isPending}
            disabled={!review || needsPolicy}
            onSend={save}
          >
            Merge
          </SendButton>
        </>
      }
    >
      <div className="space-y-6">
        {field}
        {isChosen && (
          <div className="space-y-6" aria-live="polite">
            {preview.error && <Notice tone="problem">{messageOf(preview.error)}</Notice>}
            {merge.error && <Notice tone="problem">{`${failed} ${messageOf(merge.error)}`}</Notice>}
            {choice}
            {preview.isFetching && <Loading text="Checking what will move..." />}
            {review && (
              <section aria-label="What moves" className="rounded-card bg-sunken px-5 py-4">
                <h3 className="mb-2 font-semibold">What moves to {name}</h3>
                <ul className="list-disc space-y-1.5 pl-5 break-words">{moves(review)}</ul>
                {review.conflicts && review.conflicts.length > 0 && (
                  <Notice tone="awaiting" className="mt-4">
                    {review.conflicts.map((sentence) => (
                      <p key={sentence}>{sentence}</p>
                    ))}
                  </Notice>
                )}
              </section>
            )}
            {review?.review && <ChangeReview review={review.review} />}
          </div>
        )}
      </div>
    </Dialog>
  )
}

type ChoiceProps = { review: Review; name: string; chosen: KeptPolicy | null; onChoose: (stays: KeptPolicy) => void }

function PolicyChoice({ review: { policies, other }, name, chosen, onChoose }: ChoiceProps) {
  const choices = [
    ['this', name, policies.this],
    ['other', other.name, policies.other],
  ] as const
  return (
    <RadioGroup legend="Both have a policy. Which one stays?">
      {choices.map(([value, label, text]) => (
        <Radio
          key={value}
          name="policy"
          value={value}
          label={`${possessive(label)} policy`}
          hint={text ?? 'No policy in effect today.'}
          checked={chosen === value}
          onChange={() => onChoose(value)}
        />
      ))}
    </RadioGroup>
  )
}

function CompanyMoves({ review, name }: { review: Review; name: string }) {
  const { other, names, email_domains, subsidiaries, gifts, organizations, suggestions } = review
  const movedRecords = [
    [review.own_policies, 'nonprofit’s own policy', 'nonprofits’ own policies'],
    [review.campaigns, 'campaign', 'campaigns'],
    [review.group_submissions, 'submitted gift list', 'submitted gift lists'],
    [suggestions, 'suggested correction', 'suggested corrections'],
  ] as const
  const movedTexts = movedRecords.filter(([count]) => count > 0).map(([count, one, many]) => plural(count, one, many))
  return (
    <>
      <li>
        {gifts === 0
          ? `${other.name} has no gifts.`
          : `${plural(gifts, 'gift')} at ${plural(organizations, 'organization')}, in the background. Each gift’s history will show it.`}
      </li>
      {names.length > 0 && <li>Other names: {names.join(', ')}.</li>}
      {email_domains.length > 0 && <li>Email domains: {email_domains.join(', ')}.</li>}
      {subsidiaries.length > 0 && (
        <li>Subsidiaries: {subsidiaries.map((subsidiary) => subsidiary.name).join(', ')}.</li>
      )}
      {movedTexts.length > 0 && <li>{movedTexts.join(', ')}.</li>}
      <li>
        {other.name} disappears from all lists, and its page leads to {name}. If you undo the merge, gifts added under
        its name in the meantime stay with {name}.
      </li>
    </>
  )
}
