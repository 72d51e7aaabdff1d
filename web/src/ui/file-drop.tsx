import { FileUp } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { cx } from './class-names.ts'
import { formatBytes } from './format.ts'

/** The whole field is the target; a native input serves keyboards and screen readers. */
export function FileDrop({
  label,
  accept,
  hint,
  file,
  onFile,
  error,
}: {
  label: string
  accept: string
  hint?: ReactNode
  file: File | null
  onFile: (file: File) => void
  error?: string | undefined
}) {
  const id = useId()
  const [isDragOver, setDragOver] = useState(false)
  const depth = useRef(0)
  const endDrag = () => {
    depth.current = 0
    setDragOver(false)
  }
  return (
    <div>
      <label
        htmlFor={id}
        onDragEnter={() => {
          depth.current += 1
          setDragOver(true)
        }}
        onDragLeave={() => {
          depth.current -= 1
          if (depth.current <= 0) endDrag()
        }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          endDrag()
          const dropped = event.dataTransfer.files[0]
          if (dropped) onFile(dropped)
        }}
        className={cx(
          'flex flex-col items-center gap-1 rounded-card border-2 border-dashed px-6 py-9 text-center transition-colors',
          'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
          isDragOver
            ? 'border-brand bg-brand-soft'
            : error
              ? 'border-danger'
              : 'border-edge/60 hover:border-brand hover:bg-brand-soft/50',
        )}
      >
        <FileUp className="mb-1.5 size-8 text-brand-text" strokeWidth={1.5} aria-hidden="true" />
        {file ? (
          <>
            <span className="max-w-full font-semibold break-all">{file.name}</span>
            <span className="text-muted">{formatBytes(file.size)}. Choose another file to replace it.</span>
          </>
        ) : (
          <>
            <span className="font-semibold">{label}</span>
            <span className="text-muted">
              Drop it here, or <span className="text-brand-text underline underline-offset-2">browse</span>
            </span>
          </>
        )}
        {hint && <span className="mt-1 text-[0.9375rem] text-muted">{hint}</span>}
        <input
          id={id}
          type="file"
          accept={accept}
          className="sr-only"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => {
            const chosen = event.target.files?.[0]
            if (chosen) onFile(chosen)
            event.target.value = ''
          }}
        />
      </label>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-2 text-danger-text">
          {error}
        </p>
      )}
    </div>
  )
}

type FileRules = {
  readonly megabytes: number
  readonly tooLarge: string
  readonly none: string
}

export function useChosenFile({ megabytes, tooLarge, none }: FileRules) {
  const [file, setFile] = useState<File | null>(null)
  const [problem, refuse] = useState<string | undefined>()
  const sizeProblem = (candidate: File) => (candidate.size > megabytes * 1_000_000 ? tooLarge : undefined)
  return {
    file,
    refuse,
    drop: {
      file,
      error: problem,
      onFile: (chosen: File) => {
        setFile(chosen)
        refuse(sizeProblem(chosen))
      },
    },
    take: (): File | null => {
      const fileProblem = file ? sizeProblem(file) : none
      refuse(fileProblem)
      return fileProblem === undefined ? file : null
    },
  }
}

export const spreadsheetFileRules: FileRules = {
  megabytes: 10,
  tooLarge: 'This file is larger than 10 MB. Split it into smaller files.',
  none: 'Choose a file to upload.',
}
