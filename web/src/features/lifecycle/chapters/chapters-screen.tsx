import { chapters, members, screens } from '@twofold/contract'
import { Network, Plus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { queryClient, queryKeyOf, useApiQuery } from '../../../api/use-api.ts'
import { chooseOrganization, useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { useMe } from '../../../shared/me.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { ChapterList } from './chapter-list.tsx'
import { InviteChapterDialog } from './invite-chapter-dialog.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { NewChapterDialog } from './new-chapter-dialog.tsx'
import { ReceivedCard, SentCard } from './requests-card.tsx'
import { useChapterRequests } from './use-chapter-requests.ts'

export default function ChaptersScreen() {
  const organization = useOrganization()
  return organization.parent_id === null ? <OwnChapters /> : <BeingAChapter parentId={organization.parent_id} />
}

const intro = (name: string) =>
  `Your team has the same access in every chapter. Your lists and totals include the chapters’ gifts, and ${name} pays their fees.`

type OpenDialog = 'new' | 'ask' | { readonly leave: chapters.Chapter }

function OwnChapters() {
  const organization = useOrganization()
  const isSuper = useMe().globalPermission === 'super'
  const { admin } = usePermissions()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const close = () => setOpen(null)
  const input = { params: { id: organization.id } }
  const { data, error, isPending, refetch } = useApiQuery(chapters.listChapters, input)
  const requests = useChapterRequests()
  const waiting = useSkeleton(isPending)

  const navigate = useNavigate()
  const openChapter = (id: number) => {
    chooseOrganization(id)
    void navigate(screens.dashboard)
  }
  return (
    <>
      <PageHeading
        title="Chapters"
        actions={
          admin && (
            <>
              <Button variant="secondary" icon={UserPlus} onClick={() => setOpen('ask')}>
                Invite an organization
              </Button>
              <Button icon={Plus} onClick={() => setOpen('new')}>
                Add Chapter
              </Button>
            </>
          )
        }
      >
        {intro(organization.name)}
      </PageHeading>
      <div className="flex flex-col gap-6">
        {requests.data?.received.map((request) => (
          <ReceivedCard
            key={request.id}
            request={request}
            organization={organization}
            canDecide={!isSuper}
            onDecided={familyChanged}
          />
        ))}
        <Card padded={false} className="overflow-hidden">
          {waiting && <Rows />}
          {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
          {data?.chapters.length === 0 && (
            <EmptyState icon={Network} title="No chapters yet">
              Give each local group its own list, team and emails.
            </EmptyState>
          )}
          {data && data.chapters.length > 0 && (
            <ChapterList
              chapters={data.chapters}
              isSetUp={organization.complete}
              onWork={openChapter}
              {...(admin ? { onLeave: (leave: chapters.Chapter) => setOpen({ leave }) } : {})}
            />
          )}
        </Card>
        {requests.data && requests.data.sent.length > 0 && (
          <SentCard
            requests={requests.data.sent}
            organizationId={organization.id}
            onChanged={() => void requests.refetch()}
          />
        )}
      </div>
      {open === 'new' && (
        <NewChapterDialog
          organization={organization}
          onClose={close}
          onAdded={(next) => {
            queryClient.setQueryData(queryKeyOf(chapters.listChapters, input), { chapters: next })
            familyChanged()
            close()
          }}
        />
      )}
      {open === 'ask' && (
        <InviteChapterDialog
          organizationId={organization.id}
          onClose={close}
          onInvited={() => {
            void requests.refetch()
            close()
          }}
        />
      )}
      {open !== null && typeof open === 'object' && (
        <LeaveDialog
          chapter={open.leave}
          parentName={organization.name}
          onClose={close}
          onLeft={() => {
            familyChanged()
            close()
          }}
        />
      )}
    </>
  )
}

/** Lists, sums, the switcher and list filters include the chapters. */
function familyChanged() {
  void queryClient.invalidateQueries()
}

function BeingAChapter({ parentId }: { parentId: number }) {
  const organization = useOrganization()
  const { admin, deniedReason } = usePermissions()
  const [leaving, setLeaving] = useState(false)
  // The organization does not reveal its parent's name to chapter-only members, so the parent's members provide it.
  const { data } = useApiQuery(members.listMembers, { params: { id: organization.id } })
  const orgs = useMe().orgs
  const parentName =
    orgs.find(({ id }) => id === parentId)?.name ??
    data?.users.find(({ through }) => through !== null)?.through?.name ??
    'its parent organization'
  return (
    <>
      <PageHeading title="Chapters">
        {organization.name} is a chapter of {parentName}, whose team has the same access here.
      </PageHeading>
      <Card>
        <CardTitle>Leave</CardTitle>
        <p className="max-w-[70ch] text-muted">
          An admin on either side can end this. The chapter keeps its gifts, donors, team and settings, and pays its own
          fees.
        </p>
        {admin ? (
          <Button variant="secondary" className="mt-4" onClick={() => setLeaving(true)}>
            Leave {parentName}
          </Button>
        ) : (
          <p className="mt-3">{deniedReason ?? 'Only an admin can do this.'}</p>
        )}
      </Card>
      {leaving && (
        <LeaveDialog
          chapter={organization}
          parentName={parentName}
          onClose={() => setLeaving(false)}
          onLeft={familyChanged}
        />
      )}
    </>
  )
}

function Rows() {
  return (
    <div className="divide-y divide-hairline" role="status" aria-label="Loading chapters...">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex h-18 items-center gap-6 px-5">
          <Skeleton className="h-4 w-56" />
          <Skeleton className="ml-auto h-8 w-24" />
        </div>
      ))}
    </div>
  )
}
