import { Trash2 } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { blankException, blankStep, type Exception, type Step } from './policy-form.ts'

type Columns<Row> = readonly (readonly [name: Exclude<keyof Row, 'key'> & string, label: string, isNumber?: boolean])[]

const stepColumns: Columns<Step> = [
  ['ratio', 'Ratio'],
  ['up_to', 'Up to', true],
  ['employee_type', 'For employees'],
  ['category', 'For nonprofits'],
]

/** The ladder: the first dollars at one ratio, the next at another. */
export const StepsFields = ({ steps, onChange }: { steps: readonly Step[]; onChange: (steps: Step[]) => void }) => (
  <Rows name="ratio_tiers" rows={steps} columns={stepColumns} blank={blankStep} add="Add a step" onChange={onChange} />
)

const exceptionColumns: Columns<Exception> = [
  ['employee_type', 'For employees'],
  ['category', 'For nonprofits'],
  ['ratio', 'Ratio'],
  ['min_amount', 'Minimum', true],
  ['max_per_gift', 'Maximum, one gift', true],
  ['max_per_year', 'Maximum a year', true],
]

/** What holds for some people or some nonprofits alone. */
export const ExceptionFields = ({
  exceptions,
  onChange,
}: {
  exceptions: readonly Exception[]
  onChange: (exceptions: Exception[]) => void
}) => (
  <Rows
    name="exceptions"
    rows={exceptions}
    columns={exceptionColumns}
    blank={blankException}
    add="Add an exception"
    onChange={onChange}
  />
)

function Rows<Row extends { readonly key: number }>({
  name,
  rows,
  columns,
  blank,
  add,
  onChange,
}: {
  name: string
  rows: readonly Row[]
  columns: Columns<Row>
  blank: () => Row
  add: string
  onChange: (rows: Row[]) => void
}) {
  return (
    <div className="space-y-3">
      {rows.map((row, place) => (
        <div key={row.key} className="flex flex-wrap items-end gap-3">
          {columns.map(([column, label, isNumber]) => (
            <Field key={column} name={`${name}.${place}.${column}`} label={label} className="min-w-28 flex-1 basis-28">
              <Input
                value={String(row[column])}
                inputMode={isNumber ? 'decimal' : 'text'}
                onChange={(event) =>
                  onChange(rows.map((one) => (one === row ? { ...one, [column]: event.target.value } : one)))
                }
              />
            </Field>
          ))}
          <IconButton
            icon={Trash2}
            label={`Remove line ${place + 1}`}
            onClick={() => onChange(rows.filter((one) => one !== row))}
          />
        </div>
      ))}
      <Button look="secondary" size="small" onClick={() => onChange([...rows, blank()])}>
        {add}
      </Button>
    </div>
  )
}
