import { type organizations, screens } from '@twofold/contract'
import { type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError } from '../../../../api/api-error.ts'
import {
  NoOrganization,
  UnlessInaccessible,
  useCurrentOrganization,
  usePermissions,
} from '../../../../shared/current-organization.tsx'
import { LeaveGuard } from '../../../../shared/leave-guard.tsx'
import { ReevaluationNotice } from '../../../../shared/reevaluation-notice.tsx'
import { ErrorSummary } from '../../../../ui/field.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { PageHeading } from '../../../../ui/page.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'
import { Tabs } from '../../../../ui/tabs.tsx'
import { SendReviewDialog } from '../../../email/mails/index.ts'
import { UsersTab } from '../../members/index.ts'
import { SetupStrip } from '../../setup/index.ts'
import { AddressTab } from './address-tab.tsx'
import { BasicTab } from './basic-tab.tsx'
import { CategoriesTab } from './categories-tab.tsx'
import { ContactTab } from './contact-tab.tsx'
import { FilesTab } from './files-tab.tsx'
import { type DetailTab, detailTabs, isField, parseTab, tabOf } from './profile-form.ts'
import { ConflictNotice, SaveBar } from './save-bar.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { type ProfileForm, useProfileForm } from './use-profile-form.ts'

const tabLabels: Readonly<Record<DetailTab, string>> = {
  basic: 'Basic',
  contact: 'Contact',
  address: 'Address',
  categories: 'Categories',
  users: 'Users',
  files: 'Files',
  settings: 'Settings',
}
const contents: Readonly<Record<DetailTab, (form: ProfileForm) => ReactNode>> = {
  basic: (form) => <BasicTab form={form} />,
  contact: (form) => <ContactTab form={form} />,
  address: (form) => <AddressTab form={form} />,
  categories: (form) => <CategoriesTab form={form} />,
  users: () => (
    <Suspense fallback={<Skeleton className="h-80 w-full rounded-card" />}>
      <UsersTab />
    </Suspense>
  ),
  files: () => <FilesTab />,
  settings: (form) => <SettingsTab form={form} />,
}

export default function OrganizationDetailsScreen() {
  const current = useCurrentOrganization()
  return (
    <UnlessInaccessible>
      <PageHeading title="Organization Details" />
      {current.state === 'ready' && <Details key={current.id} organization={current.organization} />}
      {current.state === 'loading' && <Waiting />}
      {current.state === 'failed' &&
        (isMissing(current.error) ? (
          <EmptyState title={`Organization with id ${current.id} not found`} />
        ) : (
          <ErrorState error={current.error} title="Couldn’t load the organization" onRetry={current.retry} />
        ))}
      {current.state === 'none' && <NoOrganization title="You must select an organization to use this section." />}
    </UnlessInaccessible>
  )
}

const isMissing = (error: Error): boolean => error instanceof ApiError && error.status === 404

function Details({ organization }: { organization: organizations.Organization }) {
  const [search, setSearch] = useSearchParams()
  const { admin, isAdmin } = usePermissions()
  const tab = parseTab(search)
  const showTab = (next: DetailTab) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        after.set('tab', next)
        return after
      },
      { preventScrollReset: true },
    )
  const form = useProfileForm(organization, (refusedFields) => {
    const tabs = refusedFields.map((field) => tabOf[field])
    if (tabs[0] && !tabs.includes(tab)) showTab(tabs[0])
  })
  const errors = Object.entries(form.problems).flatMap(([name, message]) =>
    message && isField(name)
      ? [{ ...(tabOf[name] === tab ? { name } : {}), message: withTab(name, message, tab) }]
      : [],
  )
  return (
    <div data-own-draft className="[&_input]:scroll-mb-28 [&_select]:scroll-mb-28 [&_textarea]:scroll-mb-28">
      <LeaveGuard active={form.isDirty} what="Your changes to the organization" onLeave={form.forget} />
      {!isAdmin && (
        <Notice tone="verify" className="mb-5">
          You can view everything here, but only an admin can edit.
        </Notice>
      )}
      <ReevaluationNotice organization={organization} />
      {admin && <SetupStrip organization={organization} here={pathOfTab(tab)} />}
      {form.isRestored && !form.conflict && (
        <Notice tone="verify" className="mb-5">
          We restored your unsaved changes.
        </Notice>
      )}
      <SendReviewDialog
        review={form.sending?.review ?? null}
        title="This change will email donors"
        action="Save Changes"
        onSend={() => form.sending?.answer(true)}
        onClose={() => form.sending?.answer(false)}
      >
        <p className="mb-4">When you save, we’ll recheck your gifts and email donors with news.</p>
      </SendReviewDialog>
      {form.conflict ? (
        <ConflictNotice form={form} />
      ) : (
        errors.length > 0 && (
          <div className="mb-5">
            <ErrorSummary errors={errors} attempt={form.attempt} />
          </div>
        )
      )}
      <Tabs
        label="Organization details"
        value={tab}
        onChange={showTab}
        tabs={detailTabs.map((name) => ({
          name,
          label: tabLabels[name],
          content: name === tab ? contents[name](form) : null,
        }))}
      />
      {(form.isDirty || (admin && tab !== 'users' && tab !== 'files')) && <SaveBar form={form} />}
    </div>
  )
}

/** The basic tab is the default, so its address has no `tab` parameter. */
const pathOfTab = (tab: DetailTab): string =>
  tab === 'basic' ? screens.organizationDetails : `${screens.organizationDetails}?tab=${tab}`

const withTab = (name: keyof typeof tabOf, message: string, tab: DetailTab): string =>
  tabOf[name] === tab ? message : `${tabLabels[tabOf[name]]}: ${message}`

function Waiting() {
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      <Skeleton className="mb-6 h-11 w-full max-w-2xl" />
      <Skeleton className="h-96 w-full rounded-card" />
    </div>
  )
}
