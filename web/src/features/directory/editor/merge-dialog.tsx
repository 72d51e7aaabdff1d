import { directory } from '@twofold/contract'
import { useEffect, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useAction } from '../../../api/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Radio, RadioGroup } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { plural } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { SendButton } from '../../mails/index.ts'
import { CompanySearch } from '../companies/company-search.tsx'
import { ChangeReview } from './change-review.tsx'

type Stays = 'this' | 'other'
type Review = directory.CompanyMergeReview

/** Two entries that are one company: the other is found, what moves is shown, and only then it is done. */
export default function MergeDialog({
  company,
  onClose,
}: {
  company: directory.DirectoryCompany
  onClose: () => void
}) {
  const { company_id: companyId, name } = company.company
  const [otherId, setOtherId] = useState<number | null>(null)
  const [policy, setPolicy] = useState<Stays | null>(null)
  const preview = useAction(directory.reviewCompanyMerge)
  const merge = useAction(directory.mergeCompanies, {
    refreshes: [directory.getDirectoryCompany, directory.listDirectoryChanges],
  })
  const { mutate } = preview
  useEffect(() => {
    if (otherId !== null) mutate({ params: { companyId }, body: { other_id: otherId, policy } })
  }, [mutate, companyId, otherId, policy])
  const shown = otherId === null || preview.isPending || preview.error ? null : preview.data
  const asks = preview.data?.asks_policy === true && otherId !== null
  const waitsForChoice = asks && policy === null
  const save = () => {
    if (otherId === null || !shown) return
    merge.mutate(
      { params: { companyId }, body: { other_id: otherId, policy } },
      {
        onSuccess: () => {
          toast({
            title: `${shown.other.name} is merged into ${name}`,
            description: `Its gifts follow now. It can be undone for ${directory.directoryUndoDays} days.`,
          })
          onClose()
        },
        onError: (error) => toastError(directory.directoryMessages.mergeFailed, messageOf(error)),
      },
    )
  }
  return (
    <Dialog
      open
      width="wide"
      onClose={onClose}
      keep={otherId !== null}
      title="Merge two companies"
      description={`${name} stays, with everything of both.`}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <SendButton
            review={shown?.review?.mails ?? null}
            busy={merge.isPending}
            disabled={!shown || waitsForChoice}
            onSend={save}
          >
            Merge
          </SendButton>
        </>
      }
    >
      <div className="space-y-6">
        <Field name="other" label="Which company is the same?" hint="Its name, another name, or even a misspelling">
          <CompanySearch
            value=""
            placeholder="Type the name of a company"
            onlyOf={{ directoryBut: companyId }}
            onChoose={(found) => {
              setPolicy(null)
              preview.reset()
              merge.reset()
              setOtherId(found?.company_id ?? null)
            }}
          />
        </Field>
        {otherId !== null && (
          <div className="space-y-6" aria-live="polite">
            {preview.error && <Notice tone="problem">{messageOf(preview.error)}</Notice>}
            {merge.error && (
              <Notice tone="problem">{`${directory.directoryMessages.mergeFailed} ${messageOf(merge.error)}`}</Notice>
            )}
            {asks && preview.data && (
              <PolicyChoice review={preview.data} name={name} chosen={policy} onChoose={setPolicy} />
            )}
            {preview.isPending && <Loading text="Checking what will move..." />}
            {shown && <Moves review={shown} name={name} />}
            {shown?.review && <ChangeReview review={shown.review} />}
          </div>
        )}
      </div>
    </Dialog>
  )
}

type ChoiceProps = { review: Review; name: string; chosen: Stays | null; onChoose: (stays: Stays) => void }

function PolicyChoice({ review: { policies, other }, name, chosen, onChoose }: ChoiceProps) {
  const none = 'No version counts today.'
  return (
    <RadioGroup legend="Both have a policy. Which one stays?">
      {(
        [
          ['this', name, policies.this],
          ['other', other.name, policies.other],
        ] as const
      ).map(([value, label, text]) => (
        <Radio
          key={value}
          name="policy"
          value={value}
          label={`${label}’s policy`}
          hint={text ?? none}
          checked={chosen === value}
          onChange={() => onChoose(value)}
        />
      ))}
    </RadioGroup>
  )
}

function Moves({ review, name }: { review: Review; name: string }) {
  const { other, names, email_domains, subsidiaries, gifts, organizations, suggestions } = review
  const followers = [
    [review.own_policies, 'policy of a nonprofit’s own', 'policies of nonprofits’ own'],
    [review.campaigns, 'campaign', 'campaigns'],
    [review.group_submissions, 'list of gifts that was submitted', 'lists of gifts that were submitted'],
    [suggestions, 'suggested correction', 'suggested corrections'],
  ] as const
  const follow = followers.filter(([count]) => count > 0).map(([count, one, many]) => plural(count, one, many))
  return (
    <section aria-label="What moves" className="rounded-card bg-sunken px-5 py-4">
      <h3 className="mb-2 font-semibold">What moves to {name}</h3>
      <ul className="list-disc space-y-1.5 pl-5 break-words">
        <li>
          {gifts === 0
            ? `No gift is at ${other.name}.`
            : `${plural(gifts, 'gift')} of ${plural(organizations, 'organization')}, in the background, each with a line in its history.`}
        </li>
        {names.length > 0 && <li>It’s also found as {names.join(', ')}.</li>}
        {email_domains.length > 0 && <li>Donors who write from {email_domains.join(', ')} work there.</li>}
        {subsidiaries.length > 0 && <li>Its subsidiaries: {subsidiaries.map((one) => one.name).join(', ')}.</li>}
        {follow.length > 0 && <li>{follow.join(', ')}.</li>}
        <li>
          {other.name} is no longer in any list; its address leads to {name}. Gifts that come in under its name before
          an undo stay with {name}.
        </li>
      </ul>
      {review.conflicts.length > 0 && (
        <Notice tone="awaiting" className="mt-4">
          {review.conflicts.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
    </section>
  )
}
