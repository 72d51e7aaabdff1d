import { Search } from 'lucide-react'
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { hasModifierKey, modifierKey } from '../../ui/modifier-key.ts'
import { toastError } from '../../ui/toast-store.ts'
import type { CommandView } from './command-view.ts'

type Menu = ComponentType<{ stage: CommandView; onStage: (stage: CommandView | null) => void }>

export function CommandButton() {
  const [stage, setStage] = useState<CommandView | null>(null)
  const [menu, setMenu] = useState<{ readonly Menu: Menu } | null>(null)
  const open = useCallback(() => {
    setStage('menu')
    import('./command-menu.tsx').then(
      (loaded) => setMenu({ Menu: loaded.default }),
      () => {
        setStage(null)
        toastError('Couldn’t open the menu', 'Check your connection and try again.')
      },
    )
  }, [])
  useEffect(() => {
    const openOnShortcut = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !hasModifierKey(event) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (stage === null) open()
      else if (stage === 'menu') setStage(null)
    }
    addEventListener('keydown', openOnShortcut)
    return () => removeEventListener('keydown', openOnShortcut)
  }, [stage, open])
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={open}
        className="inline-flex size-11 shrink-0 items-center justify-center gap-2.5 rounded-control text-muted hover:bg-ink/6 hover:text-ink sm:h-10 sm:w-auto sm:border sm:border-edge/60 sm:bg-surface sm:px-3 sm:hover:border-edge sm:hover:bg-sunken sm:pointer-coarse:h-11"
      >
        <Search className="size-5 shrink-0 sm:size-4.5" aria-hidden="true" />
        <span className="max-xl:sr-only">Search</span>
        <span className="text-sm max-xl:hidden" aria-hidden="true">
          {modifierKey} K
        </span>
      </button>
      {stage !== null && menu && <menu.Menu stage={stage} onStage={setStage} />}
    </>
  )
}
