import { donations, donorMerges, donors } from '@twofold/contract'
import { findStatus } from '@twofold/matching'
import { useEffect, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { queryClient, queryKeyOf, useApiMutation, useApiQuery } from '../../../api/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/choice.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { formatMoney, plural } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { useSearch } from '../../../ui/search.ts'
import { Loading } from '../../../ui/spinner.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { SendReview } from '../../email/mails/index.ts'
import { fieldLabels, nameOfDonor } from './donor-text.ts'

type Detail = donors.DonorDetail
type Choice = { readonly id: number; readonly name: string; readonly email: string }

export default function MergeDialog(props: { donor: Detail; start: Choice | null; onClose: () => void }) {
  const { donor, start, onClose } = props
  const [other, setOther] = useState<Choice | null>(start)
  return (
    <Dialog
      readFirst={start !== null}
      onClose={onClose}
      title="Merge two donors"
      description={`${nameOfDonor(donor)} keeps all gifts from both.`}
      footer={
        other === null && (
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        )
      }
    >
      <div className="space-y-5">
        <Field name="other" label="Who is the same person?" hint="Find them by name or email address.">
          <DonorSearch donor={donor} value={other ? nameOfDonor(other) : ''} onChoose={setOther} />
        </Field>
        {other && <Outcome key={other.id} donor={donor} other={other} onClose={onClose} />}
      </div>
    </Dialog>
  )
}

function DonorSearch(props: { donor: Detail; value: string; onChoose: (choice: Choice | null) => void }) {
  const { donor, value, onChoose } = props
  const [typed, setTyped] = useState<string | null>(null)
  const [found, search] = useSearch<Choice>({
    minLength: 2,
    waitMs: 300,
    find: async (term, signal) => {
      const query = { search: term, per_page: 20 }
      const answer = await call(donors.listDonors, { params: { id: donor.organization.id }, query }, signal)
      return answer.donors.filter(
        ({ id, organization }) => id !== donor.id && organization.id === donor.organization.id,
      )
    },
  })
  const isShort = (typed ?? '').trim().length < 2
  return (
    <Combobox
      text={typed ?? value}
      placeholder="Name or email"
      options={
        isShort
          ? []
          : found.results.map((candidate) => ({
              key: String(candidate.id),
              label: nameOfDonor(candidate),
              hint: candidate.email,
              value: candidate,
            }))
      }
      busy={found.state === 'waiting'}
      message={!isShort && found.state === 'done' && found.results.length === 0 ? 'No other donor found' : undefined}
      onText={(text) => {
        setTyped(text)
        search(text)
        onChoose(null)
      }}
      onChoose={(candidate) => {
        setTyped(nameOfDonor(candidate))
        onChoose(candidate)
      }}
    />
  )
}

const comparable = donors.donorFields.filter((field) => field !== 'email')
type TakenField = (typeof comparable)[number]

function Outcome({ donor, other, onClose }: { donor: Detail; other: Choice; onClose: () => void }) {
  const otherDonor = useApiQuery(donors.getDonor, { params: { id: other.id } }).data?.donor
  const [take, setTake] = useState<readonly TakenField[]>([])
  const [companyId, setCompanyId] = useState<number | null>(null)
  const preview = useApiMutation(donorMerges.previewMerge)
  const merge = useApiMutation(donorMerges.mergeDonors, {
    refreshes: [donors.listDonors, donors.getDonor, donations.listDonations, donations.getDonation],
  })
  const { mutate } = preview
  useEffect(() => {
    mutate({ params: { id: donor.id }, body: { other_id: other.id, company_id: companyId } })
  }, [mutate, donor.id, other.id, companyId])
  const body = { other_id: other.id, take: [...take], company_id: companyId }
  const send = () =>
    merge.mutate(
      { params: { id: donor.id }, body },
      {
        onSuccess: (answer) => {
          queryClient.setQueryData(queryKeyOf(donors.getDonor, { params: { id: donor.id } }), answer)
          toast({
            title: 'Donors merged',
            description: `You can undo this here for ${donorMerges.mergeUndoDays} days.`,
          })
          onClose()
        },
      },
    )
  const problem = merge.error ?? preview.error
  const differing = otherDonor
    ? comparable.filter(
        (field) => donor[field] !== '' && otherDonor[field] !== '' && donor[field] !== otherDonor[field],
      )
    : []
  const companies = employersOf(donor, otherDonor)
  return (
    <div className="space-y-5" aria-live="polite">
      {problem && (
        <Notice tone="problem">
          {donorMerges.mergeMessages.failed}. {messageOf(problem)}
        </Notice>
      )}
      {differing.map((field) => (
        <Field key={field} name={`take-${field}`} label={fieldLabels[field]}>
          <Select
            value={take.includes(field) ? 'theirs' : 'ours'}
            onChange={(event) =>
              setTake(event.target.value === 'theirs' ? [...take, field] : take.filter((taken) => taken !== field))
            }
          >
            <option value="ours">{donor[field]}</option>
            <option value="theirs">{otherDonor?.[field]}</option>
          </Select>
        </Field>
      ))}
      {companies.length > 1 && (
        <Field name="company" label="Employer" hint="Applies to open matches.">
          <Select
            value={companyId ?? ''}
            onChange={(event) => setCompanyId(event.target.value === '' ? null : Number(event.target.value))}
          >
            <option value="">Keep each gift’s employer</option>
            {companies.map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {!preview.data && !preview.error && <Loading />}
      {preview.data && <Moves donor={donor} other={other} preview={preview.data} />}
      <div
        data-bottom-bar=""
        className="sticky bottom-0 -mx-5 -mb-5 flex flex-wrap justify-end gap-2.5 border-t border-hairline bg-surface px-5 py-3.5 sm:-mx-6 sm:px-6"
      >
        <CancelAndConfirm
          onCancel={onClose}
          busy={merge.isPending}
          disabled={!preview.data || preview.isPending}
          onClick={send}
        >
          Merge
        </CancelAndConfirm>
      </div>
    </div>
  )
}

const employersOf = (donor: Detail, otherDonor: Detail | undefined): readonly (readonly [number, string])[] => [
  ...new Map(
    [...donor.employers, ...(otherDonor?.employers ?? [])].flatMap(({ company_id, name }) =>
      company_id === null ? [] : [[company_id, name] as const],
    ),
  ),
]

function Moves({ donor, other, preview }: { donor: Detail; other: Choice; preview: donorMerges.MergePreview }) {
  const { gifts, mails, other_addresses, unsubscribes, rejudged, rejudged_total, review } = preview
  // Duplicates usually share a name, so their email addresses distinguish them.
  const isNamesake = nameOfDonor(donor) === nameOfDonor(other)
  const nameFor = (choice: Choice): string => (isNamesake && choice.email ? choice.email : nameOfDonor(choice))
  const currency = donor.sums[0]?.currency ?? 'USD'
  return (
    <section aria-label="Changes" className="rounded-card bg-sunken px-5 py-4">
      <h3 className="mb-2 font-semibold">Changes</h3>
      <ul className="list-disc space-y-1.5 pl-5">
        <li>
          {nameFor(other)}’s {plural(gifts, 'gift')} and {plural(mails, 'email')} move to {nameFor(donor)}.
        </li>
        {other_addresses.length > 0 && (
          <li>
            Future gifts from {other_addresses.join(', ')} go to {nameFor(donor)}.
          </li>
        )}
        {unsubscribes && (
          <li>
            {nameFor(other)} unsubscribed, so we’ll stop emailing {donor.email} too.
          </li>
        )}
        {rejudged_total === 0 && <li>No matches change.</li>}
        {rejudged.slice(0, 5).map((match) => (
          <li key={match.donation_id}>{describeMatchChange(match, currency)}</li>
        ))}
        {rejudged_total > 5 && <li>{plural(rejudged_total - 5, 'more match changes', 'more matches change')}.</li>}
      </ul>
      {review.mails > 0 && (
        <div className="mt-4">
          <SendReview review={review} />
        </div>
      )}
    </section>
  )
}

function describeMatchChange(match: donorMerges.MergePreview['rejudged'][number], currency: 'USD' | 'CAD'): string {
  if (match.joins !== null) return `Match ${match.donation_id} becomes part of match ${match.joins}.`
  const label = findStatus(match.to_status_id)?.label ?? ''
  const sum =
    match.matched_before === match.matched_after
      ? ''
      : `, estimated ${formatMoney(match.matched_after, currency)} instead of ${formatMoney(match.matched_before, currency)}`
  return match.from_status_id === match.to_status_id
    ? `Match ${match.donation_id} stays “${label}”${sum}.`
    : `Match ${match.donation_id} becomes “${label}”${sum}.`
}
