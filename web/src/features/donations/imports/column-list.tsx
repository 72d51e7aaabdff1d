import type { imports } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { ArrowRight, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { Select } from '../../../ui/choice.tsx'
import { cx } from '../../../ui/class-names.ts'
import {
  type ColumnGroup,
  type ColumnMapping,
  groupsOf,
  isGuess,
  labelOfTargetOption,
  samplesOf,
  showsAllGroups,
  targetFor,
  targetGroups,
  targetOptionOf,
} from './column-mapping.ts'

type Sample = imports.TestResult['sample']

type ColumnListProps = {
  columns: readonly imports.ImportColumn[]
  sample: Sample
  choices: ColumnMapping
  /** Headers that share their target with another column. */
  conflicts: ReadonlySet<string>
  onChoose: (header: string, target: string) => void
}

export function ColumnList({ columns, ...rest }: ColumnListProps) {
  return (
    <div className="flex flex-col gap-6">
      {groupsOf(columns).map((group, index) => (
        <Group key={group.title} group={group} isFirst={index === 0} {...rest} />
      ))}
    </div>
  )
}

function Group({
  group,
  isFirst,
  ...rest
}: { group: ColumnGroup; isFirst: boolean } & Omit<ColumnListProps, 'columns'>) {
  const hasConflict = group.columns.some(({ header }) => rest.conflicts.has(header))
  const [isOpen, setOpen] = useState(isFirst || showsAllGroups(rest.choices))
  return (
    // Conflicts must not be hidden in a collapsed section.
    <details
      open={isOpen || hasConflict}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group/fold"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-control font-semibold select-none [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-5 text-muted transition-transform group-open/fold:rotate-90 motion-reduce:transition-none"
          aria-hidden="true"
        />
        {group.title}
        <span className="font-normal text-muted">{group.columns.length}</span>
      </summary>
      <ul className="mt-1 divide-y divide-hairline rounded-card border border-hairline">
        {group.columns.map((column) => (
          <Column key={column.header} column={column} {...rest} />
        ))}
      </ul>
    </details>
  )
}

function Column({
  column,
  sample,
  choices,
  conflicts,
  onChoose,
}: { column: imports.ImportColumn } & Omit<ColumnListProps, 'columns'>) {
  const noteId = useId()
  const { header, original_header: original } = column
  const target = choices[header] ?? 'ignored'
  const option = targetOptionOf(target)
  const isConflict = conflicts.has(header)
  const isUnconfirmedGuess = isGuess(column) && target === column.target
  const samples = samplesOf(header, sample)
  return (
    <li className="grid items-center gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_1.25rem_minmax(0,15rem)]">
      <div className="min-w-0">
        <p className="font-semibold break-words">{original || header}</p>
        <p className="truncate text-[0.9375rem] text-muted" title={samples.join(' · ')}>
          {samples.length > 0 ? samples.join(' · ') : 'blank in the first rows'}
        </p>
      </div>
      <ArrowRight
        className={cx('hidden size-5 sm:block', option === 'ignored' ? 'text-edge/50' : 'text-edge')}
        aria-hidden="true"
      />
      <div className="min-w-0">
        <Select
          aria-label={`Where ${quoted(original || header)} goes`}
          aria-describedby={isConflict || isUnconfirmedGuess ? noteId : undefined}
          aria-invalid={isConflict || undefined}
          value={option}
          onChange={(event) => onChoose(header, targetFor(event.target.value, column))}
          className={cx(
            isConflict &&
              '[&_select]:border-2 [&_select]:border-danger [&_select]:bg-problem-soft [&_select]:text-danger-text',
            option === 'ignored' && '[&_select]:text-muted',
          )}
        >
          <option value="custom">{labelOfTargetOption('custom')}</option>
          <option value="ignored">{labelOfTargetOption('ignored')}</option>
          {targetGroups.map(({ label, places }) => (
            <optgroup key={label} label={label}>
              {places.map((name) => (
                <option key={name} value={name}>
                  {labelOfTargetOption(name)}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
        {(isConflict || isUnconfirmedGuess) && (
          <p
            id={noteId}
            className={cx('mt-1 text-[0.9375rem]', isConflict ? 'text-danger-text' : 'text-awaiting-text')}
          >
            {isConflict ? 'Another column is mapped here too' : 'Best guess'}
          </p>
        )}
      </div>
    </li>
  )
}
