import { type Level, members } from '@twofold/contract'
import { Radio, RadioGroup } from '../../../ui/choice.tsx'
import { levels } from './member-text.ts'

const names: Record<Level, string> = { read: 'Read', write: 'Write', admin: 'Admin' }

export function LevelChoice({
  level,
  onLevel,
  why,
}: {
  level: Level
  onLevel: (level: Level) => void
  why?: string | undefined
}) {
  return (
    <RadioGroup legend="Permission">
      {why && <p className="text-[0.9375rem] text-muted">{why}</p>}
      {levels.map((option) => (
        <Radio
          key={option}
          name="level"
          value={option}
          label={names[option]}
          hint={members.levelLabels[option]}
          checked={option === level}
          disabled={why !== undefined && option !== level}
          onChange={() => onLevel(option)}
        />
      ))}
    </RadioGroup>
  )
}
