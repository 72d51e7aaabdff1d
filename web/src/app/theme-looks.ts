import { Monitor, Moon, Sun } from 'lucide-react'

export const themeLooks = {
  system: { icon: Monitor, words: 'System' },
  light: { icon: Sun, words: 'Light' },
  dark: { icon: Moon, words: 'Dark' },
} as const
