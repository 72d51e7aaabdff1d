import { linkTo, screens, verifications } from '@twofold/contract'
import { CircleCheck, ExternalLink, FileCheck, ListFilter } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useApiQuery } from '../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Select } from '../../../ui/choice.tsx'
import { formatCount, plural } from '../../../ui/format.ts'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { focusedRowId, isDialogOpen, moveRowFocus } from '../../../ui/row-focus.ts'
import { SelectedBar } from '../../../ui/selected-bar.tsx'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { useShortcuts } from '../../../ui/use-shortcuts.ts'
import { useVerifyMatches } from './use-verify-matches.ts'
import { isSelectable, VerificationList } from './verification-list.tsx'
import { groupLabel } from './verification-text.ts'

const CheckDialog = lazyDialog(() => import('./check-signed-form-dialog.tsx'))
const ListKeys = lazyDialog(() => import('./list-shortcuts.tsx'))
const SignDialog = lazyDialog(() => import('./sign-dialog.tsx'))

type Row = verifications.Verification

export default function VerificationsScreen() {
  const organization = useOrganization()
  const permissions = usePermissions()
  const [search, setSearch] = useSearchParams()
  const group = search.get('group') ?? ''
  const page = Math.max(1, Math.trunc(Number(search.get('page') ?? 1)) || 1)
  const { data, error, isPending, refetch } = useApiQuery(
    verifications.listVerifications,
    { params: { id: organization.id }, query: { page, ...(group ? { group } : {}) } },
    { keepPrevious: true },
  )
  const waiting = useSkeleton(isPending)
  const { verify, busy } = useVerifyMatches()
  const [chosen, setChosen] = useState<ReadonlyMap<number, Row>>(new Map())
  const [checking, setChecking] = useState(false)
  const [showsKeys, setShowsKeys] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const [signing, setSigning] = useState<readonly Row[] | null>(null)
  const showPage = (change: { group?: string; page?: number }) => {
    setChosen(new Map())
    const next = { group: change.group ?? group, page: change.page ?? 1 }
    setSearch({ ...(next.group ? { group: next.group } : {}), ...(next.page > 1 ? { page: String(next.page) } : {}) })
  }
  const rows = data?.verifications ?? []
  const chosenRows = rows.filter(({ donation_id }) => chosen.has(donation_id))
  const toSign = chosenRows.filter(({ asks }) => asks === 'sign')
  const toVerify = chosenRows.filter(({ asks }) => asks !== 'sign')
  const choose = (ids: readonly number[], isSelected: boolean) => {
    const next = new Map(chosen)
    for (const row of rows.filter(({ donation_id }) => ids.includes(donation_id))) {
      if (isSelected) next.set(row.donation_id, row)
      else next.delete(row.donation_id)
    }
    setChosen(next)
  }
  const currentGroup = data?.groups.find(({ key }) => key === group)
  const campaignOf = ({ group: key }: Row) => data?.groups.find((entry) => entry.key === key)?.campaign_id ?? null
  const whyNot = data?.signer.why_not ?? null
  const isSigningAsked = data?.groups.some(({ asks }) => asks === 'sign') ?? false
  const choosable = rows.filter(isSelectable)
  const isAllChosen = chosenRows.length === choosable.length
  const clearSelection = () => setChosen(new Map())
  useShortcuts(
    {
      j: () => moveRowFocus(list.current, 1),
      k: () => moveRowFocus(list.current, -1),
      '?': () => setShowsKeys(true),
      ...(permissions.write
        ? {
            x: () => {
              const id = focusedRowId()
              if (choosable.some(({ donation_id }) => donation_id === id)) choose([Number(id)], !chosen.has(Number(id)))
            },
            Escape: () => {
              if (!checking && !signing) clearSelection()
            },
          }
        : {}),
    },
    isDialogOpen,
  )

  return (
    <>
      <PageHeading
        title="To verify or sign"
        dense
        actions={
          <>
            <Button variant="quiet" size="small" icon={FileCheck} onClick={() => setChecking(true)}>
              Check a signed form
            </Button>
            <Button variant="secondary" size="small" icon={ListFilter} asChild>
              <Link to={linkTo(screens.donations, { status: 'npo_verify', dates: 'any' })}>Show in Donations</Link>
            </Button>
          </>
        }
      >
        {data && data.all > 0
          ? `${formatCount(data.all)} to verify or sign${data.late > 0 ? ` · ${formatCount(data.late)} past deadline` : ''}`
          : 'Matches that companies and platforms need you to confirm.'}
      </PageHeading>
      {waiting && <Skeleton className="h-60 w-full rounded-card" />}
      {error && !data && (
        <ErrorState
          error={error}
          title={verifications.verificationMessages.loadFailed}
          onRetry={() => void refetch()}
        />
      )}
      {data && data.all === 0 && (
        <Card>
          <EmptyState icon={CircleCheck} title="Nothing to verify or sign">
            Matches appear here when a company needs your signature or asks you to verify a gift.
          </EmptyState>
        </Card>
      )}
      {data && data.all > 0 && (
        <div className="space-y-3">
          {permissions.write && isSigningAsked && whyNot !== null && (
            <Notice tone="verify">
              {whyNot}{' '}
              {permissions.admin && (
                <Link
                  className="font-semibold text-brand-text underline underline-offset-2"
                  to={linkTo(screens.organizationDetails, { tab: 'users' })}
                >
                  Choose a signer
                </Link>
              )}
            </Notice>
          )}
          <div className="flex flex-wrap items-center justify-between gap-3">
            <div className="flex min-w-0 items-center gap-2 max-sm:w-full">
              <label htmlFor="asked-by" className="font-semibold whitespace-nowrap">
                Requested by
              </label>
              <Select
                id="asked-by"
                small
                className="sm:w-72"
                value={group}
                onChange={(event) => showPage({ group: event.target.value })}
              >
                <option value="">{`All (${formatCount(data.all)})`}</option>
                {data.groups.map((entry) => (
                  <option key={entry.key} value={entry.key}>
                    {groupLabel(entry)}
                  </option>
                ))}
              </Select>
            </div>
            {permissions.write && choosable.length > 0 && (
              <Button
                variant="quiet"
                size="small"
                onClick={() =>
                  choose(
                    choosable.map(({ donation_id }) => donation_id),
                    !isAllChosen,
                  )
                }
              >
                {isAllChosen ? 'Clear selection' : `Select all ${formatCount(choosable.length)}`}
              </Button>
            )}
          </div>
          {currentGroup && <Steps group={currentGroup} />}
          <Card ref={list} padded={false} className="overflow-hidden">
            <VerificationList
              rows={rows}
              campaignOf={campaignOf}
              showsOrganization={organization.children.length > 0}
              actions={
                permissions.write
                  ? {
                      chosen: new Set(chosen.keys()),
                      busy,
                      whyNot,
                      onChoose: (id) => choose([id], !chosen.has(id)),
                      onSign: (row) => setSigning([row]),
                      onDone: (row) => verify([row.donation_id], () => choose([row.donation_id], false)),
                    }
                  : null
              }
            />
          </Card>
          <Pager
            page={page}
            perPage={verifications.verificationPageSize}
            total={data.total}
            onPage={(to) => showPage({ page: to })}
          />
        </div>
      )}
      {chosenRows.length > 0 && (
        <SelectedBar
          label="Selected matches"
          summary={`${formatCount(chosenRows.length)} selected`}
          ids={chosenRows.map(({ donation_id }) => donation_id)}
          onClear={clearSelection}
        >
          {toSign.length > 0 && (
            <Button
              size="small"
              disabled={whyNot !== null}
              disabledReason={whyNot ?? undefined}
              onClick={() => setSigning(toSign)}
            >{`Sign ${plural(toSign.length, 'form')}`}</Button>
          )}
          {toVerify.length > 0 && (
            <Button
              size="small"
              busy={busy}
              onClick={() =>
                verify(
                  toVerify.map(({ donation_id }) => donation_id),
                  clearSelection,
                )
              }
            >{`Mark ${formatCount(toVerify.length)} as done`}</Button>
          )}
        </SelectedBar>
      )}
      {showsKeys && <ListKeys canWrite={permissions.write} onClose={() => setShowsKeys(false)} />}
      {checking && <CheckDialog onClose={() => setChecking(false)} />}
      {signing && data && whyNot === null && (
        <SignDialog
          rows={signing}
          signer={data.signer}
          onClose={() => {
            setSigning(null)
            clearSelection()
          }}
        />
      )}
    </>
  )
}

/** Some platforms describe how to verify gifts, others how to join and get paid. */
function Steps({ group: { name, url, steps, asks } }: { group: verifications.VerificationGroup }) {
  if (asks === 'by_hand')
    return (
      <Notice tone="verify">
        Print the company’s form, fill in and sign the nonprofit’s part, send it in, then press “Mark as sent”.
      </Notice>
    )
  if (asks !== 'platform' || (steps.length === 0 && url === '')) return null
  return (
    <Card>
      <h2 className="text-lg font-semibold">{`Steps on ${name}`}</h2>
      {steps.length > 0 && (
        <ol className="mt-2 list-decimal space-y-1 pl-5">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {/^https?:\/\//.test(url) && (
        <Button variant="secondary" size="small" icon={ExternalLink} className="mt-3" asChild>
          <a href={url} target="_blank" rel="noopener noreferrer">{`Open ${name}`}</a>
        </Button>
      )}
    </Card>
  )
}
