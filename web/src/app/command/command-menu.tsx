import { search } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { ChevronLeft, RotateCw } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { messageOf } from '../../api/api-error.ts'
import { useApiQuery } from '../../api/use-api.ts'
import { CampaignDialog } from '../../features/donations/campaigns/index.ts'
import { AddDonationDialog, matchUrl } from '../../features/donations/donations/index.ts'
import { UploadDialog } from '../../features/donations/imports/index.ts'
import { organizationLabelIn, useCurrentOrganization, usePermissions } from '../../shared/current-organization.tsx'
import { useMe } from '../../shared/me.tsx'
import { plural } from '../../ui/format.ts'
import { Palette, PaletteGroup, PaletteItem } from '../../ui/palette.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { commandScreensFor } from './command-screens.ts'
import type { CommandView } from './command-view.ts'
import { OrganizationResults, useOrganizationSearch } from './organization-page.tsx'
import { SearchResults } from './search-results.tsx'
import { useCommands } from './use-commands.ts'
import { matchesWordPrefixes } from './word-prefixes.ts'

type Props = { readonly stage: CommandView; readonly onStage: (stage: CommandView | null) => void }

const waitMs = 150
const matchNumber = /^#?\d{1,15}$/
const noResults: search.SearchResults = { donors: [], matches: [], companies: [] }

export default function CommandMenu({ stage, onStage }: Props) {
  const navigate = useNavigate()
  const close = () => onStage(null)
  if (stage === 'menu') return <Menu onStage={onStage} />
  return (
    <Suspense>
      {stage === 'upload' && <UploadDialog open onClose={close} />}
      {stage === 'donation' && (
        <AddDonationDialog
          onClose={close}
          onAdded={(id) => {
            close()
            void navigate(matchUrl(id))
          }}
        />
      )}
      {stage === 'campaign' && <CampaignDialog campaign={null} onClose={close} />}
    </Suspense>
  )
}

function useSearchResults(text: string) {
  const current = useCurrentOrganization()
  const query = useDebounced(text.trim(), waitMs)
  const isQuestion = query.length >= search.minSearchLength || matchNumber.test(query)
  const isSearchable = isQuestion && current.state === 'ready'
  const answer = useApiQuery(
    search.findAnything,
    { params: { id: current.state === 'ready' ? current.id : 0 }, query: { q: query } },
    { enabled: isSearchable, keepPrevious: true },
  )
  const isSettled = query === text.trim()
  return {
    found: isSearchable && !answer.error ? (answer.data ?? noResults) : noResults,
    busy: (isSearchable && answer.isFetching) || !isSettled,
    error: isSearchable ? answer.error : null,
    retry: () => void answer.refetch(),
  }
}

function Menu({ onStage }: { onStage: (stage: CommandView | null) => void }) {
  const navigate = useNavigate()
  const me = useMe()
  const current = useCurrentOrganization()
  const organization = current.state === 'ready' ? current.organization : null
  const { isAdmin } = usePermissions()
  const [text, setText] = useState('')
  const [page, setPage] = useState<'all' | 'organizations'>('all')
  const openPage = (next: typeof page) => {
    setPage(next)
    setText('')
  }
  const isAll = page === 'all'
  const { found, busy, error, retry } = useSearchResults(isAll ? text : '')
  const organizations = useOrganizationSearch(text, !isAll)
  const commands = useCommands(onStage, () => openPage('organizations')).filter(({ label, other = '' }) =>
    matchesWordPrefixes(text, `${label} ${other}`),
  )
  const matchingScreens = commandScreensFor({
    isSuper: me.globalPermission === 'super',
    isAdmin,
    organization,
  }).filter(({ label, other = '' }) => matchesWordPrefixes(text, `${label} ${other}`))
  const total = isAll
    ? commands.length + matchingScreens.length + found.donors.length + found.matches.length + found.companies.length
    : organizations.organizations.length
  const isBusy = isAll ? busy : organizations.busy
  const goTo = (to: string, newTab = false) => {
    onStage(null)
    if (newTab) open(to, '_blank', 'noopener')
    else void navigate(to)
  }
  return (
    <Palette
      label={isAll ? 'Search donors, matches, companies, screens and actions' : 'Find an organization'}
      {...(isAll ? { placeholder: 'Name, email, match number or action' } : {})}
      text={text}
      onText={setText}
      onClose={() => onStage(null)}
      {...(isAll ? {} : { onBackspace: () => openPage('all') })}
      busy={isBusy}
      announcement={error ? searchFailed : plural(total, 'result')}
      lead={
        !isAll && (
          <button
            type="button"
            onClick={() => openPage('all')}
            className="-ml-1 inline-flex min-h-9 shrink-0 items-center gap-1 rounded-control bg-ink/6 pr-2.5 pl-1.5 text-sm font-semibold pointer-coarse:min-h-11"
          >
            <ChevronLeft className="size-4" aria-hidden="true" />
            Back
          </button>
        )
      }
    >
      {isAll && (
        <>
          {commands.length > 0 && (
            <PaletteGroup heading="Actions">
              {commands.map(({ label, icon, hint, run }) => (
                <PaletteItem key={label} id={`do ${label}`} icon={icon} hint={hint} onSelect={run}>
                  {label}
                </PaletteItem>
              ))}
            </PaletteGroup>
          )}
          {matchingScreens.length > 0 && (
            <PaletteGroup heading="Screens">
              {matchingScreens.map(({ to, label, icon, newTab }) => (
                <PaletteItem
                  key={to}
                  id={`go ${to}`}
                  icon={icon}
                  hint={newTab && 'in a new tab'}
                  onSelect={() => goTo(to, newTab)}
                >
                  {label}
                </PaletteItem>
              ))}
            </PaletteGroup>
          )}
          <SearchResults
            found={found}
            nameOf={organization && organization.children.length > 0 ? organizationLabelIn(organization) : null}
            onGo={goTo}
          />
          {error && (
            <PaletteGroup heading={searchFailed}>
              <PaletteItem id="try again" icon={RotateCw} hint={messageOf(error)} onSelect={retry}>
                Try again
              </PaletteItem>
            </PaletteGroup>
          )}
        </>
      )}
      {!isAll && organizations.organizations.length > 0 && (
        <OrganizationResults found={organizations.organizations} onDone={() => onStage(null)} />
      )}
      {total === 0 && !error && (
        <p role="presentation" className="px-3 py-8 text-center text-muted">
          {isBusy ? 'Searching…' : isAll ? emptyTextFor(text, organization !== null) : 'No organization found'}
        </p>
      )}
    </Palette>
  )
}

const searchFailed = 'Couldn’t search donors, matches and companies'

const emptyTextFor = (text: string, isChosen: boolean): string => {
  if (!isChosen) return 'Choose an organization to search its donors and matches.'
  return text.trim().length < search.minSearchLength
    ? `Type at least ${search.minSearchLength} characters of a name or email, or a match number.`
    : `No results for ${quoted(text.trim())}. Try the start of a name, an email, or a match number.`
}
