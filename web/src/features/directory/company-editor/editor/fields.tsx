import { Trash2 } from 'lucide-react'
import type { useForm } from '../../../../shared/form.ts'
import { Button } from '../../../../ui/button.tsx'
import { Checkbox, Select } from '../../../../ui/choice.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { Field, Input, Textarea } from '../../../../ui/field.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { blankRow, type EditorField, kindOf, optionsOf, resolveText, type Values } from './field-values.ts'

type Form = Pick<ReturnType<typeof useForm<Values>>, 'values' | 'errors' | 'set'>

export const Fields = ({ fields, form }: { fields: readonly EditorField[]; form: Form }) =>
  fields.map((field) => <Control key={field.name} field={field} form={form} />)

function Control({ field, form: { values, errors, set: setValues } }: { field: EditorField; form: Form }) {
  const { name, optional = false, inRow = false, className = '', placeholder, maxLength } = field
  const options = optionsOf(field)
  const kind = kindOf(field)
  const value = values[name]
  const set = (next: unknown) => setValues({ [name]: next })
  const label = resolveText(field.label, values)
  const hint = field.hint && resolveText(field.hint, values)
  if (kind === 'check') {
    return (
      <Checkbox
        label={label}
        checked={value === true}
        onChange={({ target }) => set(target.checked)}
        className={className}
      />
    )
  }
  const entries: readonly unknown[] = Array.isArray(value) ? value : []
  if (kind === 'set' || kind === 'rows') {
    return (
      <fieldset className={cx('min-w-0', className)}>
        {label && (
          <legend className="mb-1 font-semibold">
            {label}
            {kind === 'set' && entries.length > 0 && ` (${entries.length})`}
          </legend>
        )}
        {hint && <p className="text-[0.9375rem] text-muted">{hint}</p>}
        {errors[name] && <Notice tone="problem">{errors[name]}</Notice>}
        {kind === 'rows' && <Rows field={field} rows={entries} onChange={set} />}
        {kind === 'set' && (
          <div className="grid sm:grid-cols-2 lg:grid-cols-3">
            {options.map(([id, label]) => (
              <Checkbox
                key={id}
                label={label}
                checked={entries.includes(id)}
                onChange={({ target }) =>
                  set(target.checked ? [...entries, id] : entries.filter((entry) => entry !== id))
                }
              />
            ))}
          </div>
        )}
      </fieldset>
    )
  }
  const inputProps = {
    name,
    value: String(value ?? ''),
    onChange: ({ target }: { target: { value: string } }) => set(target.value),
  }
  return (
    <Field {...{ name, label, hint, optional, inRow, className }} error={errors[name]}>
      {field.control?.(set)}
      {kind === 'list' && <Textarea rows={field.lines} {...inputProps} />}
      {kind === 'choice' && (
        <Select {...inputProps}>
          {options.map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Select>
      )}
      {kind === 'amount' && (
        <Input inputMode="decimal" className="tabular-nums" placeholder={placeholder} {...inputProps} />
      )}
      {(kind === 'text' || kind === 'known' || kind === 'date') &&
        (field.lines === undefined ? (
          <>
            <Input
              type={kind === 'date' ? 'date' : 'text'}
              maxLength={maxLength}
              placeholder={placeholder}
              list={options.length > 0 ? `${name}-options` : undefined}
              {...inputProps}
            />
            {options.length > 0 && (
              <datalist id={`${name}-options`}>
                {options.map(([id]) => (
                  <option key={id} value={id} />
                ))}
              </datalist>
            )}
          </>
        ) : (
          <Textarea rows={field.lines} maxLength={maxLength} {...inputProps} />
        ))}
    </Field>
  )
}

type RowsProps = { field: EditorField; rows: readonly unknown[]; onChange: (rows: readonly unknown[]) => void }

function Rows({ field: { name, columns = [], add }, rows, onChange }: RowsProps) {
  return (
    <div className="space-y-3">
      {rows.map((row, index) => {
        const values: Values = { ...Object(row) }
        return (
          <div key={String(values.key)} className="flex flex-wrap items-end gap-3">
            {columns.map((column) => (
              <Field
                key={column.name}
                name={`${name}.${index}.${column.name}`}
                label={resolveText(column.label, values)}
                className="min-w-28 flex-1 basis-28"
              >
                <Input
                  value={String(values[column.name] ?? '')}
                  inputMode={kindOf(column) === 'amount' ? 'decimal' : 'text'}
                  onChange={({ target }) =>
                    onChange(rows.map((other) => (other === row ? { ...values, [column.name]: target.value } : other)))
                  }
                />
              </Field>
            ))}
            <IconButton
              icon={Trash2}
              label={`Remove line ${index + 1}`}
              onClick={() => onChange(rows.filter((other) => other !== row))}
            />
          </div>
        )
      })}
      <Button variant="secondary" size="small" onClick={() => onChange([...rows, blankRow(columns)])}>
        {add}
      </Button>
    </div>
  )
}
