import { type reports, reports as said } from '@twofold/contract'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { useAction } from '../../api/use-call.ts'
import { useMay, useOrganization } from '../../shell/current-organization.tsx'
import { LeaveGuard } from '../../shell/leave-guard.tsx'
import { leaving } from '../../shell/leaving.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { Select, SelectOf } from '../../ui/choice.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { Notice } from '../../ui/notice.tsx'
import { toast, toastError } from '../../ui/toast-store.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { ColumnChooser, columnsOf } from './column-chooser.tsx'
import { FilterFields } from './filter-fields.tsx'
import { type Begun, bodyOf, checkReport, fieldOf, lookOf, type ReportValues, valuesOf } from './form-values.ts'
import { PreviewTable } from './preview-table.tsx'
import { scopeNames } from './report-words.ts'
import { refreshes } from './use-reports.ts'

const { reportMessages } = said
/** Where one of these differs the address leads to another part of the screen. */
const ownSteps = ['new', 'report', 'edit', 'ready']

/** Makes or changes a report; its first rows stand below and follow what is chosen. */
export default function ReportForm(props: {
  begun: Begun
  /** Of the report that is changed; null: a new one. */
  reportId: number | null
  onCancel: () => void
  onSaved: (report: reports.Report) => void
}) {
  const { begun, reportId, onCancel, onSaved } = props
  const organization = useOrganization()
  const { id } = organization
  const may = useMay()
  const save = useAction(said.saveReport, { refreshes })
  const form = useForm<ReportValues>(checkReport, valuesOf(begun), async (values) => {
    try {
      const body = { ...bodyOf(values), ...(reportId === null ? {} : { id: reportId }) }
      const { report } = await save.mutateAsync({ params: { id }, body })
      toast({ title: reportMessages.saved, description: report.name })
      form.begin(values)
      onSaved(report)
      return {}
    } catch (problem) {
      toastError(reportMessages.saveFailed, messageOf(problem))
      return refusedOf(problem)
    }
  })
  const { values, errors } = form
  const all = columnsOf(organization)
  const scopes = said.reportScopes.filter(
    (scope) => scope !== 'full_org' || organization.children.length > 0 || values.scope === 'full_org',
  )
  return (
    <div className="grid min-w-0 items-start gap-6 xl:grid-cols-2">
      <LeaveGuard active={form.isDirty} steps={ownSteps} />
      <Card>
        <CardTitle>{reportId === null ? 'New report' : 'Edit report'}</CardTitle>
        <form noValidate className="grid gap-6" onSubmit={form.onSubmit}>
          {errors.root && <Notice tone="problem">{`${reportMessages.saveFailed}. ${errors.root}`}</Notice>}
          <div className="grid gap-4 sm:grid-cols-2">
            <Field name="name" label="Report name" error={errors.name}>
              <Input {...form.field('name')} maxLength={said.reportNameAtMost} autoComplete="off" />
            </Field>
            {may.write && (
              <Field name="scope" label="Who sees it" error={errors.scope}>
                <SelectOf of={scopes} words={scopeNames} value={values.scope} onPick={(scope) => form.set({ scope })} />
              </Field>
            )}
          </div>
          <ColumnChooser
            all={all}
            chosen={values.columns}
            error={errors.columns}
            onChange={(columns) => form.set({ columns })}
          />
          <FilterFields form={form} />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field name="sort" label="Sort by">
              <Select {...form.field('sort')}>
                {[...said.reportColumns.keys()].map((name) => (
                  <option key={name} value={name}>
                    {said.labelOfColumn(name)}
                  </option>
                ))}
              </Select>
            </Field>
            <Field name="order" label="Order">
              <Select
                value={values.ascending ? 'ascending' : 'descending'}
                onChange={({ target }) => form.set({ ascending: target.value === 'ascending' })}
              >
                <option value="descending">Newest or largest first</option>
                <option value="ascending">Oldest or smallest first</option>
              </Select>
            </Field>
          </div>
          <div className="flex flex-wrap justify-end gap-2.5">
            <Button look="secondary" onClick={() => leaving(onCancel)}>
              Cancel
            </Button>
            <Button type="submit" busy={form.busy}>
              Save report
            </Button>
          </div>
        </form>
      </Card>
      <LivePreview values={values} />
    </div>
  )
}

/** Of what can be read: while a field is wrong the rows stay those of before. */
function LivePreview({ values }: { values: ReportValues }) {
  const settled = useDebounced(JSON.stringify(lookOf(values)))
  const parsed = said.reportLook.safeParse(JSON.parse(settled))
  return (
    <Card padded={false} className="min-w-0 overflow-hidden xl:sticky xl:top-20">
      <div className="px-5 pt-5">
        <CardTitle>Preview</CardTitle>
        {!parsed.success && (
          <p role="status" className="-mt-2 pb-5 text-muted">
            {parsed.error.issues[0]?.message}
          </p>
        )}
      </div>
      {parsed.success && <PreviewTable title="Preview of the report" look={parsed.data} />}
    </Card>
  )
}

/** The server's words under their fields, else above the form. */
function refusedOf(problem: unknown): Record<string, string> {
  const fields = problem instanceof ApiError ? Object.entries(problem.fields) : []
  if (fields.length === 0) return { root: messageOf(problem) }
  return Object.fromEntries(fields.map(([path, message]) => [fieldOf(pathOf(path)), message]))
}

/** `filters.users.name` is about the filter `users.name`. */
const pathOf = (path: string): string[] => {
  const [first = '', ...rest] = path.split('.')
  return rest.length > 0 ? [first, rest.join('.')] : [first]
}
