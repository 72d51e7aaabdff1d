import { el, labeledField, newId, setAttributes } from './element.ts'
import type { Employer, Service } from './service.ts'
import { fill } from './texts.ts'

const minSearchLength = 3
export const searchDebounceMs = 300

/** Follows the ARIA combobox pattern. Until a choice is made, the typed text is the employer's name. */
export function employerCombobox(
  service: Service,
  label: string,
  onChange: (employer: Employer, chosen: boolean) => void,
) {
  const { texts } = service
  const listId = newId()
  const input = el('input', {
    type: 'text',
    role: 'combobox',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: texts.type,
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': listId,
  })
  const list = el('ul', { id: listId, role: 'listbox', 'aria-label': label, hidden: true })
  const status = el('p', { class: 'hint', role: 'status' })
  const field = labeledField(label, input, el('div', { class: 'box' }, input, list))
  field.element.append(status)

  let options: readonly Employer[] = []
  let active = -1
  let timer = 0
  let lastRequest = 0

  const setActive = (index: number): void => {
    active = index
    for (const [optionIndex, option] of [...list.children].entries()) {
      setAttributes(option, { 'aria-selected': String(optionIndex === index) })
      if (optionIndex === index) option.scrollIntoView?.({ block: 'nearest' })
    }
    setAttributes(input, { 'aria-activedescendant': list.children[index]?.id ?? null })
  }
  const close = (): void => {
    list.hidden = true
    setAttributes(input, { 'aria-expanded': 'false' })
    setActive(-1)
  }
  const choose = (employer: Employer | undefined): void => {
    if (!employer) return
    lastRequest++
    clearTimeout(timer)
    input.value = employer.name
    status.textContent = ''
    close()
    onChange(employer, true)
  }
  const show = (term: string, found: readonly Employer[] | null): void => {
    options = found ? [...found, { id: null, name: term }] : []
    list.replaceChildren(
      ...options.map((employer) => {
        const text = employer.id === null ? fill(texts.other, 'name', employer.name) : (employer.label ?? employer.name)
        const option = el('li', { id: newId(), role: 'option', 'aria-selected': 'false' }, text)
        option.onpointerdown = (event) => event.preventDefault()
        option.onclick = () => choose(employer)
        return option
      }),
    )
    list.hidden = options.length === 0
    setAttributes(input, { 'aria-expanded': String(options.length > 0) })
    setActive(options.length > 0 ? 0 : -1)
    const count = options.length - 1
    const counted = count > 1 ? texts.many : count === 1 ? texts.one : texts.none
    status.textContent = found ? fill(counted, 'count', String(count)) : texts.noSearch
    setAttributes(status, { class: found ? 'unseen' : 'hint' })
  }

  input.oninput = () => {
    const term = input.value.trim()
    const request = ++lastRequest
    clearTimeout(timer)
    onChange({ id: null, name: term }, false)
    if (term.length < minSearchLength) {
      close()
      status.textContent = ''
      return
    }
    timer = window.setTimeout(async () => {
      const found = await service.search(term)
      if (request === lastRequest) show(term, found)
    }, searchDebounceMs)
  }
  input.onkeydown = (event) => {
    const isOpen = !list.hidden
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && options.length > 0) {
      event.preventDefault()
      if (isOpen) setActive((active + step + options.length) % options.length)
      else {
        list.hidden = false
        setAttributes(input, { 'aria-expanded': 'true' })
        setActive(0)
      }
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      choose(options[active])
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }
  input.onblur = () => {
    // A late response would open the list over the rest of the form.
    lastRequest++
    clearTimeout(timer)
    close()
  }
  return {
    ...field,
    clear: () => {
      input.value = ''
      status.textContent = ''
      close()
    },
  }
}
