import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { toast, toastError } from './toast-store.ts'

/** Selects and copies without clipboard permission. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const { copied, copy } = useCopy(text)
  return <IconButton icon={copied ? Check : Copy} label={copied ? 'Copied!' : label} size="small" onClick={copy} />
}

/** For places whose main purpose is copying. */
export function CopyTextButton({ text, label }: { text: string; label: string }) {
  const { copied, copy } = useCopy(text)
  return (
    <Button variant="secondary" size="small" icon={copied ? Check : Copy} onClick={copy}>
      {copied ? 'Copied!' : label}
    </Button>
  )
}

function useCopy(text: string) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(text))) return toastError('Couldn’t copy', 'Select the text and copy it yourself.')
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
    return toast({ title: 'Copied!', description: 'Copied to clipboard' })
  }
  return { copied, copy: () => void copy() }
}

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  return isCopied
}
