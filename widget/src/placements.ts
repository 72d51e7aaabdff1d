import { el } from './element.ts'
import { employerCombobox, searchDebounceMs } from './employer-combobox.ts'
import { canRequestMatch, policyPanel } from './policy-panel.ts'
import { requestForm } from './request-form.ts'
import type { Employer, Service } from './service.ts'
import { type Kind, readAmount, type Settings } from './settings.ts'

export type PlacementContext = {
  readonly service: Service
  readonly settings: Settings
  /** In the page's DOM, outside the shadow root. */
  readonly host: HTMLElement
  readonly dispatch: (name: 'employer' | 'requested', detail: object) => void
}

export const placements: Readonly<Record<Kind, (place: PlacementContext) => readonly HTMLElement[]>> = {
  field: placeField,
  button: placeButton,
  thanks: placeThanks,
  card: placeCard,
  request: ({ service, settings, dispatch }) => [requestForm(service, settings, dispatch)],
}

/** The form's hidden fields submit the employer, even if the service is unavailable. */
function placeField({ service, settings, host, dispatch }: PlacementContext): readonly HTMLElement[] {
  const name = el('input', { type: 'hidden', name: settings.name })
  const id = el('input', { type: 'hidden', name: `${settings.name}_id` })
  host.append(name, id)
  let employer: Employer | null = null
  const view = policyPanel(service, settings.organization)
  const refresh = () => void view.show(employer, amountOf(settings))
  let timer = 0
  const combobox = employerCombobox(service, settings.label, (next, isChosen) => {
    name.value = next.name
    id.value = next.id === null ? '' : String(next.id)
    employer = isChosen ? next : null
    if (!isChosen) return view.clear()
    dispatch('employer', next)
    refresh()
  })
  // The page may add the field after the widget, or replace it.
  const followAmount = ({ target }: Event) => {
    if (!employer || target !== fieldOf(settings)) return
    clearTimeout(timer)
    timer = window.setTimeout(refresh, searchDebounceMs)
  }
  for (const event of ['change', 'input']) document.addEventListener(event, followAmount)
  host.closest('form')?.addEventListener('reset', () => {
    name.value = id.value = ''
    employer = null
    combobox.clear()
    view.clear()
  })
  return [combobox.element, view.element]
}

function placeButton({ service, settings, dispatch }: PlacementContext): readonly HTMLElement[] {
  const open = el('button', { type: 'button', 'aria-haspopup': 'dialog' }, settings.text)
  const close = el('button', { type: 'button', class: 'close', 'aria-label': service.texts.close }, '×')
  const dialog = el('dialog', { 'aria-label': settings.text })
  open.onclick = () => {
    dialog.replaceChildren(
      close,
      el('p', { class: 'title' }, service.texts.heading),
      requestForm(service, { ...settings, amount: amountOf(settings) }, dispatch),
    )
    dialog.showModal()
  }
  close.onclick = () => dialog.close()
  return [open, dialog]
}

function placeThanks({ service, settings, dispatch }: PlacementContext): readonly HTMLElement[] {
  const isDonationKnown = settings.amount !== null
  return [
    el('p', { class: 'title' }, service.texts.thanks),
    el('p', {}, service.texts.thanksMore),
    requestForm(service, settings, dispatch, isDonationKnown),
  ]
}

function placeCard({ service, settings, dispatch }: PlacementContext): readonly HTMLElement[] {
  const requestLink = el('a', { class: 'button', target: '_blank', rel: 'noopener', hidden: true }, service.texts.send)
  const view = policyPanel(service, settings.organization, (policy) => {
    requestLink.href = service.matchPage(settings.organization, settings.amount)
    requestLink.hidden = !settings.organization || !policy || !canRequestMatch(policy)
  })
  if (settings.company !== null) {
    void view.show({ id: settings.company, name: '' }, settings.amount)
    return [view.element, requestLink]
  }
  const combobox = employerCombobox(service, settings.label, (employer, isChosen) => {
    if (!isChosen) return view.clear()
    dispatch('employer', employer)
    void view.show(employer, settings.amount)
  })
  return [el('p', { class: 'title' }, service.texts.cardHeading), combobox.element, view.element, requestLink]
}

function fieldOf({ amountField }: Settings): HTMLInputElement | null {
  try {
    return amountField ? document.querySelector<HTMLInputElement>(amountField) : null
  } catch {
    return null
  }
}

const amountOf = (settings: Settings): number | null => readAmount(fieldOf(settings)?.value ?? '') ?? settings.amount
