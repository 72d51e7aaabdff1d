import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import { type BlockedNavigation, useConfirmOnUnload, useNavigationGuard } from './navigation-guard.ts'

type DialogProps = {
  open?: boolean
  onClose: () => void
  title: ReactNode
  /** Next to the title: a status pill, Prev and Next. */
  aside?: ReactNode
  /** Under the title; announced when the dialog opens. */
  description?: ReactNode
  footer?: ReactNode
  returnFocus?: () => HTMLElement | null
  /** Closing would lose changes, so every way to close asks first. A string replaces the default text. */
  confirmClose?: boolean | string
  /** Moves focus to the title, because the text should be read first. */
  readFirst?: boolean
  children?: ReactNode
}

const widths = { small: 'sm:max-w-md', regular: 'sm:max-w-xl', wide: 'sm:max-w-4xl', full: 'sm:max-w-7xl' }

/** On phones, a sheet that leaves space for a toast above it, or full-screen when `wide` or `full`. */
export function Dialog({ width = 'regular', ...props }: DialogProps & { width?: keyof typeof widths }) {
  const isFullHeight = width === 'wide' || width === 'full'
  return (
    <Panel
      {...props}
      className={cx(
        'inset-x-0 bottom-0 max-h-[calc(100dvh-5.5rem)] animate-pop-in rounded-t-card sm:inset-x-4 sm:top-1/2 sm:bottom-auto sm:mx-auto sm:max-h-[min(88dvh,60rem)] sm:-translate-y-1/2 sm:rounded-card',
        isFullHeight ? 'toast-below max-sm:top-0 max-sm:max-h-none max-sm:rounded-none' : 'toast-above',
        widths[width],
      )}
    />
  )
}

export function CancelAndConfirm({
  cancel = 'Cancel',
  onCancel,
  ...button
}: ComponentProps<typeof Button> & { cancel?: string; onCancel: () => void }) {
  return (
    <>
      <Button variant="secondary" onClick={onCancel}>
        {cancel}
      </Button>
      <Button {...button} />
    </>
  )
}

export function Sheet({
  side = 'right',
  wide = false,
  ...props
}: DialogProps & { side?: 'left' | 'right'; wide?: boolean }) {
  return (
    <Panel
      {...props}
      className={cx(
        'toast-below inset-y-0 w-full max-w-[calc(100vw-2.5rem)]',
        wide ? 'sm:max-w-2xl' : 'sm:max-w-sm',
        side === 'right' ? 'right-0 animate-sheet-right' : 'left-0 animate-sheet-left',
      )}
    />
  )
}

function Panel({
  open = true,
  onClose,
  title,
  aside,
  description,
  footer,
  confirmClose = false,
  readFirst = false,
  returnFocus,
  className,
  children,
}: DialogProps & { className: string }) {
  const previousFocus = useRef<Element | null>(null)
  const content = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [handledEscapes] = useState(() => new WeakSet<Event>())
  const [isAsking, setAsking] = useState(false)
  const close = () => (confirmClose === false ? onClose() : setAsking(true))
  const blockedStep = useRef<BlockedNavigation | null>(null)
  // Holds only Back and Forward: a saved dialog may navigate by itself.
  const isGuarded = open && confirmClose !== false
  useConfirmOnUnload(isGuarded)
  useNavigationGuard(isGuarded, {
    shouldBlock: ({ historyAction }) => historyAction === 'POP',
    onBlock: (blocked) => {
      blockedStep.current = blocked
      setAsking(true)
    },
  })
  const endPrompt = (): BlockedNavigation | null => {
    setAsking(false)
    const blocked = blockedStep.current
    blockedStep.current = null
    return blocked
  }
  const leavePrompt = confirmClose !== false && (
    <LeaveConfirmation
      open={open && isAsking}
      {...(confirmClose === true ? {} : { lost: confirmClose })}
      onStay={() => endPrompt()?.stay()}
      onLeave={() => {
        const blocked = endPrompt()
        if (blocked?.leavesScreen) return blocked.goOn()
        // On the same screen, Back only closes the dialog.
        blocked?.stay()
        onClose()
      }}
    />
  )
  const panel = (
    <Radix.Root open={open} onOpenChange={(next) => !next && close()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade-in bg-veil" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          ref={content}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            previousFocus.current = focusedElement()
            const field = readFirst ? null : firstField(content.current)
            ;(field ?? heading.current)?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            const target = returnFocus?.() ?? previousFocus.current
            if (target instanceof HTMLElement && target.isConnected && target !== document.body) return target.focus()
            // The element that opened the dialog may be gone, or a dialog that closed too may have restored the focus.
            if (document.activeElement !== document.body) return
            const dialogBelow = document.querySelector<HTMLElement>('[role="dialog"][data-state="open"]')
            const fallback = dialogBelow ?? document.querySelector<HTMLElement>('main')
            fallback?.focus({ preventScroll: true })
          }}
          onInteractOutside={(event) => isToast(event.target) && event.preventDefault()}
          onEscapeKeyDown={(event) => {
            if (isOpenList(event.target)) event.preventDefault()
            handledEscapes.add(event)
          }}
          onKeyDown={({ key, target, currentTarget, nativeEvent }) => {
            if (key !== 'Escape' || handledEscapes.has(nativeEvent)) return
            // A tooltip inside may consume the key, or the dialog below may receive it while this one is still opening.
            if (target instanceof Node && currentTarget.contains(target)) close()
          }}
          className={cx(
            'fixed z-50 flex flex-col overflow-clip border border-hairline bg-surface shadow-float focus:outline-none',
            className,
          )}
        >
          <header className="flex items-start gap-3 border-b border-hairline py-3 pr-2.5 pl-5 sm:pl-6">
            <div className="min-w-0 flex-1 py-2">
              <Radix.Title
                ref={heading}
                tabIndex={-1}
                className="text-xl leading-7 font-semibold tracking-[-0.01em] outline-none"
              >
                {title}
              </Radix.Title>
              {description && <Radix.Description className="mt-0.5 text-muted">{description}</Radix.Description>}
            </div>
            {aside && <div className="flex min-h-11 items-center gap-1">{aside}</div>}
            <Radix.Close
              aria-label="Close"
              className="inline-flex size-11 shrink-0 items-center justify-center rounded-control hover:bg-ink/6 active:bg-ink/10"
            >
              <X className="size-5" aria-hidden="true" />
            </Radix.Close>
          </header>
          {children && (
            // `relative` makes absolutely positioned content scroll instead of stretching the dialog.
            <div className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-5 sm:px-6">
              {children}
            </div>
          )}
          {footer && (
            <footer
              data-bottom-bar=""
              className="flex flex-wrap justify-end gap-2.5 border-t border-hairline bg-surface px-5 py-3.5 sm:px-6"
            >
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
  return (
    <>
      {panel}
      {leavePrompt}
    </>
  )
}

export function LeaveConfirmation({
  open,
  lost = 'Your changes aren’t saved yet.',
  onStay,
  onLeave,
}: {
  open: boolean
  lost?: string
  onStay: () => void
  onLeave: () => void
}) {
  return (
    <Dialog
      open={open}
      onClose={onStay}
      width="small"
      title="Leave without saving?"
      description={lost}
      footer={
        <>
          <Button variant="danger" onClick={onLeave}>
            Leave without saving
          </Button>
          <Button onClick={onStay}>Keep editing</Button>
        </>
      }
    />
  )
}

const fields = 'input, select, textarea, [role=combobox], [role=radio][tabindex="0"]'

/** Returns the button of an open menu instead of its item, which is removed when the menu closes. */
function focusedElement(): Element | null {
  const focused = document.activeElement
  const menuButtonId = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return menuButtonId ? document.getElementById(menuButtonId) : focused
}

/** Null on touch screens, where a keyboard would cover half of the dialog. */
function firstField(content: HTMLElement | null): HTMLElement | null {
  if (!content || matchMedia('(pointer: coarse)').matches) return null
  const candidates = [...content.querySelectorAll<HTMLElement>(fields)]
  return (
    candidates.find(
      (field) =>
        !field.matches(':disabled, [readonly], [type=hidden], [type=file], [tabindex="-1"], [aria-hidden=true]') &&
        field.offsetParent !== null,
    ) ?? null
  )
}

/** Esc closes the suggestions of a search box first. */
const isOpenList = (target: EventTarget | null) =>
  target instanceof Element && target.matches('[role=combobox][aria-expanded=true]')

/** Clicking Undo on a toast must not close the dialog under it. */
const isToast = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-toast-viewport]') !== null
