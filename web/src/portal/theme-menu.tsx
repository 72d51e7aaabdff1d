import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, MenuItem, MenuLabel } from '../ui/menu.tsx'
import { chooseTheme, chosenTheme, type ThemeChoice, themeChoices } from '../ui/theme-choice.ts'

const looks = {
  system: { icon: Monitor, words: 'As the system' },
  light: { icon: Sun, words: 'Light' },
  dark: { icon: Moon, words: 'Dark' },
} as const

/** The choices alone, for a menu that has other things in it too. */
export function ThemeItems() {
  const [chosen, setChosen] = useState<ThemeChoice>(chosenTheme)
  return (
    <>
      <MenuLabel>Appearance</MenuLabel>
      {themeChoices.map((choice) => (
        <MenuItem
          key={choice}
          icon={looks[choice].icon}
          chosen={choice === chosen}
          onSelect={() => {
            chooseTheme(choice)
            setChosen(choice)
          }}
        >
          {looks[choice].words}
        </MenuItem>
      ))}
    </>
  )
}

export function ThemeMenu() {
  return (
    <Menu trigger={<IconButton icon={Sun} label="Appearance" side="bottom" />}>
      <ThemeItems />
    </Menu>
  )
}
