import { linkTo, screens, templates } from '@twofold/contract'
import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { useApiMutation, useApiQuery } from '../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { useIsUserActive } from '../../../ui/use-is-user-active.ts'
import { Performance } from './performance-table.tsx'
import { TemplateEditor } from './template-editor.tsx'
import { templateDescriptions } from './template-text.ts'

const { templateMessages, versionNames } = templates
const pollMs = 10_000

export default function CustomizationScreen() {
  const [params] = useSearchParams()
  const id = Number(params.get('template') ?? 0)
  return templates.isTemplateId(id) ? (
    <Customization key={id} id={id} />
  ) : (
    <Navigate to={screens.emailTemplates} replace />
  )
}

function Customization({ id }: { id: templates.TemplateId }) {
  const organization = useOrganization()
  const path = { id: organization.id }
  const isUserActive = useIsUserActive()
  const { data, error, isPending, refetch } = useApiQuery(
    templates.listTemplates,
    { params: { ...path, statusId: id } },
    { everyMs: () => isUserActive() && pollMs },
  )
  const waiting = useSkeleton(isPending)
  useEffect(() => {
    if (error) toastError(templateMessages.loadFailed, error)
  }, [error])
  return (
    <>
      <p className="mb-2">
        <Link
          className="inline-flex min-h-6 items-center underline underline-offset-2"
          to={linkTo(screens.emailTemplates)}
        >
          All email templates
        </Link>
      </p>
      <PageHeading title={templates.templateNames[id]}>
        {templateDescriptions[id].purpose} {templateDescriptions[id].when}.
      </PageHeading>
      {!data && error && (
        <ErrorState error={error} title={templateMessages.loadFailed} onRetry={() => void refetch()} />
      )}
      {waiting && <Skeleton className="h-64 w-full" />}
      {data && (
        <div className="flex flex-col gap-6">
          <Versions id={id} versions={data.templates} inherited={data.inherited} onLost={() => void refetch()} />
          <Performance versions={data.templates} id={id} />
        </div>
      )}
    </>
  )
}

type Props = {
  id: templates.TemplateId
  versions: readonly templates.Template[]
  inherited: readonly string[]
  onLost: () => void
}

function Versions({ id, versions, inherited, onLost }: Props) {
  const organization = useOrganization()
  const permissions = usePermissions()
  const [params, setParams] = useSearchParams()
  const refreshes = [templates.listTemplates, templates.getTemplateResults]
  const create = useApiMutation(templates.saveTemplate, { refreshes, failed: templateMessages.createFailed })
  const toggle = useApiMutation(templates.saveTemplate, { refreshes, failed: templateMessages.updateFailed })
  const chosen = versions.find(({ name }) => name === params.get('version')) ?? versions[0]
  const choose = (version: string) => setParams({ template: String(id), version }, { replace: true })
  const add = () =>
    create.mutate(
      { params: { id: organization.id, templateId: id }, body: { organization_id: organization.id, live: false } },
      {
        onSuccess: ({ template }) => {
          toast({ title: templateMessages.created })
          choose(template.name)
        },
      },
    )
  const setLive = (template: templates.Template, live: boolean) =>
    toggle.mutate(
      { params: { id: organization.id, templateId: template.id }, body: { live } },
      { onSuccess: () => toast({ title: live ? templateMessages.enabled : templateMessages.disabled }) },
    )
  if (!chosen) return null
  const hasRoom = versions.length <= versionNames.length
  const isToggling = toggle.isPending && toggle.variables.params.templateId === chosen.id
  const isLive = isToggling ? toggle.variables.body?.live === true : chosen.live
  return (
    <Card>
      <CardTitle
        aside={
          permissions.write &&
          (hasRoom ? (
            <Button variant="secondary" size="small" icon={Plus} busy={create.isPending} onClick={add}>
              Add Version
            </Button>
          ) : (
            <span className="text-[0.9375rem] text-muted">You have all five versions.</span>
          ))
        }
      >
        Versions
      </CardTitle>
      {inherited.length > 0 && (
        <p className="-mt-2 mb-3 text-muted">
          You have no live version, so donors get the Default and your parent organization’s: {inherited.join(', ')}.
        </p>
      )}
      <Tabs
        label="Versions"
        value={chosen.name}
        onChange={choose}
        tabs={versions.map((version) => ({
          name: version.name as string,
          label: version.live ? `${version.name} (live)` : version.name,
          content: (
            <>
              <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-2">
                <Switch
                  label={isLive ? 'Live' : 'Not live'}
                  checked={isLive}
                  disabled={version.organization_id === null || !permissions.write || toggle.isPending}
                  onChange={(live) => setLive(version, live)}
                />
                <p className="text-[0.9375rem] text-muted">
                  {version.organization_id === null
                    ? `The Default is always live and can’t be changed. ${hasRoom ? 'Add a version to write your own' : 'Your own versions are A to E'}.`
                    : 'Donors get the live versions and the Default in rotation.'}
                </p>
              </div>
              <TemplateEditor
                key={version.id}
                template={version}
                original={versions[0] ?? version}
                id={id}
                onLost={onLost}
              />
            </>
          ),
        }))}
      />
    </Card>
  )
}
