import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Field, Input } from './field.tsx'
import { useDebounced } from './use-debounced.ts'

/** The address follows 300 ms after the last keystroke; going back restores the previous text. */
export function SearchBox({
  label,
  placeholder,
  search,
  onSearch,
}: {
  label: string
  placeholder: string
  search: string
  onSearch: (search: string) => void
}) {
  const [text, setText] = useState(search)
  const settled = useDebounced(text.trim())
  useEffect(() => setText(search), [search])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed moves the address
  useEffect(() => {
    if (settled !== search && settled === text.trim()) onSearch(settled)
  }, [settled])
  return (
    <Field name="search" label={label} className="w-full sm:max-w-sm">
      <span className="relative block">
        <Search
          className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-muted"
          aria-hidden="true"
        />
        <Input
          type="search"
          className="pl-9.5"
          maxLength={100}
          placeholder={placeholder}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </span>
    </Field>
  )
}
