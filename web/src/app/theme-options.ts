import { Monitor, Moon, Sun } from 'lucide-react'

export const themeOptions = {
  system: { icon: Monitor, label: 'System' },
  light: { icon: Sun, label: 'Light' },
  dark: { icon: Moon, label: 'Dark' },
} as const
