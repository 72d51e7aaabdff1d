import { type reports, reports as said } from '@twofold/contract'
import { confirmLeave } from '../../../shared/confirm-leave.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { LeaveGuard } from '../../../shared/leave-guard.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { Select } from '../../../ui/choice.tsx'
import { CancelAndConfirm } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import {
  type InitialReport,
  ReportEditor,
  type ReportValues,
  reportDefinitionOf,
  useReportForm,
} from '../donations/index.ts'
import { ColumnChooser, columnsOf } from './column-chooser.tsx'
import { FilterFields } from './filter-fields.tsx'
import { PreviewTable } from './preview-table.tsx'

/** These query parameters open another part of the screen. */
const ownSteps = ['new', 'report', 'edit', 'ready']

export default function ReportForm(props: {
  initial: InitialReport
  reportId: number | null
  onCancel: () => void
  onSaved: (report: reports.Report) => void
}) {
  const { initial, reportId, onCancel, onSaved } = props
  const organization = useOrganization()
  const form = useReportForm(initial, reportId, onSaved)
  const { values, errors } = form
  return (
    <div className="grid min-w-0 items-start gap-6 xl:grid-cols-2">
      <LeaveGuard active={form.isDirty} steps={ownSteps} />
      <Card>
        <CardTitle>{reportId === null ? 'New report' : 'Edit report'}</CardTitle>
        <ReportEditor form={form}>
          <ColumnChooser
            all={columnsOf(organization)}
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
            <CancelAndConfirm onCancel={() => confirmLeave(onCancel)} type="submit" busy={form.busy}>
              Save report
            </CancelAndConfirm>
          </div>
        </ReportEditor>
      </Card>
      <LivePreview values={values} />
    </div>
  )
}

/** Keeps the last valid preview while a field is invalid. */
function LivePreview({ values }: { values: ReportValues }) {
  const debounced = useDebounced(JSON.stringify(reportDefinitionOf(values)))
  const parsed = said.reportDefinition.safeParse(JSON.parse(debounced))
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
      {parsed.success && <PreviewTable title="Preview of the report" definition={parsed.data} />}
    </Card>
  )
}
