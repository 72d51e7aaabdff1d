type Part = Node | string | null
type Attributes = Readonly<Record<string, string | boolean | null>>

/** Strings become text nodes, never markup. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...parts: readonly Part[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  setAttributes(element, attributes)
  element.append(...parts.filter((part) => part !== null))
  return element
}

/** True is an empty attribute; false and null remove it. */
export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) element.removeAttribute(name)
    else element.setAttribute(name, value === true ? '' : value)
  }
}

let idCount = 0
export const newId = (): string => `t${++idCount}`

export function labeledField(label: string, control: HTMLInputElement, wrapped: HTMLElement = control) {
  control.id ||= newId()
  const problem = el('p', { id: newId(), class: 'problem', hidden: true })
  setAttributes(control, { 'aria-describedby': problem.id })
  return {
    control,
    element: el('div', { class: 'labelled' }, el('label', { for: control.id }, label), wrapped, problem),
    refuse: (message: string | undefined) => {
      problem.textContent = message ?? ''
      problem.hidden = !message
      setAttributes(control, { 'aria-invalid': message ? 'true' : null })
    },
  }
}
