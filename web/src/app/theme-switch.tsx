import { useState } from 'react'
import { useLayoutTexts } from '../shared/layout-texts.ts'
import { buttonBaseClasses, buttonVariants } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { chooseTheme, chosenTheme, themeChoices } from '../ui/theme-choice.ts'
import { themeOptions } from './theme-options.ts'

/** For small pages, where a menu would be larger than the page itself. */
export function ThemeSwitch() {
  const [chosen, setChosen] = useState(chosenTheme)
  const texts = useLayoutTexts()
  const { icon: Icon } = themeOptions[chosen]
  const label = texts.appearance(texts[chosen])
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cx(buttonBaseClasses, buttonVariants.quiet, 'size-11 shrink-0')}
      onClick={() => {
        const next = themeChoices[(themeChoices.indexOf(chosen) + 1) % themeChoices.length] ?? chosen
        chooseTheme(next)
        setChosen(next)
      }}
    >
      <Icon className="size-5" aria-hidden="true" />
    </button>
  )
}
