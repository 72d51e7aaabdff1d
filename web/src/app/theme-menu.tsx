import { useState } from 'react'
import { MenuItem, MenuLabel } from '../ui/menu.tsx'
import { chooseTheme, chosenTheme, type ThemeChoice, themeChoices } from '../ui/theme-choice.ts'
import { themeOptions } from './theme-options.ts'

export function ThemeItems() {
  const [chosen, setChosen] = useState<ThemeChoice>(chosenTheme)
  return (
    <>
      <MenuLabel>Appearance</MenuLabel>
      {themeChoices.map((choice) => (
        <MenuItem
          key={choice}
          icon={themeOptions[choice].icon}
          chosen={choice === chosen}
          onSelect={() => {
            chooseTheme(choice)
            setChosen(choice)
          }}
        >
          {themeOptions[choice].label}
        </MenuItem>
      ))}
    </>
  )
}
