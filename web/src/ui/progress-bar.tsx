import { Progress } from 'radix-ui'

/** An animated band if `value` is null. Show the numbers next to it. */
export function ProgressBar({ label, value, max = 100 }: { label: string; value: number | null; max?: number }) {
  const share = value === null || max === 0 ? null : Math.min(1, value / max)
  return (
    <Progress.Root
      aria-label={label}
      value={value}
      max={max || 1}
      className="h-2 w-full overflow-hidden rounded-full bg-ink/10"
    >
      {share === null ? (
        <Progress.Indicator className="block h-full w-1/3 animate-slide rounded-full bg-brand" />
      ) : (
        <Progress.Indicator
          className="block h-full rounded-full bg-brand transition-[width] duration-300"
          style={{ width: `${share * 100}%` }}
        />
      )}
    </Progress.Root>
  )
}
