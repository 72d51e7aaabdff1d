import type { organizations } from '@twofold/contract'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, Radio, RadioGroup } from '../../../ui/choice.tsx'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { formatTimeZone } from '../../../ui/format-time-zone.ts'
import { formatPeriod, isSamePeriod } from '../periods/index.ts'
import type { Column } from './columns/columns.ts'
import { downloadColumns, downloadFiltered, type FileFormat } from './download-list.ts'
import type { Chip } from './filter-chips.tsx'
import { filtersOf, type ListState, periodOf } from './list-state.ts'

const formats: Readonly<Record<FileFormat, string>> = { csv: 'CSV', xlsx: 'Excel' }
const formatNames: readonly FileFormat[] = ['csv', 'xlsx']

export type Downloaded = {
  readonly organization: organizations.Organization
  readonly state: ListState
  readonly chips: readonly Chip[]
  readonly all: readonly Column[]
  readonly shown: readonly string[]
  readonly found: string
}

export default function DownloadDialog(props: Downloaded & { onClose: () => void }) {
  const { organization, state, chips, all, shown, found, onClose } = props
  const { id, today, time_zone: timeZone } = organization
  const [format, setFormat] = useState<FileFormat>('csv')
  const [hasAllColumns, setHasAllColumns] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(shown))
  const [busy, setBusy] = useState(false)
  const columns = all.flatMap((column) => (chosen.has(column.id) ? [column.id] : []))
  const choose = (column: string, isOn: boolean) => {
    const next = new Set(chosen)
    if (isOn) next.add(column)
    else next.delete(column)
    setChosen(next)
  }
  const period = periodOf(state, today)
  const range = isSamePeriod(period, {}) ? 'Any date' : formatPeriod(period)
  const others = chips.flatMap(({ name, label }) => (name === 'period' ? [] : [label]))
  const download = async () => {
    setBusy(true)
    if (hasAllColumns) await downloadFiltered(id, filtersOf(state, today), format)
    else await downloadColumns(id, { ...state, period }, { columns, format })
    onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title="Download donations"
      description={`${found} ${found === '1' ? 'gift' : 'gifts'}: ${[range, ...others].join(', ')}`}
      footer={
        <CancelAndConfirm
          onCancel={onClose}
          busy={busy}
          disabled={!hasAllColumns && columns.length === 0}
          onClick={() => void download()}
        >
          {`Download ${formats[format]}`}
        </CancelAndConfirm>
      }
    >
      <div className="grid gap-5">
        <RadioGroup legend="Format">
          <div className="flex flex-wrap gap-x-8">
            {formatNames.map((name) => (
              <Radio
                key={name}
                name="format"
                label={formats[name]}
                checked={format === name}
                onChange={() => setFormat(name)}
              />
            ))}
          </div>
          <p className="text-[0.9375rem] text-muted">{`Gift times are in ${formatTimeZone(timeZone)}.`}</p>
        </RadioGroup>
        <RadioGroup legend="Columns">
          <Radio
            name="columns"
            label="Chosen columns"
            hint="The ones in your list, unless you change them here."
            checked={!hasAllColumns}
            onChange={() => setHasAllColumns(false)}
          />
          {!hasAllColumns && (
            <div className="mb-2 ml-8">
              <ul
                aria-label="Columns"
                className="grid max-h-60 gap-x-6 overflow-y-auto rounded-control border border-hairline px-3 sm:grid-cols-2"
              >
                {all.map((column) => (
                  <li key={column.id}>
                    <Checkbox
                      label={column.label}
                      checked={chosen.has(column.id)}
                      onChange={({ target }) => choose(column.id, target.checked)}
                    />
                  </li>
                ))}
              </ul>
              <Button
                variant="quiet"
                size="small"
                className="mt-1"
                onClick={() => setChosen(new Set(all.map((column) => column.id)))}
              >
                Select all
              </Button>
            </div>
          )}
          <Radio
            name="columns"
            label="Every field"
            hint="Also addresses, IDs, and other fields that the list doesn’t show."
            checked={hasAllColumns}
            onChange={() => setHasAllColumns(true)}
          />
        </RadioGroup>
      </div>
    </Dialog>
  )
}
