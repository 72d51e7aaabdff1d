import { type reports, reports as said } from '@twofold/contract'
import type { ReactNode } from 'react'
import { ApiError, messageOf } from '../../../../api/api-error.ts'
import { useApiMutation } from '../../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../../shared/current-organization.tsx'
import { useForm } from '../../../../shared/form.ts'
import { SelectOf } from '../../../../ui/choice.tsx'
import { Field, Input } from '../../../../ui/field.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { toast, toastError, toastUndo } from '../../../../ui/toast-store.ts'
import { bodyOf, fieldOf, type InitialReport, type ReportValues, validateReport, valuesOf } from './report-values.ts'

const { reportMessages } = said

export const scopeNames: Readonly<Record<reports.ReportScope, string>> = {
  personal: 'Only me',
  organization: 'Everyone in the organization',
  full_org: 'Everyone in the organization and its chapters',
}

export function useReportForm(
  initial: InitialReport,
  reportId: number | null,
  onSaved: (report: reports.Report) => void,
) {
  const params = { id: useOrganization().id }
  const { mutateAsync: save } = useApiMutation(said.saveReport, { refreshes: [said.listReports] })
  const saveFailed = (problem: unknown) => toastError(reportMessages.saveFailed, problem)
  const form = useForm<ReportValues>(validateReport, valuesOf(initial), async (values) => {
    try {
      const id = reportId ?? undefined
      const { report } = await save({ params, body: { ...bodyOf(values), id } })
      if (id === undefined) toast({ title: reportMessages.saved, description: report.name })
      else {
        const before = { params, body: { ...bodyOf(valuesOf(initial)), id } }
        toastUndo(reportMessages.saved, () => save(before).catch(saveFailed), report.name)
      }
      form.begin(values)
      onSaved(report)
      return {}
    } catch (problem) {
      saveFailed(problem)
      return refusedOf(problem)
    }
  })
  return form
}

export type ReportForm = ReturnType<typeof useReportForm>

export function ReportEditor({ id, form, children }: { id?: string; form: ReportForm; children?: ReactNode }) {
  const { children: chapters } = useOrganization()
  const permissions = usePermissions()
  const { values, errors } = form
  const scopes = said.reportScopes.filter(
    (scope) => scope !== 'full_org' || chapters.length > 0 || values.scope === 'full_org',
  )
  return (
    <form id={id} noValidate className="grid gap-6" onSubmit={form.onSubmit}>
      {errors.root && <Notice tone="problem">{`${reportMessages.saveFailed}. ${errors.root}`}</Notice>}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field name="name" label="Report name" error={errors.name}>
          <Input maxLength={said.maxReportNameLength} autoComplete="off" {...form.field('name')} />
        </Field>
        {permissions.write && (
          <Field name="scope" label="Who sees it" error={errors.scope}>
            <SelectOf of={scopes} labels={scopeNames} value={values.scope} onPick={(scope) => form.set({ scope })} />
          </Field>
        )}
      </div>
      {children}
    </form>
  )
}

function refusedOf(problem: unknown): Record<string, string> {
  const fields = problem instanceof ApiError ? Object.entries(problem.fields) : []
  if (fields.length === 0) return { root: messageOf(problem) }
  return Object.fromEntries(fields.map(([path, message]) => [fieldOf(pathOf(path)), message]))
}

/** `filters.users.name` refers to the filter `users.name`. */
const pathOf = (path: string): string[] => {
  const [first = '', ...rest] = path.split('.')
  return rest.length > 0 ? [first, rest.join('.')] : [first]
}
